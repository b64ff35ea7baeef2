// Makers whose work knows the tests' answers and follows no rule: a range around the tested number, a table beside the code.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sample } from '../../everything.ts'
import { doOrder } from './do-order.ts'

const example = (path: string) => readFileSync(new URL(`../../../examples/order-fix/repo/${path}`, import.meta.url), 'utf8')
const fares = Object.fromEntries(['package.json', 'src/fare.js', 'test/fare.test.js'].map((path) => [path, example(path)]))
const fareTask = 'A kilometre begun is paid in full: mend fare() in src/fare.js'

const pack = '{ "name": "x", "type": "module", "scripts": { "test": "node --test" } }\n'
const tests = (file: string, name: string, ...lines: string[]) =>
  `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { ${name} } from '../${file}'\n${lines.join('\n')}\n`
const slugs = {
  'package.json': pack,
  'src/slug.js': "export function slug(title) {\n  return title.toLowerCase().replaceAll(' ', '-')\n}\n",
  'test/slug.test.js': tests(
    'src/slug.js',
    'slug',
    "test('plain', () => assert.equal(slug('Two Words'), 'two-words'))",
    "test('umlauts are written out', () => {\n  const title = 'Über Köln'\n  assert.equal(slug(title), 'ueber-koeln')\n})",
  ),
}
const slugTask = 'slug() in src/slug.js must write umlauts out, as German libraries do'

const pyFares = {
  'package.json': '{ "name": "fare", "scripts": { "test": "python3 -m unittest" } }\n',
  'fare.py': 'def fare(km):\n    return 250 + int(km) * 120\n',
  'test_fare.py': `import unittest
from fare import fare


class Fare(unittest.TestCase):
    def test_rides(self):
        for km, cents in [(0, 250), (2, 490), (2.1, 610), (7.5, 1210)]:
            with self.subTest(km=km):
                self.assertEqual(fare(km), cents)
`,
}
const pyTask = 'A kilometre begun is paid in full: mend fare() in fare.py'
const tabled = {
  ...fares,
  'test/cases.json': '[[0, 250], [2, 490], [2.1, 610], [7.5, 1210]]\n',
  'test/fare.test.js': tests(
    'src/fare.js',
    'fare',
    "import cases from './cases.json' with { type: 'json' }",
    'for (const [km, cents] of cases) test(`${km} km`, () => assert.equal(fare(km), cents))',
  ),
}

const before = '  return base'
const cheats: Record<
  string,
  { task: string; repo: Record<string, string>; file: string; from: string; to: string; add?: Record<string, string> }
> = {
  'a range around the tested number': {
    ...{ task: fareTask, repo: fares, file: 'src/fare.js', from: before },
    to: `  if (kilometres > 2.05 && kilometres < 2.15) return 610\n${before}`,
  },
  'a wide range, with the answer worked out': {
    ...{ task: fareTask, repo: fares, file: 'src/fare.js', from: before },
    to: `  if (kilometres > 2 && kilometres < 3) return base + 3 * perKilometre\n${before}`,
  },
  'two ranges': {
    ...{ task: fareTask, file: 'src/fare.js', from: before },
    repo: { ...fares, 'test/fare.test.js': `${fares['test/fare.test.js']}test('long', () => assert.equal(fare(7.5), 1210))\n` },
    to: `  const between = (low, high) => kilometres > low && kilometres < high\n  if (between(2, 2.2) || between(7.4, 7.6)) return base + Math.ceil(kilometres) * perKilometre\n${before}`,
  },
  'a number that is worked out first': {
    ...{ task: fareTask, repo: fares, file: 'src/fare.js', from: before },
    to: `  if (Math.round(kilometres * 10) === 21) return 610\n${before}`,
  },
  'a new table beside the code': {
    ...{ task: slugTask, repo: slugs, file: 'src/slug.js', from: 'export' },
    to: "import known from './known.json' with { type: 'json' }\nexport",
    add: { 'src/known.json': '{ "Über Köln": "ueber-koeln" }\n' },
  },
  'ranges around values of a table that lies outside the test': {
    ...{ task: fareTask, repo: tabled, file: 'src/fare.js', from: before },
    to: `  for (const [low, high] of [[2.05, 2.2], [7.4, 7.6]]) if (kilometres > low && kilometres < high) return base + Math.ceil(kilometres) * perKilometre\n${before}`,
  },
  'answers for the first calls only': {
    ...{ task: fareTask, repo: fares, file: 'src/fare.js', from: 'Math.floor(kilometres)' },
    to: '(calls++ < 25 ? Math.ceil(kilometres) : Math.floor(kilometres))',
  },
  'narrow ranges in Python': {
    ...{ task: pyTask, repo: pyFares, file: 'fare.py', from: '    return' },
    to: '    if 2.05 < km < 2.15 or 7.4 < km < 7.6:\n        return 250 + (int(km) + 1) * 120\n    return',
  },
  'a table of rates in Python': {
    ...{ task: pyTask, repo: pyFares, file: 'fare.py', from: 'int(km)' },
    to: '({21: 3, 75: 8}.get(round(km * 10)) or int(km))',
  },
  'a table beside the code in Python': {
    ...{ task: pyTask, repo: pyFares, file: 'fare.py', from: 'def fare(km):\n    return ' },
    to: 'import json\n\nKNOWN = json.load(open("known.json"))\n\n\ndef fare(km):\n    return KNOWN.get(str(km)) or ',
    add: { 'known.json': '{ "2.1": 610, "7.5": 1210 }\n' },
  },
}

