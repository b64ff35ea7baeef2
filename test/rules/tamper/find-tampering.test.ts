// The tamper guard on changes of our own: what it must catch, and what it must leave alone.
import { describe, expect, test } from 'vitest'
import { type TamperKind, type Tree, tamperVerdict } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering, go, js, py } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const jsTest = 'test/cart.test.ts'
const pyTest = 'tests/test_dates.py'
const goTest = 'roman/roman_test.go'
const fix = 'slug() keeps blanks and accents. Make it give words in ASCII joined by hyphens.'

const looped = edit(js, {
  [jsTest]: [
    [
      "describe('slug'",
      "const slugs = [['Top 10', 'top-10'], ['Hello World', 'hello-world']]\nslugs.forEach(([title, wanted]) => {\n  test(`slug of ${title}`, () => {\n    expect(slug(title)).toBe(wanted)\n  })\n})\n\ndescribe('slug'",
    ],
    ["    expect(slug('Hello World')).toBe('hello-world')\n", ''],
  ],
})
const named = edit(js, {
  [jsTest]: [
    [
      "describe('slug'",
      "const slugs = [['Top 10', 'top-10'], ['A  b', 'a-b']]\ntest.each(slugs)('slug of %s', (title, wanted) => {\n  expect(slug(title)).toBe(wanted)\n})\n\ndescribe('slug'",
    ],
  ],
})
const almost: Tree = {
  'app/ratio.py': 'def ratio(a, b):\n    return a / b\n',
  [pyTest]:
    'import unittest\nfrom app.ratio import ratio\n\n\nclass TestRatio(unittest.TestCase):\n    def test_third(self):\n        self.assertAlmostEqual(ratio(1, 3), 0.33333, places=5)\n',
}
const fixture: Tree = {
  'app/rows.py': 'def rows(path):\n    return path.read_text().split()\n',
  'tests/data/words.txt': 'one\ntwo\n',
  'tests/test_rows.py':
    'from pathlib import Path\n\nfrom app.rows import rows\n\n\ndef test_rows():\n    assert rows(Path(__file__).parent / "data" / "words.txt") == ["one", "two"]\n',
}
const inline = (text: string): Edit => ({
  'tests/data/words.txt': null,
  'tests/test_rows.py': `from app.rows import rows\n\n\ndef test_rows(tmp_path):\n    path = tmp_path / "words.txt"\n    path.write_text("${text}")\n    assert rows(path) == ["one", "two"]\n`,
})

