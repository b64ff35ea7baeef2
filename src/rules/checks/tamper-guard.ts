// Nothing that judges the work was weakened: compares tests, settings and fixtures with those at the start.
import * as z from 'zod'
import { fileText } from '../../lib/fenced-files.ts'
import { fences } from '../../lib/fences.ts'
import { sha256 } from '../../lib/hash.ts'
import { checkError, defineCheck } from '../check.ts'
import type { Files } from '../check.ts'
import { findTampering, tamperVerdict } from '../tamper/find-tampering.ts'
import { partOf } from '../tamper/files.ts'
import { grammarsFor } from '../tamper/read.ts'

export const tamperGuard = defineCheck({
  kind: 'tamper-guard',
  summary: 'Tests, test settings and fixtures are as strong as they were when the run began.',
  version: '5',
  params: z.strictObject({
    /** The hash under which the original files are kept, or of their list in the folder where older runs keep them; without it, the project's present state is the original. */
    baseline: z.strictObject({ folder: z.string().min(1).optional(), sha256: z.string().length(64) }).optional(),
    /** Paths that checks rely on besides tests, settings and fixtures; a trailing slash means a folder. */
    relied_on: z.array(z.string().min(1)).default([]),
    /** The task: the only thing that can excuse a change to tests. */
    task: z.string().optional(),
  }),
  demands: ({ relied_on }) =>
    `leaves tests, test settings and fixtures${relied_on.length > 0 ? `, and ${relied_on.join(', ')},` : ''} as strong as they were when the run began`,
  needs: ['files', 'syntax'],
  // A large change takes a while to analyse.
  timeoutMs: () => 120_000,
  async run({ params, artifact, files, syntax }) {
    const now = await projectTree(files)
    const { tree: start, changed } = params.baseline ? await baselineTree(files, params.baseline) : { tree: now, changed: null }
    if (changed !== null) return checkError(`the saved copy of what the run began with is gone or was changed: ${changed}`)
    const made = Object.fromEntries(fences(artifact.text).flatMap(({ file, text }) => (file === undefined ? [] : [[file, fileText(text)]])))
    const reliedOn = [...params.relied_on, ...Object.keys(start).filter((path) => ['test', 'data', 'settings'].includes(partOf(path)))]
    const after = { ...now, ...made }
    const parse = await syntax.load(grammarsFor(start, after))
    const { outcome, message, evidence } = tamperVerdict(
      findTampering({ before: start, after, reliedOn, parse, ...(params.task && { artifactTask: params.task }) }),
    )
    return { outcome, message, evidence }
  },
})

/** What the guard can analyse: code, tests, settings and test data. */
export const guarded = (path: string) => partOf(path) !== 'other'

async function projectTree(files: Files): Promise<Record<string, string>> {
  const tree: Record<string, string> = Object.create(null)
  for (const path of (await files.list()).filter(guarded)) {
    const text = await files.read(path)
    if (text !== null && text.length <= mostChars) tree[path] = text
  }
  return tree
}

/** The hash binds all of it, or the list, which binds each file: no change to the kept copy goes unseen. */
async function baselineTree(
  files: Files,
  { folder, sha256: bound }: { folder?: string | undefined; sha256: string },
): Promise<{ tree: Record<string, string>; changed: string | null }> {
  const tree: Record<string, string> = Object.create(null)
  if (folder === undefined) {
    const all = await files.kept(bound)
    if (all === null || sha256(all) !== bound) return { tree, changed: bound }
    return { tree: Object.assign(tree, JSON.parse(all)), changed: null }
  }
  const list = await files.read(`${folder}/list.json`)
  if (list === null || sha256(list) !== bound) return { tree, changed: `${folder}/list.json` }
  for (const [path, hash] of Object.entries(JSON.parse(list) as Record<string, string>)) {
    const text = await files.read(`${folder}/files/${path}`)
    if (text === null || sha256(text) !== hash) return { tree, changed: path }
    tree[path] = text
  }
  return { tree, changed: null }
}

export const mostChars = 400_000
