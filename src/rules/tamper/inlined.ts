// Recorded data that moved into a test as it was: the file is gone, its content stands in a text of the tests.
import { type Tree, partOf } from './files.ts'
import type { Read } from './read.ts'
import type { Change } from './tampering.ts'

export interface Inlined {
  paths: ReadonlySet<string>
  /** What a test may have called the files by: their paths and pieces of those. */
  literals: ReadonlySet<string>
}

export function findInlined(changes: readonly Change[], after: Tree, read: Read): Inlined {
  const gone = changes.filter((one) => one.after === null && one.before !== null && one.before.trim() !== '' && partOf(one.path) === 'data')
  if (gone.length === 0) return { paths: new Set(), literals: new Set() }
  const texts = new Set(
    changes
      .filter(({ path }) => partOf(path) === 'test')
      .flatMap(({ path }) => read(path, after[path] ?? '')?.leaves ?? [])
      .filter(({ kind }) => kind === 'string')
      .map(({ text }) =>
        lines(
          text
            .replaceAll('\\n', '\n')
            .replaceAll('\\t', '\t')
            .replace(/\\(["'\\])/g, '$1'),
        ),
      ),
  )
  const paths = gone.filter(({ before }) => texts.has(lines(before ?? ''))).map(({ path }) => path)
  return { paths: new Set(paths), literals: new Set(paths.flatMap(pieces).map((piece) => `s:${piece}`)) }
}

/** The text without its indentation and empty lines. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

function pieces(path: string): string[] {
  const parts = path.split('/')
  return [...parts, ...parts.map((_, index) => parts.slice(index).join('/'))]
}
