// Whether judging a long test file costs the tamper guard more per test than a short one: node bench/tamper-growth.ts. Every test of the file
// changes, in four ways: other values, a table with other rows, tests moved under other names, one test with many assertions.
import { syntax } from '../src/adapters/evaluator/syntax.ts'
import { findTampering } from '../src/rules/tamper/find-tampering.ts'

const parse = await syntax.load(['javascript'])
const head = "import { expect, test } from 'vitest'\nimport { work, other } from '../src/work.js'\n"
const times = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

const shapes: Record<string, (count: number, now: boolean) => string> = {
  'other values': (count, now) =>
    times(count, (at) => `test('works ${at}', () => {\n  expect(work(${at}, 'in ${at}')).toBe('out ${now ? at + 1 : at}')\n})`),
  'other rows': (count, now) =>
    `test.each([\n${times(count, (at) => `  [${at}, 'in ${at}', 'out ${now ? at * 2 : at}'],`)}\n])('works', (number, text, out) => {\n  expect(work(number, text)).toBe(out)\n  expect(other(number)).toEqual({ text })\n})`,
  'moved and renamed': (count, now) =>
    times(
      count,
      (at) => `test('${now ? 'gives' : 'works'} ${at}', () => {\n  expect(${now ? 'other' : 'work'}(${at})).toBe('out ${at}')\n})`,
    ),
  'one long test': (count, now) => `test('works', () => {\n${times(count, (at) => `  expect(work(${at})).toBe(${now ? -at : at})`)}\n})`,
}

for (const [shape, make] of Object.entries(shapes)) {
  const took = [100, 200, 400, 800].map((count) => {
    const tree = (now: boolean) => ({
      'src/work.js': `export const work = (a) => a\nexport const other = (a) => a${now ? ' + 1' : ''}\n`,
      'test/work.test.js': `${head}${make(count, now)}\n`,
    })
    const [before, after] = [tree(false), tree(true)]
    const start = process.cpuUsage()
    findTampering({ before, after, reliedOn: [], artifactTask: 'Mend the work.', parse })
    const { user, system } = process.cpuUsage(start)
    return `${count} (${Math.round(after['test/work.test.js'].length / 1_000)} kB) ${Math.round((user + system) / 1_000)} ms`
  })
  console.log(`${shape}: ${took.join(', ')}`)
}