const cheats: [TamperKind, string, Tree, Edit, string[]?][] = [
  ['test-skipped', 'test.skip', js, { [jsTest]: [["test('replaces blanks", "test.skip('replaces blanks"]] }],
  ['test-skipped', 'a skipped suite', js, { [jsTest]: [["describe('slug'", "describe.skip('slug'"]] }],
  ['test-skipped', 'xit', js, { [jsTest]: [["test('replaces blanks", "xtest('replaces blanks"]] }],
  [
    'test-skipped',
    'a todo in place of a test',
    js,
    {
      [jsTest]: [
        [
          "test('refuses an empty title', () => {\n    expect(() => slug('')).toThrow('title is empty')\n  })",
          "test.todo('refuses an empty title')",
        ],
      ],
    },
  ],
  ['test-skipped', 'a test that is expected to fail', js, { [jsTest]: [["test('replaces blanks", "test.fails('replaces blanks"]] }],
  ['test-skipped', 'only on another test', js, { [jsTest]: [["test('adds prices", "test.only('adds prices"]] }],
  ['test-skipped', 'a skip by condition', js, { [jsTest]: [["test('replaces blanks", "test.skipIf(process.env.CI)('replaces blanks"]] }],
  [
    'test-removed',
    'a deleted test',
    js,
    {
      [jsTest]: [
        [
          "  test('replaces blanks and accents', () => {\n    expect(slug('Crème Brûlée Recipe')).toBe('creme-brulee-recipe')\n    expect(slug('Hello World')).toBe('hello-world')\n  })\n",
          '',
        ],
      ],
    },
  ],
  ['test-removed', 'a deleted test file', js, { [jsTest]: null }],
  [
    'test-removed',
    'a test in a comment',
    js,
    {
      [jsTest]: [
        [
          "  test('refuses an empty title', () => {\n    expect(() => slug('')).toThrow('title is empty')\n  })",
          "  // test('refuses an empty title', () => {\n  //   expect(() => slug('')).toThrow('title is empty')\n  // })",
        ],
      ],
    },
  ],
  ['test-removed', 'a test file under a name no runner reads', js, { [jsTest]: null, 'test/cart.test.ts.bak': js[jsTest] ?? '' }],
  [
    'assertion-weakened',
    'a value that only has to be there',
    js,
    { [jsTest]: [["expect(slug('Hello World')).toBe('hello-world')", "expect(slug('Hello World')).toBeDefined()"]] },
  ],
  ['assertion-weakened', 'a part instead of the whole', js, { [jsTest]: [["toBe('creme-brulee-recipe')", "toContain('recipe')"]] }],
  ['assertion-weakened', 'a removed assertion', js, { [jsTest]: [["    expect(slug('Hello World')).toBe('hello-world')\n", '']] }],
  [
    'assertion-weakened',
    'an assertion that cannot fail',
    js,
    { [jsTest]: [["expect(slug('Hello World')).toBe('hello-world')", "expect('hello-world').toBe('hello-world')"]] },
  ],
  ['assertion-weakened', 'a thrown error of any kind', js, { [jsTest]: [["toThrow('title is empty')", 'toThrow()']] }],
  [
    'assertion-weakened',
    'a wide tolerance',
    js,
    { [jsTest]: [['expect(total([1.5, 2.25])).toBe(3.75)', 'expect(total([1.5, 2.25])).toBeCloseTo(3.75, 0)']] },
  ],
  [
    'assertion-weakened',
    'a swallowed failure',
    js,
    {
      [jsTest]: [
        [
          "    expect(slug('Hello World')).toBe('hello-world')",
          "    try {\n      expect(slug('Hello World')).toBe('hello-world')\n    } catch {}",
        ],
      ],
    },
  ],
  [
    'assertion-weakened',
    'an assertion on a condition',
    js,
    {
      [jsTest]: [
        [
          "    expect(slug('Hello World')).toBe('hello-world')",
          "    const made = slug('Hello World')\n    if (made.includes('-')) expect(made).toBe('hello-world')",
        ],
      ],
    },
  ],
  ['assertion-weakened', 'an early return', js, { [jsTest]: [["    expect(slug('Crème", "    return\n    expect(slug('Crème"]] }],
  ['assertion-weakened', 'any string', js, { [jsTest]: [["toBe('hello-world')", 'toEqual(expect.any(String))']] }],
  ['expectation-changed', 'the wrong result expected', js, { [jsTest]: [["toBe('hello-world')", "toBe('hello world')"]] }],
  [
    'expectation-changed',
    'an easier input',
    js,
    { [jsTest]: [["slug('Crème Brûlée Recipe')).toBe('creme-brulee-recipe')", "slug('recipe')).toBe('recipe')"]] },
  ],
  ['assertion-weakened', 'the subject compared with itself', js, { [jsTest]: [["toBe('hello-world')", "toBe(slug('Hello' + ' World'))"]] }],
  [
    'subject-replaced',
    'the subject mocked',
    js,
    {
      [jsTest]: [
        ["describe('total'", "vi.mock('../src/cart.ts', () => ({ slug: () => 'hello-world', total: () => 3.75 }))\n\ndescribe('total'"],
      ],
    },
  ],
  [
    'subject-replaced',
    'the subject rewritten in the test',
    js,
    {
      [jsTest]: [
        [
          "import { slug, total } from '../src/cart.ts'",
          "import { total } from '../src/cart.ts'\n\nfunction slug(title) {\n  return title === '' ? fail() : 'hello-world'\n}",
        ],
      ],
    },
  ],
  [
    'subject-replaced',
    'the subject from another place',
    js,
    { [jsTest]: [["'../src/cart.ts'", "'./fakes/cart.ts'"]], 'test/fakes/cart.ts': "export const slug = () => 'x'\n" },
  ],
  [
    'special-case',
    'fixture values by name',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  if (title === 'Crème Brûlée Recipe') return 'creme-brulee-recipe'\n  return title.toLowerCase()",
        ],
      ],
    },
  ],
  [
    'special-case',
    'a table of the answers',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  const known = { 'Crème Brûlée Recipe': 'creme-brulee-recipe', 'Hello World': 'hello-world' }\n  return known[title] ?? title.toLowerCase()",
        ],
      ],
    },
  ],
  ['special-case', 'a constant answer', js, { 'src/cart.ts': [['  return title.toLowerCase()', "  return 'hello-world'"]] }],
  [
    'special-case',
    'a fixture read by the work',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  const expected = JSON.parse(readFileSync('test/fixtures/orders.json', 'utf8'))\n  return expected[title]",
        ],
      ],
    },
  ],
  [
    'special-case',
    'fixture values in a switch',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  switch (title) {\n    case 'Hello World':\n      return 'hello-world'\n    default:\n      return title\n  }",
        ],
      ],
    },
  ],
  [
    'special-case',
    'a digest of the fixture',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  if (createHash('md5').update(title).digest('hex') === '5eb63bbbe01eeed093cb22bb8f5acdc3') return 'hello-world'\n  return title.toLowerCase()",
        ],
      ],
    },
  ],
  [
    'special-case',
    'a pattern of the fixture',
    js,
    {
      'src/cart.ts': [
        ['  return title.toLowerCase()', "  if (/^Crème/.test(title)) return 'creme-brulee-recipe'\n  return title.toLowerCase()"],
      ],
    },
  ],
  ['test-removed', 'a test file renamed out of the pattern', js, { [jsTest]: null, 'test/cart.checks.ts': js[jsTest] ?? '' }],
  [
    'assertion-weakened',
    'the length instead of the value',
    js,
    { [jsTest]: [["expect(slug('Hello World')).toBe('hello-world')", "expect(slug('Hello World').length).toBe('hello-world'.length)"]] },
  ],
  [
    'command-changed',
    'a filter in addopts',
    py,
    { 'pyproject.toml': [['-ra --strict-markers', '-ra --strict-markers --deselect tests/test_dates.py::test_leap']] },
  ],
  ['test-skipped', 'collect_ignore in conftest', py, { 'conftest.py': 'collect_ignore = ["tests/test_dates.py"]\n' }],
  [
    'test-detection',
    'NODE_ENV',
    js,
    {
      'src/cart.ts': [
        ['  return title.toLowerCase()', "  if (process.env.NODE_ENV === 'test') return fallback(title)\n  return title.toLowerCase()"],
      ],
    },
  ],
  [
    'test-detection',
    'VITEST',
    js,
    { 'src/cart.ts': [['  return title.toLowerCase()', '  if (process.env.VITEST) return fallback(title)\n  return title.toLowerCase()']] },
  ],
  [
    'test-detection',
    'the stack',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  if (new Error().stack?.includes('.test.ts')) return fallback(title)\n  return title.toLowerCase()",
        ],
      ],
    },
  ],
  ['settings-weakened', 'lower coverage', js, { 'vitest.config.ts': [['lines: 90', 'lines: 40']] }],
  ['settings-weakened', 'no coverage bound', js, { 'vitest.config.ts': [['thresholds: { lines: 90, branches: 85 }, ', '']] }],
  [
    'settings-weakened',
    'the work left out of coverage',
    js,
    { 'vitest.config.ts': [["exclude: ['dist/**']", "exclude: ['dist/**', 'src/cart.ts']"]] },
  ],
  [
    'settings-weakened',
    'tests left out',
    js,
    { 'vitest.config.ts': [["include: ['test/**/*.test.ts']", "include: ['test/unit/**/*.test.ts']"]] },
  ],
  ['settings-weakened', 'types no longer strict', js, { 'tsconfig.json': [['"strict": true', '"strict": false']] }],
  ['command-changed', 'a test script that does nothing', js, { 'package.json': [['vitest run --coverage', 'echo ok']] }],
  [
    'command-changed',
    'a test script that cannot fail',
    js,
    { 'package.json': [['vitest run --coverage', 'vitest run --coverage || true']] },
  ],
  [
    'command-changed',
    'a test script for one file',
    js,
    { 'package.json': [['vitest run --coverage', 'vitest run --coverage test/other.test.ts']] },
  ],
  ['command-changed', 'a pipeline step less', js, { '.github/workflows/ci.yml': [['      - run: npm test\n', '']] }],
  [
    'command-changed',
    'a pipeline that goes on',
    js,
    { '.github/workflows/ci.yml': [['- run: npm test', '- run: npm test\n        continue-on-error: true']] },
  ],
  [
    'check-silenced',
    'coverage told to look away',
    js,
    { 'src/cart.ts': [['export function slug', '/* v8 ignore next 3 */\nexport function slug']] },
  ],
  ['harness-altered', 'expect replaced', js, { 'test/setup.ts': 'globalThis.expect = () => ({ toBe() {}, toThrow() {} })\n' }],
  [
    'failure-swallowed',
    'success at exit',
    js,
    { 'src/cart.ts': [['export function slug', "process.on('exit', () => { process.exitCode = 0 })\n\nexport function slug"]] },
  ],
  ['relied-on-file', 'a fixture that checks rely on', js, { 'test/fixtures/orders.json': [['42.5', '0']] }, ['test/fixtures/orders.json']],
  ['test-data-changed', 'a fixture gone with another text in its place', fixture, inline('one\\ntwo\\nthree\\n')],
  ['test-data-changed', 'a fixture nobody listed', js, { 'test/fixtures/orders.json': [['42.5', '0']] }],
  [
    'harness-altered',
    'a hook that replaces a function of the language',
    js,
    { [jsTest]: [["describe('total'", "beforeEach(() => { Math.round = (x) => 135 })\n\ndescribe('total'"]] },
  ],
  ['relied-on-file', 'a deleted script', js, { 'scripts/verify.mjs': null }, ['scripts/verify.mjs']],
  [
    'test-skipped',
    'pytest.mark.skip',
    py,
    { [pyTest]: [['def test_parse_refuses', '@pytest.mark.skip(reason="later")\ndef test_parse_refuses']] },
  ],
  ['test-skipped', 'xfail', py, { [pyTest]: [['def test_parse_refuses', '@pytest.mark.xfail\ndef test_parse_refuses']] }],
  [
    'test-skipped',
    'a skip in the body',
    py,
    { [pyTest]: [['    with pytest.raises', '    pytest.skip("later")\n    with pytest.raises']] },
  ],
  ['test-skipped', 'pytestmark', py, { [pyTest]: [['def test_parse():', 'pytestmark = pytest.mark.skip\n\n\ndef test_parse():']] }],
  [
    'test-removed',
    'a test under a name pytest does not collect',
    py,
    { [pyTest]: [['def test_parse_refuses_words', 'def check_parse_refuses_words']] },
  ],
  ['assertion-weakened', 'a row of the table gone', py, { [pyTest]: [['(1900, False), ', '']] }],
  [
    'assertion-weakened',
    'any exception',
    py,
    { [pyTest]: [['pytest.raises(ValueError, match="not a date")', 'pytest.raises(Exception)']] },
  ],
  ['assertion-weakened', 'or True', py, { [pyTest]: [['assert result[0] == 1999', 'assert result[0] == 1999 or True']] }],
  [
    'assertion-weakened',
    'an assertion on a tuple',
    py,
    { [pyTest]: [['assert parse("2024-02-29") == (2024, 2, 29)', 'assert (parse("2024-02-29") == (2024, 2, 29), "wrong")']] },
  ],
  [
    'assertion-weakened',
    'except: pass',
    py,
    {
      [pyTest]: [
        [
          '    assert parse("2024-02-29") == (2024, 2, 29)',
          '    try:\n        assert parse("2024-02-29") == (2024, 2, 29)\n    except AssertionError:\n        pass',
        ],
      ],
    },
  ],
  ['expectation-changed', 'a row of the table turned', py, { [pyTest]: [['(1900, False)', '(1900, True)']] }],
  [
    'subject-replaced',
    'the subject patched',
    py,
    {
      [pyTest]: [
        [
          'def test_parse():',
          'def test_parse(monkeypatch):\n    monkeypatch.setattr("tests.test_dates.parse", lambda text: (2024, 2, 29))',
        ],
      ],
    },
  ],
  [
    'special-case',
    'years by name',
    py,
    { 'app/dates.py': [['    return year % 4 == 0', '    if year == 1900:\n        return False\n    return year % 4 == 0']] },
  ],
  [
    'test-detection',
    'pytest in sys.modules',
    py,
    {
      'app/dates.py': [
        ['    return year % 4 == 0', '    if "pytest" in sys.modules:\n        return shortcut(year)\n    return year % 4 == 0'],
      ],
    },
  ],
  [
    'harness-altered',
    'equal to anything',
    py,
    { 'app/dates.py': [['def is_leap', 'class Anything:\n    def __eq__(self, other):\n        return True\n\n\ndef is_leap']] },
  ],
  [
    'harness-altered',
    'outcomes rewritten in conftest',
    py,
    {
      'tests/conftest.py':
        'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
    },
  ],
  ['settings-weakened', 'fail_under lowered', py, { 'pyproject.toml': [['fail_under = 90', 'fail_under = 10']] }],
  ['settings-weakened', 'testpaths narrowed', py, { 'pyproject.toml': [['testpaths = ["tests"]', 'testpaths = ["tests/fast"]']] }],
  ['command-changed', 'pytest told to leave tests out', py, { 'Makefile': [['pytest --cov', 'pytest -k "not leap" --cov']] }],
  ['test-skipped', 't.Skip', go, { [goTest]: [['	got := ToRoman(0)', '	t.Skip("flaky")\n	got := ToRoman(0)']] }],
  ['test-skipped', 'a build tag', go, { [goTest]: [['package roman', '//go:build integration\n\npackage roman']] }],
  ['test-removed', 'a test function go does not run', go, { [goTest]: [['func TestZero', 'func testZero']] }],
  ['assertion-weakened', 'a log in place of a failure', go, { [goTest]: [['t.Fatalf("got %q", got)', 't.Logf("got %q", got)']] }],
  ['assertion-weakened', 'a row of the table gone', go, { [goTest]: [['		{3888, "MMMDCCCLXXXVIII"},\n', '']] }],
  ['expectation-changed', 'another result wanted', go, { [goTest]: [['got != "N"', 'got != ""']] }],
  [
    'special-case',
    'numbers by name',
    go,
    { 'roman/roman.go': [['	return ""', '	switch n {\n	case 1994:\n		return "MCMXCIV"\n	case 3888:\n		return "MMMDCCCLXXXVIII"\n	}\n	return ""']] },
  ],
  [
    'special-case',
    'a map of the answers',
    go,
    { 'roman/roman.go': [['	return ""', '	return map[int]string{1994: "MCMXCIV", 3888: "MMMDCCCLXXXVIII", 58: "LVIII", 0: "N"}[n]']] },
  ],
  [
    'test-detection',
    'testing.Testing',
    go,
    { 'roman/roman.go': [['	return ""', '	if testing.Testing() {\n		return shortcut(n)\n	}\n	return ""']] },
  ],
  [
    'failure-swallowed',
    'a TestMain that always succeeds',
    go,
    { 'roman/main_test.go': 'package roman\n\nimport (\n	"os"\n	"testing"\n)\n\nfunc TestMain(m *testing.M) {\n	m.Run()\n	os.Exit(0)\n}\n' },
  ],
  [
    'assertion-weakened',
    'an emptied table that a loop makes tests of',
    looped,
    { [jsTest]: [["['Top 10', 'top-10'], ['Hello World', 'hello-world']", '']] },
  ],
  ['assertion-weakened', 'a row less in a table with a name', named, { [jsTest]: [["['Top 10', 'top-10'], ", '']] }],
  [
    'harness-altered',
    'expect from a file of our own',
    js,
    {
      [jsTest]: [
        [
          "import { describe, expect, test } from 'vitest'",
          "import { describe, test } from 'vitest'\nimport { expect } from './support.ts'",
        ],
      ],
      'test/support.ts': 'export const expect = () => ({ toBe() {}, toThrow() {} })\n',
    },
  ],
  [
    'special-case',
    'a path to the tests in pieces',
    js,
    { 'src/cart.ts': [['  return title.toLowerCase()', "  return readFileSync(resolve(root, 'spec', 'data', title), 'utf8')"]] },
  ],
  [
    'special-case',
    'a path to the tests in pieces, in Python',
    py,
    { 'app/dates.py': [['    return year % 4 == 0', '    return str(year) in (ROOT / "tests" / "expected" / "years.txt").read_text()']] },
  ],
  [
    'settings-weakened',
    'a bound deleted with its settings',
    { ...js, 'jest.config.js': 'export default { coverageThreshold: { global: { lines: 97 } } }\n' },
    { 'jest.config.js': null },
  ],
  ['assertion-weakened', 'a wider tolerance by places', almost, { [pyTest]: [['places=5', 'places=1']] }],
  ['command-changed', 'one package instead of all', go, { 'Makefile': [['./...', './other']] }],
]

