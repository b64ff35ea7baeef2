// Writes an artifact's files into the project: all changes are shown first, nothing outside is touched, nothing is overwritten unseen.
import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { isHome } from '../adapters/own-folder.ts'
import { below, exists, guard } from '../adapters/disk.ts'
import { fencedFiles } from '../lib/fenced-files.ts'
import { inert } from '../lib/inert.ts'
import { Fault } from '../schema/fault.ts'
import type { World } from './world.ts'

export interface ApplyOptions {
  /** Folder below the project, relative to the working directory. */
  to: string
  dryRun: boolean
  force: boolean
}

interface AppliedFile {
  /** Relative to the project. */
  path: string
  is: 'new' | 'same' | 'changed'
  bytes: number
  /** Empty if nothing changes. */
  patch: string
}

export interface Applied {
  written: boolean
  files: AppliedFile[]
}

export async function applyFiles(world: World, artifact: string, { to, dryRun, force }: ApplyOptions): Promise<Applied> {
  const plan = planFiles(world, artifact, to)
  const files = plan.map(({ path, is, text, patch }) => ({ path, is, bytes: Buffer.byteLength(text), patch }))
  if (dryRun || files.every(({ is }) => is === 'same')) return { written: false, files }
  const changed = files.filter(({ is }) => is === 'changed')
  if (!force && world.person) {
    world.person.show(files.flatMap(({ patch }) => (patch ? [inert(patch)] : [])).join('\n')) // control characters could hide a line
    const news = files.filter(({ is }) => is === 'new').length
    if (!(await world.person.confirm(`Write this (${news} new, ${changed.length} changed)?`))) return { written: false, files }
  } else if (!force && changed.length > 0)
    throw new Fault(
      'refused',
      `${changed.map(({ path }) => path).join(', ')} already ${changed.length === 1 ? 'exists' : 'exist'} with different content; nothing was written`,
      { fix: 'Use --dry-run to see what would change, --force to overwrite.', data: { files } },
    )
  write(plan)
  return { written: true, files }
}

interface Planned extends Omit<AppliedFile, 'bytes'> {
  place: string
  text: string
  before: string | null
}

function planFiles(world: World, artifact: string, to: string): Planned[] {
  const { files, problems } = fencedFiles(artifact)
  if (problems.length > 0)
    throw new Fault('invalid', `the artifact's files can't be written: ${problems.join('; ')}`, {
      fix: 'Nothing was written. Fix the artifact, or copy what you need by hand.',
    })
  if (files.length === 0)
    throw new Fault('refused', 'the artifact holds no files: none of its code fences is marked file=<path>', {
      fix: 'Save it as one file: whet show <run> > <file>.',
    })
  const folder = relative(world.root, resolve(world.cwd, to))
  return files.map(({ path: name, text: fenced }) => {
    const path = join(folder, name).split(sep).join('/')
    const place = placeFor(world.root, path)
    const before = contentOf(place, path)
    const text = before === null ? fenced : endedAs(before, fenced)
    const is = before === null ? 'new' : before === text ? 'same' : 'changed'
    const patch =
      is === 'same'
        ? ''
        : createTwoFilesPatch(before === null ? '/dev/null' : `a/${path}`, `b/${path}`, before ?? '', text, '', '', { context: 3 }).replace(
            /^=+\n/,
            '',
          )
    return { path, place, text, before, is, patch }
  })
}

/** A fence doesn't record line endings or a final newline, so follow the existing file. */
function endedAs(before: string, text: string): string {
  const bare = (each: string) => each.replaceAll('\r\n', '\n').replace(/\n$/, '')
  if (bare(before) === bare(text)) return before
  const end = /^[^\n]*\r\n/.test(before) ? '\r\n' : '\n'
  return bare(text).replaceAll('\n', end) + (before === '' || before.endsWith('\n') ? end : '')
}

/** Files here are executed or trusted: Git's folder, contract folders, ours. */
const notForArtifacts: readonly string[] = ['.git', '.ai-factory']

/** The target of an artifact's file; refused if an artifact must not write there. */
export function placeFor(root: string, path: string): string {
  const place = below(root, path)
  let existing = place
  while (!exists(existing)) existing = dirname(existing)
  const real = relative(realpathSync(root), join(realpathSync(existing), relative(existing, place)))
  const refused = [path, real].some((shown) =>
    shown
      .toLowerCase()
      .split(/[\\/]/)
      .some((part) => notForArtifacts.includes(part) || isHome(part)),
  )
  if (refused || isAbsolute(real))
    throw new Fault('refused', `an artifact must not write ${path}; nothing was written`, { fix: 'Copy it by hand if you really want it.' })
  if (existing !== place && !statSync(existing).isDirectory())
    throw new Fault('refused', `${path} is below a file; nothing was written`, {
      fix: `Move ${relative(root, existing)} away, or apply elsewhere with --to.`,
    })
  if (exists(place) && lstatSync(place).isSymbolicLink())
    throw new Fault('refused', `${path} is a link; nothing was written`, {
      fix: 'Replace the link with a real file, or apply elsewhere with --to.',
    })
  return place
}

function contentOf(place: string, path: string): string | null {
  if (!exists(place)) return null
  return guard(place, () => {
    if (!statSync(place).isFile())
      throw new Fault('refused', `${path} isn't a file; nothing was written`, { fix: 'Move it away, or apply elsewhere with --to.' })
    return readFileSync(place, 'utf8')
  })
}

/** Checks again right before writing, since the file may have changed; writes each file whole or not at all. */
function write(plan: readonly Planned[]): void {
  const due = plan.filter(({ is }) => is !== 'same')
  for (const { path, place, before } of due)
    if (contentOf(place, path) !== before)
      throw new Fault('conflict', `${path} changed in the meantime; nothing was written`, { fix: 'Check again with --dry-run.' })
  for (const { place, text } of due) {
    const temporary = `${place}.${process.pid}.whet`
    guard(place, () => {
      mkdirSync(dirname(place), { recursive: true })
      try {
        writeFileSync(temporary, text, { flag: 'wx', mode: exists(place) ? statSync(place).mode & 0o777 : 0o666 })
        renameSync(temporary, place)
      } finally {
        rmSync(temporary, { force: true })
      }
    })
  }
}
