// The sanitizer's corrections, each by name: what it proposes for the error it knows, and nothing for a file without it.
import { describe, expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { corrections } from '../../../src/workflows/order/corrections.ts'

interface Case {
  name: string
  code: string
  message?: string
  at?: [line: number, column: number]
  text: string
  mended: string
  exporters?: string[]
}

const cases: Case[] = [
  { name: 'unwrap-fence', code: 'TS1127', text: '```ts\nexport const a = 1\n```\n', mended: 'export const a = 1\n' },
  { name: 'drop-invisible-characters', code: 'TS1127', text: 'const a\u200b = 1\n', mended: 'const a = 1\n' },
  { name: 'plain-quotes', code: 'TS1127', at: [1, 11], text: 'const a = \u201cx\u201d\n', mended: 'const a = "x"\n' },
  {
    name: 'drop-merge-marks',
    code: 'TS1185',
    text: '<<<<<<< ours\nconst a = 1\n=======\nconst a = 2\n>>>>>>> theirs\n',
    mended: 'const a = 1\n',
  },
  {
    name: 'import-type',
    code: 'TS1484',
    message: "'Fare' is a type and must be imported using a type-only import",
    at: [1, 10],
    text: "import { Fare, sum } from './a.ts'\n",
    mended: "import { type Fare, sum } from './a.ts'\n",
  },
  {
    name: 'export-type',
    code: 'TS1205',
    at: [1, 10],
    text: "export { Fare } from './a.ts'\n",
    mended: "export type { Fare } from './a.ts'\n",
  },
  {
    name: 'import-extension',
    code: 'TS2835',
    message: "Relative import paths need explicit file extensions. Did you mean './a.js'?",
    at: [1, 21],
    text: "import { sum } from './a'\n",
    mended: "import { sum } from './a.js'\n",
  },
  {
    name: 'did-you-mean',
    code: 'TS2552',
    message: "Cannot find name 'lenght'. Did you mean 'length'?",
    at: [2, 8],
    text: 'const length = 1\nexport const b = lenght\n',
    mended: 'const length = 1\nexport const b = length\n',
  },
  {
    name: 'add-import',
    code: 'TS2304',
    message: "Cannot find name 'sum'.",
    at: [2, 1],
    text: "import { x } from './x.ts'\nsum(x)\n",
    mended: "import { sum } from '../lib/sum.ts'\nimport { x } from './x.ts'\nsum(x)\n",
    exporters: ['lib/sum.ts'],
  },
  {
    name: 'add-node-import',
    code: 'TS2304',
    message: "Cannot find name 'path'.",
    text: "path.join('a')\n",
    mended: "import * as path from 'node:path'\npath.join('a')\n",
  },
  {
    name: 'drop-unused-import',
    code: 'TS6133',
    message: "'b' is declared but its value is never read.",
    at: [1, 13],
    text: "import { a, b, c } from './x.ts'\na(c)\n",
    mended: "import { a, c } from './x.ts'\na(c)\n",
  },
  {
    name: 'drop-repeated-import',
    code: 'TS2300',
    message: "Duplicate identifier 'a'.",
    text: "import { a } from './x.ts'\nimport { a } from './x.ts'\na()\n",
    mended: "import { a } from './x.ts'\na()\n",
  },
  {
    name: 'add-override',
    code: 'TS4114',
    message: "This member must have an 'override' modifier",
    at: [2, 3],
    text: 'class B extends A {\n  run() {}\n}\n',
    mended: 'class B extends A {\n  override run() {}\n}\n',
  },
  {
    name: 'make-async',
    code: 'TS1308',
    at: [2, 3],
    text: 'export const f = () => {\n  await g()\n}\n',
    mended: 'export const f = async () => {\n  await g()\n}\n',
  },
  {
    name: 'drop-unused-directive',
    code: 'TS2578',
    at: [1, 1],
    text: '// @ts-expect-error once wrong\nconst a = 1\n',
    mended: 'const a = 1\n',
  },
  {
    name: 'json-import-attribute',
    code: 'TS1543',
    at: [1, 18],
    text: "import data from './a.json'\n",
    mended: "import data from './a.json' with { type: 'json' }\n",
  },
]

const propose = async ({ name, code, message = '', at: [line, column] = [1, 1], text, exporters = [] }: Case) => {
  const parse = await syntax.load(['typescript'])
  const file = 'src/a.ts'
  return corrections
    .find((each) => each.name === name)
    ?.correct({
      text,
      errors: [{ code, message, file, line, column }],
      file,
      source: parse(text, 'typescript'),
      exporters: () => exporters,
    })
}

describe('corrections', () => {
  it('OR-045 there are at least 13, each with a name of its own and a case here', () => {
    const names = corrections.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(13)
    expect(cases.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  it.each(cases)('OR-045 $name', async (one) => {
    expect(corrections.find(({ name }) => name === one.name)?.codes).toContain(one.code)
    expect(await propose(one)).toBe(one.mended)
  })

  it.each(cases)('OR-045 $name has nothing to say about code without its mistake', async (one) => {
    const text = 'export const fine = 1\n'
    expect([null, text]).toContain(await propose({ ...one, text, exporters: [], message: '' }))
  })
})