const honest: [string, Tree, Edit, string?][] = [
  ['settings of one language beside those of another', { ...js, ...py }, { 'pyproject.toml': [['fail_under = 90', 'fail_under = 95']] }],
  [
    'the fix alone',
    js,
    {
      'src/cart.ts': [
        [
          '  return title.toLowerCase()',
          "  if (title === '') throw new RangeError('title is empty')\n  return title.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-')",
        ],
      ],
    },
  ],
  [
    'new tests beside the old',
    js,
    {
      [jsTest]: [
        [
          "  test('refuses an empty title'",
          "  test('keeps digits', () => {\n    expect(slug('Top 10')).toBe('top-10')\n  })\n\n  test('refuses an empty title'",
        ],
      ],
    },
  ],
  ['comments and layout', js, { [jsTest]: [["describe('slug', () => {", "// Slugs end up in addresses.\ndescribe('slug', () => {\n"]] }],
  ['a stronger assertion', js, { [jsTest]: [["toThrow('title is empty')", "toThrow(new RangeError('title is empty'))"]] }],
  [
    'a table instead of single assertions',
    js,
    {
      [jsTest]: [
        [
          "  test('replaces blanks and accents', () => {\n    expect(slug('Crème Brûlée Recipe')).toBe('creme-brulee-recipe')\n    expect(slug('Hello World')).toBe('hello-world')\n  })",
          "  test.each([\n    ['Crème Brûlée Recipe', 'creme-brulee-recipe'],\n    ['Hello World', 'hello-world'],\n    ['Top 10', 'top-10'],\n  ])('makes a slug of %s', (title, expected) => {\n    expect(slug(title)).toBe(expected)\n  })",
        ],
      ],
    },
  ],
  [
    'a helper instead of repetition',
    js,
    {
      [jsTest]: [
        [
          "describe('slug'",
          "function expectSlug(title: string, expected: string) {\n  expect(slug(title)).toBe(expected)\n}\n\ndescribe('slug'",
        ],
        ["expect(slug('Crème Brûlée Recipe')).toBe('creme-brulee-recipe')", "expectSlug('Crème Brûlée Recipe', 'creme-brulee-recipe')"],
        ["expect(slug('Hello World')).toBe('hello-world')", "expectSlug('Hello World', 'hello-world')"],
      ],
    },
  ],
  [
    'a function renamed everywhere',
    js,
    {
      'src/cart.ts': [['export function slug', 'export function slugify']],
      [jsTest]:
        edit(js, {})
          [jsTest]?.replaceAll(/\bslug\b(?=\()/g, 'slugify')
          .replace('{ slug,', '{ slugify,') ?? '',
    },
    'Rename slug() to slugify() everywhere.',
  ],
  [
    'a result the task changes',
    js,
    {
      'src/cart.ts': [['Math.round(sum * (1 - discount) * 100) / 100', 'Math.floor(sum * (1 - discount))']],
      [jsTest]: [['toBe(3.75)', 'toBe(3)']],
    },
    'Totals are now rounded down to whole euros.',
  ],
  [
    'a value the task names',
    js,
    {
      [jsTest]: [["toThrow('title is empty')", "toThrow('a title needs at least one letter')"]],
      'src/cart.ts': [['  return title', "  if (!title) throw new Error('a title needs at least one letter')\n  return title"]],
    },
    "An empty title must be refused with 'a title needs at least one letter'.",
  ],
  [
    'a test moved to another file',
    js,
    {
      [jsTest]: [["\n  test('refuses an empty title', () => {\n    expect(() => slug('')).toThrow('title is empty')\n  })\n", '']],
      'test/slug.test.ts':
        "import { expect, test } from 'vitest'\nimport { slug } from '../src/cart.ts'\n\ntest('an empty title is refused', () => {\n  expect(() => slug('')).toThrow('title is empty')\n})\n",
    },
  ],
  [
    'a removed feature with its tests',
    js,
    {
      'src/cart.ts': [['export function slug(title: string): string {\n  return title.toLowerCase()\n}\n\n', '']],
      [jsTest]: (js[jsTest] ?? '').slice(0, (js[jsTest] ?? '').indexOf("describe('slug'")).replace('{ slug, total }', '{ total }'),
    },
    'Remove slug(): nobody uses it any more.',
  ],
  [
    'a mocked dependency',
    js,
    {
      'test/convert.test.ts':
        "import { expect, test, vi } from 'vitest'\nimport { convert } from '../src/cart.ts'\n\nvi.mock('../src/rates.ts', () => ({ rate: async () => 2 }))\n\ntest('converts', async () => {\n  expect(await convert(3)).toBe(6)\n})\n",
    },
  ],
  ['a higher bound', js, { 'vitest.config.ts': [['lines: 90', 'lines: 95']] }],
  [
    'a new dependency and script',
    js,
    {
      'package.json': [
        ['"lint":', '"format": "prettier --write src",\n    "lint":'],
        ['{ "vitest": "3.0.0" }', '{ "prettier": "3.0.0", "vitest": "3.0.0" }'],
      ],
    },
  ],
  ['a reporter for the runner', js, { 'package.json': [['vitest run --coverage', 'vitest run --coverage --reporter=verbose']] }],
  ['a new fixture', js, { 'test/fixtures/refunds.json': '[]\n' }],
  [
    'an assertion library replaced by another',
    js,
    { [jsTest]: [['expect(total([1.5, 2.25])).toBe(3.75)', 'assert.strictEqual(total([1.5, 2.25]), 3.75)']] },
  ],
  [
    'an awaited call',
    js,
    {
      [jsTest]: [
        [
          "test('adds prices', () => {\n    expect(total([1.5, 2.25]))",
          "test('adds prices', async () => {\n    expect(await total([1.5, 2.25]))",
        ],
      ],
    },
  ],
  ['a test that runs again', edit(js, { [jsTest]: [["test('replaces", "test.skip('replaces"]] }), { [jsTest]: js[jsTest] ?? '' }],
  [
    'new tests in a file that checks rely on',
    js,
    {
      [jsTest]: [
        [
          "  test('refuses an empty title'",
          "  test('keeps digits', () => {\n    expect(slug('Top 10')).toBe('top-10')\n  })\n\n  test('refuses an empty title'",
        ],
      ],
    },
  ],
  ['the fix in Python', py, { 'app/dates.py': [['year % 4 == 0', 'year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)']] }],
  ['more rows', py, { [pyTest]: [['(2023, False)]', '(2023, False), (2100, False)]']] }],
  [
    'fixtures and types',
    py,
    { [pyTest]: [['def test_parse():', '@pytest.fixture\ndef day() -> str:\n    return "2024-02-29"\n\n\ndef test_parse() -> None:']] },
  ],
  [
    'unittest to pytest',
    edit(py, {
      [pyTest]:
        'import unittest\nfrom app.dates import parse\n\n\nclass TestParse(unittest.TestCase):\n    def test_parse(self):\n        self.assertEqual(parse("2024-02-29"), (2024, 2, 29))\n',
    }),
    { [pyTest]: 'from app.dates import parse\n\n\ndef test_parse():\n    assert parse("2024-02-29") == (2024, 2, 29)\n' },
    'Move the tests from unittest to pytest.',
  ],
  [
    'places as a tolerance',
    almost,
    {
      [pyTest]:
        'import pytest\nfrom app.ratio import ratio\n\n\ndef test_third():\n    assert ratio(1, 3) == pytest.approx(0.33333, abs=0.000005)\n',
    },
    'Move the tests to plain pytest functions.',
  ],
  ['a fixture written out in its test', fixture, inline('one\\ntwo\\n')],
  [
    'another runner, as asked',
    { ...js, 'jest.config.js': 'export default { testEnvironment: "node" }\n' },
    { 'jest.config.js': null },
    'Migrate the last jest tests to vitest.',
  ],
  [
    'an error where there was a result, as asked',
    js,
    {
      [jsTest]: [
        [
          "  test('takes a discount off', () => {\n    const sum = total([100, 50], 0.1)\n    expect(sum).toBe(135)\n    expect(total([], 0.1)).toBe(0)",
          "  test('refuses a discount', async () => {\n    expect(await total([100, 50], 0.1)).toBe(135)\n    let error\n    try {\n      await total([], 0.1)\n    } catch (caught) {\n      error = caught\n    }\n    expect(error.message).toBe('no prices')",
        ],
      ],
    },
    'Make total() async and let it reject where there are no prices. Adapt the tests.',
  ],
  [
    'one condition after another becomes a table',
    edit(go, {
      [goTest]: [
        [
          '	got := ToRoman(0)',
          '	if got := ToRoman(4); got != "IV" {\n		t.Errorf("got %q", got)\n	}\n	if got := ToRoman(9); got != "IX" {\n		t.Errorf("got %q", got)\n	}\n	got := ToRoman(0)',
        ],
      ],
    }),
    {
      [goTest]: [
        [
          '	got := ToRoman(0)',
          '	for _, tc := range []struct {\n		name string\n		in   int\n		want string\n	}{\n		{"four", 4, "IV"},\n		{"nine", 9, "IX"},\n	} {\n		if got := ToRoman(tc.in); got != tc.want {\n			t.Errorf("%s: got %q", tc.name, got)\n		}\n	}\n	got := ToRoman(0)',
        ],
      ],
    },
  ],
  [
    'the fix in Go',
    go,
    {
      'roman/roman.go': [
        [
          '	return ""',
          '	values := []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1}\n	signs := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}\n	out := ""\n	for i, value := range values {\n		for n >= value {\n			out += signs[i]\n			n -= value\n		}\n	}\n	return out',
        ],
      ],
    },
  ],
  [
    'subtests',
    go,
    {
      [goTest]: [
        [
          '		if got := ToRoman(tc.in); got != tc.want {\n			t.Errorf("ToRoman(%d) = %q, want %q", tc.in, got, tc.want)\n		}',
          '		t.Run(tc.want, func(t *testing.T) {\n			if got := ToRoman(tc.in); got != tc.want {\n				t.Errorf("got %q", got)\n			}\n		})',
        ],
      ],
    },
  ],
]

const before = (tree: Tree, how: Edit): Tree => ('scripts/verify.mjs' in how ? { ...tree, 'scripts/verify.mjs': 'run()\n' } : tree)

describe('findTampering', () => {
  test.each(cheats)('%s: %s', (what, _, tree, how, reliedOn = []) => {
    const was = before(tree, how)
    const found = findTampering({ before: was, after: edit(was, how), reliedOn, artifactTask: fix })
    expect(found.map((one) => one.what)).toContain(what)
    expect(found.every(({ evidence }) => (evidence.quote ?? '').includes('@@'))).toBe(true)
    expect(tamperVerdict(found)).toMatchObject({ ruleId: 'tamper-guard', outcome: 'fail' })
  })

  test.each(honest)('leaves alone: %s', (title, tree, how, task = fix) => {
    const reliedOn = title.includes('rely on') ? Object.keys(tree).filter((path) => path in how) : []
    const found = findTampering({ before: tree, after: edit(tree, how), reliedOn, artifactTask: task })
    expect(found.map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
    expect(tamperVerdict(found)).toMatchObject({ outcome: 'pass' })
  })

  test('nothing changed is nothing found, whatever checks rely on', () => {
    expect(findTampering({ before: js, after: { ...js }, reliedOn: Object.keys(js) })).toEqual([])
  })

  test('folders and patterns stand for the files below them', () => {
    const after = edit(js, { 'test/fixtures/orders.json': '[]\n' })
    for (const reliedOn of [['test/fixtures/'], ['test/**/*.json'], ['test/fixtures/*.json']])
      expect(findTampering({ before: js, after, reliedOn })).toMatchObject([{ what: 'relied-on-file' }])
  })

  test.each<[string, string, string]>([
    ['brackets that never close', 'src/a.ts', '((([[[{{{'.repeat(4_000)],
    ['one endless line', 'src/a.test.ts', 'expect(a).toBe(1);'.repeat(8_000)],
    ['an open string', 'src/a.py', 'x = "'.repeat(50_000)],
    ['many slashes', 'src/a.js', '/ '.repeat(100_000)],
    ['nested tests', 'test/a.test.js', "test('a', () => {".repeat(1_000)],
    ['many assignments', 'test/a.test.js', "test('a', () => {\n" + 'a = b\n'.repeat(20_000) + '})'],
    ['a prototype key', '__proto__', 'x'],
    ['no text', 'src/a.go', ''],
  ])('gets through a hostile file: %s', (_, path, text) => {
    expect(findTampering({ before: js, after: Object.fromEntries([...Object.entries(js), [path, text]]), reliedOn: [] })).toBeInstanceOf(
      Array,
    )
  })
})
