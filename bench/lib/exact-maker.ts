// A maker without a mind: it mends exactly what a finding says, where it says, and nothing it is not told.
import { parseDocument } from 'yaml'

/** A finding as its words give it. */
interface Found {
  line: number | null
  pointer: string | null
  what: string
  expected: string
  actual: string
}

/** The artifact with every finding that it understands mended; places are of the artifact as it was told about, so lines are mended from the last up. */
export function mend(artifact: string, findings: string): string {
  const found = [...findings.matchAll(/^ {2}- (?!…)(.*)$/gm)].map(([, words]) => read(words as string))
  const inLines = found.filter(({ line, pointer }) => line !== null && pointer === null).sort((a, b) => (b.line ?? 0) - (a.line ?? 0))
  const lines = artifact.split('\n')
  for (const each of inLines) {
    const at = (each.line as number) - 1
    const mended = lineFixes.reduce<string | null>((text, fix) => text ?? fix(lines[at] ?? '', each), null)
    if (mended !== null) lines[at] = mended
  }
  let text = lines.join('\n')
  for (const each of found.filter(({ pointer }) => pointer !== null)) text = inDocument(text, each)
  for (const each of found.filter(({ line, pointer }) => line === null && pointer === null))
    for (const fix of textFixes) text = fix(text, each) ?? text
  return text
}

/** `line 3, column 1 (/a/b): what; expected this; found that; saw «…»`. */
function read(words: string): Found {
  const place = /^(?:line (\d+)(?:, column \d+)?)?(?: ?\(?(\/[^\s:)]*)\)?)?: /.exec(words)
  const told = place?.[1] || place?.[2] ? words.slice(place[0].length) : words
  const part = (name: string) => new RegExp(`; ${name} (.*?)(?=; (?:expected|found|saw) |$)`).exec(told)?.[1] ?? ''
  return {
    line: place?.[1] ? Number(place[1]) : null,
    pointer: place?.[2] ?? null,
    what: told.split(/; (?:expected|found|saw) /)[0] as string,
    expected: part('expected'),
    actual: part('found'),
  }
}

type LineFix = (line: string, found: Found) => string | null

const lineFixes: readonly LineFix[] = [
  (line, { expected }) =>
    /^a comment (?:beside|on) (\w+)/.test(expected) ? `${line} # ${/^a comment (?:beside|on) (\w+)/.exec(expected)?.[1]}, explained` : null,
  (line, { expected }) =>
    /^a reference such as/.test(expected) ? line.replace(/:.*$/, ': ${PASSWORD} # PASSWORD, required, given from outside') : null,
  (line, { expected }) => (/^a language after the opening fence/.test(expected) ? line.replace(/^(`{3,})\s*$/, '$1sh') : null),
  (line, { expected }) => (expected === 'text below the heading' ? `${line}\n\nWhat there is to say about it.` : null),
  (line, { expected }) => (expected === 'a type of its own' ? line.replaceAll(/\bany\b/g, 'unknown') : null),
  (_line, { expected }) => (expected === 'the error mended' ? '' : null),
]

/** For what is nowhere yet, so that there is no place to mend. */
const textFixes: readonly ((text: string, found: Found) => string | null)[] = [
  (text, { expected }) =>
    /^a heading "(.*?)"/.test(expected)
      ? `${text.trimEnd()}\n\n## ${/^a heading "(.*?)"/.exec(expected)?.[1]}\n\nWhat there is to say about it.\n`
      : null,
  (text, { what, expected }) => (what === 'too few code fences' ? `${text.trimEnd()}\n\n\`\`\`sh\n${expected}\n\`\`\`\n` : null),
  (text, { expected }) =>
    /^a value for ([\w.]+)$/.test(expected)
      ? inDocument(text, {
          line: null,
          pointer: `/${/^a value for (.+)$/.exec(expected)?.[1]?.replaceAll('.', '/')}`,
          what: 'set',
          expected,
          actual: '',
        })
      : null,
  (text, { expected }) =>
    /^an export (\w+)$/.test(expected)
      ? text.replace(/\n```\s*$/, `\n\nexport function ${/^an export (\w+)$/.exec(expected)?.[1]}(): void {}\n\`\`\`\n`)
      : null,
]

/** A pointer leads into the one YAML document of the artifact. */
function inDocument(artifact: string, { pointer, what, expected, actual }: Found): string {
  const fence = /^```ya?ml\n([\s\S]*?)\n```/m.exec(artifact)
  if (!fence || pointer === null) return artifact
  const document = parseDocument(fence[1] as string)
  const path = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const set = (keys: readonly string[], value: unknown) => document.setIn([...keys], document.createNode(value))
  const codes = /^responses ([\d, ]+)$/.exec(expected)?.[1]
  const scheme = /^security with "(.*?)"/.exec(expected)?.[1]
  if (codes) for (const code of codes.split(', ')) set([...path, code], { description: `Refused with ${code}.` })
  else if (expected === 'an example beside its schema') set([...path, 'example'], [])
  else if (/^a summary or description/.test(expected)) set([...path, 'summary'], 'What this operation does')
  else if (/^a query parameter such as/.test(expected))
    set([...path, 'parameters'], [{ name: 'limit', in: 'query', schema: { type: 'integer' } }])
  else if (scheme) set(path.length > 1 ? [...path, 'security'] : ['security'], [{ [scheme]: [] }])
  else if (/^at least one security scheme/.test(expected)) {
    set(['components', 'securitySchemes'], { key: { type: 'apiKey', in: 'header', name: 'X-Key' } })
    set(['security'], [{ key: [] }])
  } else if (/ case$/.test(expected)) rename(document, path, actual, expected)
  else if (/^the operation (\w+) (\S+)$/.test(expected)) {
    const [, method, route] = /^the operation (\w+) (\S+)$/.exec(expected) as unknown as [string, string, string]
    set(['paths', route, method.toLowerCase()], { summary: `${method} ${route}`, responses: {} })
  } else if (/^a 2xx response|^a schema under its content/.test(expected)) {
    const keys = /\/responses\/\d+$/.test(pointer) ? path : [...path, '200']
    set(keys, { description: 'As asked', content: { 'application/json': { schema: { type: 'object' }, example: {} } } })
  } else if (what === 'set') set(path, 'localhost')
  return artifact.replace(fence[0], () => `\`\`\`yaml\n${document.toString({ lineWidth: 0 }).trimEnd()}\n\`\`\``)
}

function rename(document: ReturnType<typeof parseDocument>, path: readonly string[], actual: string, expected: string): void {
  const words = actual.split(/[_-]|(?=[A-Z])/).map((word) => word.toLowerCase())
  const camel = words.map((word, index) => (index === 0 ? word : word.replace(/^./, (first) => first.toUpperCase()))).join('')
  const name = expected.startsWith('camel') ? camel : expected.startsWith('snake') ? words.join('_') : words.join('-')
  const value = document.getIn([...path], true)
  document.deleteIn([...path])
  document.setIn([...path.slice(0, -1), name], value)
}
