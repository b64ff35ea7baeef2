// Small projects in three languages for the tamper guard's own tests: sound work with sound tests.
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { grammars } from '../../../src/rules/reading/syntax.ts'
import { grammarsFor } from '../../../src/rules/tamper/read.ts'
import { type TamperInput, type Tree, findTampering as findWith } from '../../../src/rules/tamper/find-tampering.ts'

const parse = await syntax.load(grammars)

/** The guard with the grammars that it says the change takes, and no others. */
export function findTampering(input: Omit<TamperInput, 'parse'>) {
  const asked = grammarsFor(input.before, input.after)
  return findWith({
    ...input,
    parse: (text, grammar) => {
      if (!asked.has(grammar)) throw new Error(`the grammar of ${grammar} was not asked for`)
      return parse(text, grammar)
    },
  })
}

export const js: Tree = {
  'src/cart.ts': `import { rate } from './rates.ts'

export function total(prices: number[], discount = 0): number {
  const sum = prices.reduce((a, b) => a + b, 0)
  return Math.round(sum * (1 - discount) * 100) / 100
}

export function slug(title: string): string {
  return title.toLowerCase()
}

export async function convert(amount: number): Promise<number> {
  return amount * (await rate('EUR'))
}
`,
  'src/rates.ts': `export async function rate(code: string): Promise<number> {
  const reply = await fetch('https://rates.example/' + code)
  return (await reply.json()).rate
}
`,
  'test/cart.test.ts': `import { describe, expect, test } from 'vitest'
import { slug, total } from '../src/cart.ts'

describe('total', () => {
  test('adds prices', () => {
    expect(total([1.5, 2.25])).toBe(3.75)
  })

  test('takes a discount off', () => {
    const sum = total([100, 50], 0.1)
    expect(sum).toBe(135)
    expect(total([], 0.1)).toBe(0)
  })
})

describe('slug', () => {
  test('replaces blanks and accents', () => {
    expect(slug('Crème Brûlée Recipe')).toBe('creme-brulee-recipe')
    expect(slug('Hello World')).toBe('hello-world')
  })

  test('refuses an empty title', () => {
    expect(() => slug('')).toThrow('title is empty')
  })
})
`,
  'package.json': `{
  "name": "shop",
  "scripts": {
    "test": "vitest run --coverage",
    "lint": "eslint --max-warnings 0 src"
  },
  "devDependencies": { "vitest": "3.0.0" }
}
`,
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    coverage: { thresholds: { lines: 90, branches: 85 }, exclude: ['dist/**'] },
  },
})
`,
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
  '.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n      - run: npm run lint\n',
  'test/fixtures/orders.json': '[{ "id": 1, "total": 42.5 }]\n',
}

export const py: Tree = {
  'app/dates.py': `def parse(text):
    year, month, day = text.split("-")
    return int(year), int(month), int(day)


def is_leap(year):
    return year % 4 == 0
`,
  'tests/test_dates.py': `import pytest
from app.dates import is_leap, parse


def test_parse():
    assert parse("2024-02-29") == (2024, 2, 29)


def test_parse_refuses_words():
    with pytest.raises(ValueError, match="not a date"):
        parse("tomorrow")


@pytest.mark.parametrize("year,expected", [(2000, True), (1900, False), (2024, True), (2023, False)])
def test_leap(year, expected):
    assert is_leap(year) is expected


class TestRange:
    def test_bounds(self):
        result = parse("1999-12-31")
        assert result[0] == 1999
        assert len(result) == 3
`,
  'pyproject.toml':
    '[tool.pytest.ini_options]\naddopts = "-ra --strict-markers"\ntestpaths = ["tests"]\n\n[tool.coverage.report]\nfail_under = 90\n',
  'Makefile': 'test:\n\tpytest --cov=app --cov-fail-under=90\n',
}

export const go: Tree = {
  'roman/roman.go': `package roman

func ToRoman(n int) string {
	return ""
}
`,
  'roman/roman_test.go': `package roman

import "testing"

func TestToRoman(t *testing.T) {
	cases := []struct {
		in   int
		want string
	}{
		{1994, "MCMXCIV"},
		{3888, "MMMDCCCLXXXVIII"},
		{58, "LVIII"},
	}
	for _, tc := range cases {
		if got := ToRoman(tc.in); got != tc.want {
			t.Errorf("ToRoman(%d) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestZero(t *testing.T) {
	got := ToRoman(0)
	if got != "N" {
		t.Fatalf("got %q", got)
	}
}
`,
  'Makefile': 'test:\n\tgo test -race ./...\n',
}

/** The tree with parts of files replaced; null removes a file, a string rewrites it. */
export function edit(tree: Tree, changes: Record<string, string | null | [string, string][]>): Tree {
  const after: Record<string, string> = { ...tree }
  for (const [path, how] of Object.entries(changes)) {
    if (how === null) delete after[path]
    else if (typeof how === 'string') after[path] = how
    else
      for (const [from, to] of how) {
        const text = after[path] ?? ''
        if (!text.includes(from)) throw new Error(`${path} does not hold: ${from}`)
        after[path] = text.replace(from, () => to)
      }
  }
  return after
}
