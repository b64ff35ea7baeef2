// Delivers a finished artifact: it stays in its folder, is copied to the path a person named, and its files are offered to the project.
import { writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { guard, makeFolder, readText } from '../adapters/disk.ts'
import { fencedFiles } from '../lib/fenced-files.ts'
import { sha256 } from '../lib/hash.ts'
import { type ArtifactKind, kindOfName } from '../schema/artifact.ts'
import { Fault } from '../schema/fault.ts'
import { applyFiles, placeFor } from './apply-files.ts'
import type { World } from './world.ts'

export interface Delivery {
  name: string
  /** Where it is stored. */
  path: string
  text: string
  kind: ArtifactKind
  /** Relative to the project, as named at the start. */
  target: string | null
  /** SHA-256 of the file that may be replaced there. */
  replaces: string | null
}

export async function deliver(world: World, { name, path, text, kind, target, replaces }: Delivery): Promise<void> {
  const { person, cwd, root } = world
  await offerFiles(world, name, text, kind)
  const said = target === null && person ? await person.text(`Copy the artifact to (empty: keep it in ${path}):`, { optional: true }) : ''
  const wanted = said.trim()
  if (target === null && !wanted) return
  // The target may come with a cloned repository, so it is held to what an artifact may write.
  const place = target === null ? resolve(cwd, wanted) : placeFor(root, target)
  const before = readText(place)
  if (before !== null && before !== text && (replaces === null || sha256(before) !== replaces)) {
    const shown = target ?? wanted
    if (!person) return world.say(`note: ${shown} already exists with different content and was not replaced. The artifact is in ${path}.`)
    if (!(await person.confirm(`${shown} already exists. Replace it?`))) return
  }
  makeFolder(dirname(place))
  guard(place, () => writeFileSync(place, text))
  const read = kindOfName(place)
  world.say(`Copied to ${relative(cwd, place)}.`)
  if (kind !== 'files' && read !== kind && target === null)
    world.say(`note: it was made and judged as ${kind}; under this name it is read as ${read}, so \`whet check\` may judge it differently.`)
}

/** Offers to write the files of a set into the project: asks a person, tells everyone else how. */
async function offerFiles(world: World, name: string, text: string, kind: ArtifactKind): Promise<void> {
  const { files, problems } = fencedFiles(text)
  if (kind !== 'files' || files.length === 0 || problems.length > 0) return
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  if (!world.person) return world.say(`It holds ${count}: \`whet apply ${name}\` writes them into the project.`)
  if (!(await world.person.confirm(`Write its ${count} into the project? You see what would change first.`))) return
  try {
    await applyFiles({ ...world, cwd: world.root }, text, { to: '', dryRun: false, force: false })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    world.person.show(`${error.message}${error.fix ? `\n${error.fix}` : ''}`) // the run has ended well; a failed write must not cost it
  }
}
