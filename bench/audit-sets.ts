// Measures the reading of audit reports on sets kept aside: node bench/audit-sets.ts <folder> [--tell], where --tell also prints what went wrong.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportFindings } from '../src/workflows/audit/findings.ts'
import { parseReport } from '../src/workflows/audit/report.ts'

/** rNN.md beside rNN.label.json; the first set of all has NN.key.json with other names for the same. */
interface Label {
  critical?: number
  criticals?: number
  findings: {
    text?: string
    quote?: string
    place?: string | null
    line?: number | null
    state?: 'open' | 'accepted' | 'fixed' | 'refuted'
  }[]
  dimensions: Record<string, number | string | [score: number, of: number] | null> | null // as written: stars counted, per cent as a number, letters as letters
}

const [folder = '.', tell] = process.argv.slice(2)
const rows = readdirSync(folder)
  .filter((name) => /^r?\d+\.md$/.test(name))
  .sort()
  .flatMap((name) => {
    const label = ['label', 'key'].map((kind) => join(folder, name.replace('.md', `.${kind}.json`))).flatMap(readLabel)[0]
    return label ? [measure(name, readFileSync(join(folder, name), 'utf8'), label)] : []
  })

print(
  'criticals right',
  rows.map(({ criticals }) => criticals),
)
print(
  'clean reports without an invented critical',
  rows.flatMap(({ clean }) => clean ?? []),
)
print(
  'findings read',
  rows.flatMap(({ findings }) => findings),
)
print(
  'places of those that name one',
  rows.flatMap(({ places }) => places),
)
print(
  'dimensions right',
  rows.flatMap(({ dimensions }) => dimensions),
)
print(
  'findings that no label has',
  rows.flatMap(({ invented }) => invented),
  'more',
)

interface Case {
  right: boolean
  name: string
}

function measure(name: string, text: string, label: Label) {
  const report = parseReport(name, text)
  const read = reportFindings(report)
  const told = read.map((each) => wordsOf(`${each.text} ${each.at}`))
  const remarks = report.dimensions.map(({ remark }) => wordsOf(remark))
  const found = read.filter(({ severity, raised }) => severity === 'Critical' && raised === null)
  const expected = label.critical ?? label.criticals ?? 0
  const criticals = {
    right: found.length === expected,
    name: `${name}: ${found.length} of ${expected}: ${found.map((each) => each.text.slice(0, 70)).join(' | ')}`,
  }
  // What is over must not be read, what was accepted may be.
  const known = label.findings
    .filter(({ state }) => state !== 'fixed' && state !== 'refuted')
    .map((each) => ({ ...each, words: wordsOf(each.text ?? each.quote ?? '') }))
  const labelled = known.filter(({ state }) => state !== 'accepted')
  return {
    criticals,
    clean: expected === 0 ? [{ right: found.length === 0, name: criticals.name }] : null,
    findings: labelled.map(({ words, text: said, quote }): Case => ({
      right: [...told, ...remarks].some((each) => covers(each, words)),
      name: `${name}: ${said ?? quote}`,
    })),
    places: labelled.flatMap(({ place: file, line, words }): Case[] => {
      const place = file && line ? `${file}:${line}` : file
      return place && /\.\w+(?::\d+)?$/.test(place)
        ? [{ right: read.some((each, index) => each.at.endsWith(place) && covers(told[index]!, words)), name: `${name}: ${place}` }]
        : []
    }),
    invented: read.flatMap((each, index): Case[] =>
      known.some(({ words }) => covers(told[index]!, words))
        ? []
        : [{ right: false, name: `${name}: ${each.severity}: ${each.text.slice(0, 100)}` }],
    ),
    dimensions: Object.entries(label.dimensions ?? {}).map(([dimension, marked]): Case => {
      const score = Array.isArray(marked) ? (marked[0] * 10) / marked[1] : marked
      const own = report.dimensions.find((each) => simple(each.name) === simple(dimension))
      const read = Number(own?.score ?? NaN)
      // Stars, per cent and twentieths are told out of ten; a letter without a legend is nobody's number.
      const scaled =
        typeof score === 'number' &&
        (read === score / 10 ||
          (/(?:\/|of|von)\s?20\b/.test(text) && read === score / 2) ||
          (score <= 5 && /[★⭐●]|\/\s?5\b|of (?:5|five)\b|\b[01]\s?[-–]\s?5\b/.test(text) && read === score * 2))
      return {
        right: typeof score === 'number' ? read === score || scaled : !own,
        name: `${name}: ${dimension} is ${score}, read ${own?.score ?? 'not'}`,
      }
    }),
  }
}

/** Half of the words of one found again in the other. */
function covers(said: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].filter((word) => said.has(word)).length * 2 >= words.size
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

function simple(name: string): string {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== 'the').join(' ')
}

function readLabel(path: string): Label[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as Label]
  } catch {
    return []
  }
}

function print(what: string, cases: readonly Case[], how = ''): void {
  const wrong = cases.filter(({ right }) => !right)
  console.log(how === 'more' ? `${what}: ${wrong.length}` : `${what}: ${cases.length - wrong.length} of ${cases.length}`)
  if (tell) for (const { name } of wrong) console.log(`    ${name}`)
}