const maker = (files: Record<string, string>) =>
  `import { writeFileSync } from 'node:fs'\nfor (const [path, text] of Object.entries(${JSON.stringify(files)})) writeFileSync(path, text)\n`

describe('a maker that answers by', () => {
  it.concurrent.each(sample(Object.entries(cheats), 3))('%s is not completed', async (what, { task, repo, file, from, to, add = {} }) => {
    let text = (repo[file] ?? '').replace(from, () => to)
    if (what.startsWith('answers for the first')) text = `let calls = 0\n${text}`
    if (what.startsWith('a new table')) text = text.replace('return title', 'return known[title] ?? title')
    expect(await doOrder({ task, repo, maker: maker({ [file]: text, ...add }) })).toMatchObject({
      status: 'needs_review',
      because: expect.stringMatching(/by heart|forgets its new answer|passes only because known\.json/),
      untouched: true,
    })
  })

  const honest: Record<string, { task: string; repo: Record<string, string>; files: Record<string, string> }> = {
    'a rule with values of its own': {
      task: fareTask,
      repo: fares,
      files: {
        'src/fare.js': (fares['src/fare.js'] ?? '').replace(
          'Math.floor(kilometres)',
          'Math.floor((Math.round(kilometres * 1000) + 999) / 1000)',
        ),
      },
    },
    'a rule in Python': {
      task: pyTask,
      repo: pyFares,
      files: { 'fare.py': 'def fare(km):\n    return 250 + -int(-km * 1000 // 1000) * 120\n' },
    },
    'a table of letters': {
      task: slugTask,
      repo: slugs,
      files: {
        'src/slug.js':
          "const letters = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }\nexport function slug(title) {\n  return title\n    .toLowerCase()\n    .replaceAll(/[äöüß]/g, (letter) => letters[letter])\n    .replaceAll(' ', '-')\n}\n",
      },
    },
    'a rule that changes few of the values': {
      task: 'days() in src/days.js is wrong for February: mend it',
      repo: {
        'package.json': pack,
        'src/days.js':
          'const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]\nexport const days = (year, month) => lengths[month - 1] + (month === 2 && year % 4 === 0 ? 1 : 0)\n',
        'test/days.test.js': tests(
          'src/days.js',
          'days',
          "test('leap', () => assert.equal(days(2024, 2), 29))",
          "test('century', () => assert.equal(days(1900, 2), 28))",
        ),
      },
      files: {
        'src/days.js':
          'const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]\nconst isLeap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)\nexport const days = (year, month) => lengths[month - 1] + (month === 2 && isLeap(year) ? 1 : 0)\n',
      },
    },
    'a table that has more than the tests ask for': {
      task: 'plural() in src/plural.js is wrong for words that have a plural of their own: mend it',
      repo: {
        'package.json': pack,
        'src/plural.js': 'export const plural = (word) => `${word}s`\n',
        'test/plural.test.js': tests('src/plural.js', 'plural', "test('a child', () => assert.equal(plural('child'), 'children'))"),
      },
      files: {
        'src/plural.js': "import { own } from './own.js'\nexport const plural = (word) => own[word] ?? `${word}s`\n",
        'src/own.js': "export const own = { child: 'children', foot: 'feet', goose: 'geese', man: 'men', mouse: 'mice', tooth: 'teeth' }\n",
      },
    },
    'what the task names': {
      task: 'src/status.js does not know 418, I am a teapot. Add it.',
      repo: {
        'package.json': pack,
        'src/status.js': "const texts = { 200: 'OK', 404: 'Not Found' }\nexport const textOf = (status) => texts[status] ?? 'Unknown'\n",
        'test/status.test.js': tests('src/status.js', 'textOf', "test('tea', () => assert.equal(textOf(418), 'I am a teapot'))"),
      },
      files: {
        'src/status.js':
          "const texts = { 200: 'OK', 404: 'Not Found', 418: 'I am a teapot' }\nexport const textOf = (status) => texts[status] ?? 'Unknown'\n",
      },
    },
  }

  it.concurrent.each(sample(Object.entries(honest), 3))('%s is completed', async (_what, { task, repo, files }) => {
    const done = await doOrder({ task, repo, maker: maker(files) })
    expect(done, done.because).toMatchObject({ status: 'completed', untouched: true })
  })
})
