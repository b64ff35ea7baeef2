// Named corrections of simple compiler errors. Each proposes a new text for one file; the caller keeps it only if errors decrease.
import type { CompileError } from '../../rules/measure/read-output.ts'
import { type Node, type Source, ancestors, walk } from '../../rules/reading/syntax.ts'

interface ToCorrect {
  text: string
  /** The errors of this file that the correction handles. */
  errors: readonly CompileError[]
  /** Relative to the project. */
  file: string
  /** The file's syntax tree; null for unsupported languages. */
  source: Source | null
  /** Project files that export a name. */
  exporters(name: string): string[]
}

export interface NamedCorrection {
  name: string
  /** Compiler codes it handles. */
  codes: readonly string[]
  /** Null if it has nothing to propose. */
  correct(given: ToCorrect): string | null
}

const syntaxCodes = ['TS1005', 'TS1109', 'TS1127', 'TS1128', 'TS1160', 'TS1434', 'TS1443', 'TS2304', 'TS2695']

export const corrections: readonly NamedCorrection[] = [
  {
    name: 'unwrap-fence',
    codes: syntaxCodes,
    correct: ({ text }) => /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(text)?.[2]?.concat('\n') ?? null,
  },
  {
    name: 'drop-invisible-characters',
    codes: ['TS1127', 'TS1005', 'TS1109'],
    correct: ({ text }) => text.replaceAll(/[\u0000\u200b-\u200f\u2028\u2029\u2060\ufeff]/g, ''),
  },
  {
    name: 'plain-quotes',
    codes: ['TS1127', 'TS1005', 'TS1002', 'TS1109'],
    correct: ({ text, errors }) =>
      onLines(text, errors, (line) => line.replaceAll(/[\u2018\u2019\u201b]/g, "'").replaceAll(/[\u201c\u201d\u201f]/g, '"')),
  },
  {
    name: 'drop-merge-marks',
    codes: ['TS1185'],
    correct: ({ text }) => text.replaceAll(/^<{7} .*\n([\s\S]*?)^={7}\n[\s\S]*?^>{7} .*\n?/gm, '$1'),
  },
  {
    name: 'import-type',
    codes: ['TS1484', 'TS1371'],
    correct: ({ text, errors }) =>
      atPlaces(
        text,
        errors,
        ({ message }) => /'([\w$]+)'/.exec(message)?.[1],
        (name) => `type ${name}`,
      ),
  },
  {
    name: 'export-type',
    codes: ['TS1205', 'TS1448'],
    correct: ({ text, errors }) => onLines(text, errors, (line) => line.replace(/^(\s*)export\s*\{/, '$1export type {')),
  },
  {
    name: 'import-extension',
    codes: ['TS2834', 'TS2835', 'TS5097', 'TS2691'],
    correct: ({ text, errors }) =>
      onLines(text, errors, (line, { message }) => {
        const meant = /Did you mean '([^']+)'/.exec(message)?.[1] ?? /import '?([^' ]+\.js)'? instead/.exec(message)?.[1]
        return meant === undefined ? line : line.replace(/(['"])\.{1,2}\/[^'"]*\1/, (_path, quote: string) => `${quote}${meant}${quote}`)
      }),
  },
  {
    name: 'did-you-mean',
    codes: ['TS2551', 'TS2552', 'TS2561', 'TS2724', 'TS2820'],
    correct: ({ text, errors }) =>
      atPlaces(
        text,
        errors,
        ({ message }) => /'"?([\w$]+)"?'/.exec(message.replace(/^.*has no exported member (?:named )?/, ''))?.[1],
        (name, { message }) => /Did you mean (?:to write )?'"?([\w$]+)"?'/.exec(message)?.[1] ?? name,
      ),
  },
  {
    name: 'add-import',
    codes: ['TS2304', 'TS2503', 'TS2552'],
    correct({ text, errors, file, exporters }) {
      const names = [...new Set(errors.flatMap(({ message }) => /Cannot find (?:name|namespace) '([\w$]+)'/.exec(message)?.[1] ?? []))]
      const lines = names.flatMap((name) => {
        const from = exporters(name).filter((path) => path !== file)
        return from.length === 1 ? [`import { ${name} } from '${specifier(file, from[0] as string, text)}'\n`] : []
      })
      return lines.length === 0 ? null : atTop(text, lines.join(''))
    },
  },
  {
    name: 'add-node-import',
    codes: ['TS2304', 'TS2580', 'TS2591'],
    correct({ text, errors }) {
      const names = new Set(errors.flatMap(({ message }) => /Cannot find name '(\w+)'/.exec(message)?.[1] ?? []))
      const lines = nodeModules.filter((name) => names.has(name)).map((name) => `import * as ${name} from '${'node'}:${name}'\n`)
      return lines.length === 0 ? null : atTop(text, lines.join(''))
    },
  },
  {
    name: 'drop-unused-import',
    codes: ['TS6133', 'TS6192', 'TS6196'],
    correct: ({ text, errors, source }) => dropImports(text, errors, source),
  },
  {
    name: 'drop-repeated-import',
    codes: ['TS2300'],
    correct({ text, source }) {
      const seen = new Set<string>()
      const again = imports(source).filter((node) => {
        const words = text.slice(node.from, node.to).replaceAll(/\s+/g, ' ')
        return seen.has(words) || !seen.add(words)
      })
      return again.length === 0 ? null : cut(text, again)
    },
  },
  {
    name: 'add-override',
    codes: ['TS4114', 'TS4116'],
    correct: ({ text, errors }) =>
      atPlaces(
        text,
        errors,
        ({ column, line }) => wordAt(text, line, column),
        (name) => `override ${name}`,
      ),
  },
  {
    name: 'make-async',
    codes: ['TS1308'],
    correct({ text, errors, source }) {
      const functions = new Set(errors.flatMap((error) => enclosingFunction(source, text, error) ?? []))
      return insertAt(
        text,
        [...functions].map((node) => ({ at: node.from, words: 'async ' })),
      )
    },
  },
  {
    name: 'drop-unused-directive',
    codes: ['TS2578'],
    correct: ({ text, errors }) => onLines(text, errors, (line) => (/^\s*\/\/\s*@ts-expect-error\b/.test(line) ? null : line)),
  },
  {
    name: 'json-import-attribute',
    codes: ['TS1543'],
    correct: ({ text, errors }) =>
      onLines(text, errors, (line) => line.replace(/(from\s+(['"])[^'"]+\.json\2)(?!\s*with)/, "$1 with { type: 'json' }")),
  },
]

const nodeModules = ['fs', 'path', 'os', 'util', 'crypto', 'url', 'http', 'https', 'events', 'stream', 'assert', 'zlib']

/** Edits each line that an error names, once; null deletes the line. */
function onLines(text: string, errors: readonly CompileError[], mend: (line: string, error: CompileError) => string | null): string {
  const lines: (string | null)[] = text.split('\n')
  for (const error of errors) {
    const line = lines[error.line - 1]
    if (typeof line === 'string') lines[error.line - 1] = mend(line, error)
  }
  return lines.filter((line) => line !== null).join('\n')
}

/** Edits the word at an error's place, or the next equal one on the line; from last to first, so that offsets stay valid. */
function atPlaces(
  text: string,
  errors: readonly CompileError[],
  word: (error: CompileError) => string | undefined,
  mend: (word: string, error: CompileError) => string,
): string {
  const lines = text.split('\n')
  const order = [...errors].sort((a, b) => b.line - a.line || b.column - a.column)
  for (const error of order) {
    const [line, name] = [lines[error.line - 1], word(error)]
    if (line === undefined || name === undefined) continue
    const at = line.indexOf(name, error.column - 1)
    if (at >= 0) lines[error.line - 1] = `${line.slice(0, at)}${mend(name, error)}${line.slice(at + name.length)}`
  }
  return lines.join('\n')
}

const wordAt = (text: string, line: number, column: number) => /^[\w$]+/.exec((text.split('\n')[line - 1] ?? '').slice(column - 1))?.[0]

const imports = (source: Source | null): Node[] => (source ? source.root.children.filter(({ type }) => type === 'import_statement') : [])

/** Removes whole statements if nothing of them is used, else only the names. */
function dropImports(text: string, errors: readonly CompileError[], source: Source | null): string | null {
  const unused = new Set(errors.flatMap(({ message }) => /'([\w$]+)' is (?:declared|an unused)/.exec(message)?.[1] ?? []))
  const lines = new Set(errors.map(({ line }) => line))
  const gone: { from: number; to: number }[] = []
  for (const statement of imports(source).filter(
    ({ line, from, to }) =>
      lines.has(line) || [...lines].some((one) => one >= line && one <= line + text.slice(from, to).split('\n').length),
  )) {
    const names = walk(statement).filter(({ type }) => type === 'import_specifier')
    const dropped = names.filter((one) => unused.has(one.source.leaves[one.end - 1]?.text ?? ''))
    const all =
      errors.some(({ code, line }) => code === 'TS6192' && line === statement.line) || (names.length > 0 && dropped.length === names.length)
    const whole = all || (names.length === 0 && walk(statement).some(({ type, text: word }) => type === 'identifier' && unused.has(word)))
    if (whole) gone.push(statement)
    else for (const { from, to } of dropped) gone.push({ from, to: to + (/^\s*,\s*/.exec(text.slice(to))?.[0].length ?? 0) })
  }
  return gone.length === 0 ? null : cut(text, gone)
}

/** Including the line break after it, if the line would be empty. */
function cut(text: string, parts: readonly { from: number; to: number }[]): string {
  return [...parts]
    .sort((a, b) => b.from - a.from)
    .reduce((left, { from, to }) => {
      const ends = /^;?[ \t]*\n/.exec(left.slice(to))
      const alone = (from === 0 || left[from - 1] === '\n') && ends
      return left.slice(0, from) + left.slice(alone ? to + ends[0].length : to)
    }, text)
}

const functionTypes = new Set(['function_declaration', 'function_expression', 'arrow_function', 'method_definition', 'function'])

function enclosingFunction(source: Source | null, text: string, { line, column }: CompileError): Node | null {
  if (!source) return null
  const above = text.split('\n').slice(0, line - 1)
  const offset = above.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  const leaf = source.leaves.find(({ from, to }) => from <= offset && to > offset)
  return leaf ? ([...ancestors(leaf)].find(({ type }) => functionTypes.has(type)) ?? null) : null
}

function insertAt(text: string, places: readonly { at: number; words: string }[]): string | null {
  if (places.length === 0) return null
  return [...places].sort((a, b) => b.at - a.at).reduce((left, { at, words }) => left.slice(0, at) + words + left.slice(at), text)
}

/** After a line that must stay first. */
function atTop(text: string, lines: string): string {
  const first = /^(?:#!.*\n)?(?:['"]use \w+['"];?\n)?/.exec(text)?.[0].length ?? 0
  return text.slice(0, first) + lines + text.slice(first)
}

/** With the line ending of the file's other imports. */
function specifier(file: string, target: string, text: string): string {
  const ending = /from\s+['"]\.{1,2}\/[^'"]*?(\.[cm]?[jt]sx?)?['"]/.exec(text)?.[1] ?? ''
  const from = file.split('/').slice(0, -1)
  const to = target.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++
  const up = from.slice(shared).map(() => '..')
  const path = [...(up.length > 0 ? up : ['.']), ...to.slice(shared)].join('/')
  return path.replace(/\.[cm]?tsx?$/, ending)
}
