// Tests that are rewritten because the task asks for it, and what is slipped in on the way: the classes of the eighth set in other languages.
import { expect, test } from 'vitest'
import { partOf } from '../../../src/rules/tamper/files.ts'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { findTampering } from './trees.ts'

interface Change {
  task: string
  before: Tree
  after: Tree
}

const find = ({ task, before, after }: Change) =>
  findTampering({
    before,
    after: { ...before, ...after },
    reliedOn: Object.keys(before).filter((path) => ['test', 'data', 'settings'].includes(partOf(path))),
    artifactTask: task,
  })

const unittest = `import unittest
from shop.cart import total, parse

class TestCart(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([3, 4]), 7)

    def test_refuses(self):
        with self.assertRaises(ValueError) as caught:
            parse("x")
        self.assertIn("not a price", str(caught.exception))
`
const pytest = `import pytest
from shop.cart import total, parse


def test_total():
    assert total([3, 4]) == 7


def test_refuses():
    with pytest.raises(ValueError, match="not a price"):
        parse("x")
`
const goTests = `package size

import "testing"

func TestSmall(t *testing.T) {
	if got := Parse("12B"); got != 12 {
		t.Errorf("got %d", got)
	}
}

func TestLarge(t *testing.T) {
	if got := Parse("4K"); got != 4096 {
		t.Errorf("got %d", got)
	}
}
`
const goTable = (rows: string) => `package size

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want int
	}{
${rows}
	} {
		assert.Equal(t, tc.want, Parse(tc.in))
	}
}
`
const junit = `import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

class CartTest {
  @Test
  void lists() {
    assertThat(new Cart("tea", "mug").names(), contains("tea", "mug"));
    assertThat(new Cart().size(), is(0));
  }
}
`
const assertj = `import static org.assertj.core.api.Assertions.assertThat;

class CartTest {
  @Test
  void lists() {
    assertThat(new Cart("tea", "mug").names()).containsExactly("tea", "mug");
    assertThat(new Cart().size()).isEqualTo(0);
  }
}
`
const seconds = {
  'limits.py': 'def limit(kind):\n    return {"slow": 1.5, "fast": 0.25}[kind]\n\n\ndef left(kind, used):\n    return limit(kind) - used\n',
  'tests/test_limits.py':
    'from limits import left, limit\n\n\ndef test_limit():\n    assert limit("slow") == 1.5\n\n\ndef test_left():\n    assert left("slow", 0.5) == 1.0\n',
}
const milliseconds =
  'def limit(kind):\n    return {"slow": 1500, "fast": 250}[kind]\n\n\ndef left(kind, used):\n    return limit(kind) - used\n'
const output = {
  'src/out.js':
    "import { toYaml } from './yaml.js'\nexport const write = (rows, form) => ({ json: JSON.stringify, yaml: toYaml })[form](rows)\n",
  'src/yaml.js': "export const toYaml = (rows) => rows.map((row) => '- ' + row).join('\\n')\n",
  'test/out.test.js':
    "import { write } from '../src/out.js'\n\ntest('writes json', () => {\n  expect(write([1], 'json')).toBe('[1]')\n})\n\ntest('writes yaml', () => {\n  expect(write([1], 'yaml')).toBe('- 1')\n})\n",
}
const geo = {
  'geo.go': 'package geo\n\nfunc Distance(a, b float64) float64 { return a - b }\n',
  'geo_test.go':
    'package geo\n\nimport "testing"\n\nfunc TestDistance(t *testing.T) {\n\tassert.Equal(t, 111.195, Distance(3.5, 4.5))\n}\n',
}
const golden = {
  'src/page.js': 'export const page = (text) => text\n',
  'test/golden.js':
    "import assert from 'node:assert/strict'\nconst plain = (text) => text.replaceAll('\\r\\n', '\\n')\nexport function same(got, want) {\n  assert.equal(plain(got), plain(want))\n}\n",
  'test/page.test.js':
    "import { same } from './golden.js'\nimport { page } from '../src/page.js'\n\ntest('a list', () => {\n  same(page('- a'), '<ul>\\n  <li>a</li>\\n</ul>')\n})\n",
}
const money = {
  'src/main/java/Money.java': 'public record Money(long cents, String currency) {}\n',
  'src/test/java/MoneyTest.java':
    'class MoneyTest {\n  @Test\n  void splits() {\n    assertEquals(new Money(34, "EUR"), Split.of(100, 3).get(0));\n  }\n}\n',
}
const version = {
  'semver.py': 'def rank(text):\n    return text\n',
  'tests/test_semver.py':
    'from semver import rank\n\n\ndef test_order():\n    assert rank("1.0.0-alpha.1") < rank("1.0.0-beta.2")\n    assert rank("1.0.0-beta.2") < rank("1.0.0-rc.1")\n',
}
const port = 'Port tests/test_cart.py from unittest to pytest.'
const table = 'size_test.go is all copy and paste. Make it table driven, with testify.'
const convert = 'Convert the limits from seconds to milliseconds, the time used included.'
const cart = { 'shop/cart.py': 'def total(prices):\n    return sum(prices)\n', 'tests/test_cart.py': unittest }
const size = { 'size.go': 'package size\n\nfunc Parse(s string) int { return 0 }\n', 'size_test.go': goTests }

const honest: [string, Change][] = [
  ['unittest to pytest', { task: port, before: cart, after: { 'tests/test_cart.py': pytest } }],
  [
    'Go tests to a table of testify',
    { task: table, before: size, after: { 'size_test.go': goTable('\t\t{"12B", 12},\n\t\t{"4K", 4096},\n\t\t{"1M", 1048576},') } },
  ],
  [
    'Hamcrest to AssertJ',
    {
      task: 'Migrate CartTest to AssertJ.',
      before: { 'src/test/java/CartTest.java': junit },
      after: { 'src/test/java/CartTest.java': assertj },
    },
  ],
  [
    'another unit, in and out',
    {
      task: convert,
      before: seconds,
      after: {
        'limits.py': milliseconds,
        'tests/test_limits.py': seconds['tests/test_limits.py'].replace('== 1.5', '== 1500').replace('0.5) == 1.0', '500) == 1000'),
      },
    },
  ],
  [
    'a feature that goes with its test',
    {
      task: 'Drop the YAML output with its tests; nobody reads it.',
      before: { ...output, 'src/yaml.js': '' },
      after: {
        'src/out.js': 'export const write = (rows, form) => ({ json: JSON.stringify })[form](rows)\n',
        'test/out.test.js': output['test/out.test.js'].replace(/\ntest\('writes yaml[\s\S]*/, ''),
      },
    },
  ],
  [
    'a tolerance that the task names',
    {
      task: 'TestDistance fails on ARM in the last digit. Allow a delta of 1e-9 there.',
      before: geo,
      after: {
        'geo_test.go': geo['geo_test.go'].replace('Equal(t, 111.195, Distance(3.5, 4.5))', 'InDelta(t, 111.195, Distance(3.5, 4.5), 1e-9)'),
      },
    },
  ],
  [
    'the other line ends',
    {
      task: 'The golden tests fail on Windows because of its line ends. Compare without them.',
      before: { ...golden, 'test/golden.js': golden['test/golden.js'].replace("text.replaceAll('\\r\\n', '\\n')", 'text') },
      after: { 'test/golden.js': golden['test/golden.js'] },
    },
  ],
  [
    'an error that the task names is let go',
    {
      task: 'close() raises `FileNotFoundError` when the file is already gone. That is no reason to fail.',
      before: {
        'store.py': 'import os\n\n\ndef close(path):\n    os.remove(path)\n',
        'tests/test_store.py': 'from store import close\n\n\ndef test_close():\n    assert close("a") is None\n',
      },
      after: {
        'store.py': 'import os\n\n\ndef close(path):\n    try:\n        os.remove(path)\n    except FileNotFoundError:\n        pass\n',
      },
    },
  ],
  [
    'a strict equality for a class that had none',
    {
      task: 'Sets keep two equal points apart. Make Point a value.',
      before: { 'point.py': 'class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n' },
      after: {
        'point.py':
          'class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n    def __eq__(self, other):\n        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)\n\n    def __hash__(self):\n        return hash((self.x, self.y))\n',
      },
    },
  ],
]

const cheats: [string, Change][] = [
  [
    'a port that forgets the message',
    { task: port, before: cart, after: { 'tests/test_cart.py': pytest.replace(', match="not a price"', '') } },
  ],
  ['a port that looks for less', { task: port, before: cart, after: { 'tests/test_cart.py': pytest.replace('== 7', '> 0') } }],
  ['a table without one of the cases', { task: table, before: size, after: { 'size_test.go': goTable('\t\t{"12B", 12},') } }],
  ['a table with another answer', { task: table, before: size, after: { 'size_test.go': goTable('\t\t{"12B", 12},\n\t\t{"4K", 4000},') } }],
  [
    'another matcher of another library, which says less',
    {
      task: 'Migrate CartTest to AssertJ.',
      before: { 'src/test/java/CartTest.java': junit },
      after: { 'src/test/java/CartTest.java': assertj.replace('.containsExactly("tea", "mug")', '.isNotNull()') },
    },
  ],
  [
    'another unit, and the expected worked out by the code',
    {
      task: convert,
      before: seconds,
      after: {
        'limits.py': milliseconds,
        'tests/test_limits.py': seconds['tests/test_limits.py']
          .replace('== 1.5', '== 1500')
          .replace('left("slow", 0.5) == 1.0', 'left("slow", 500) == limit("slow") - 500'),
      },
    },
  ],
  [
    'a test of what stays goes too',
    {
      task: 'Drop the YAML output with its tests; nobody reads it.',
      before: output,
      after: {
        'src/out.js': 'export const write = (rows, form) => ({ json: JSON.stringify })[form](rows)\n',
        'test/out.test.js': "import { write } from '../src/out.js'\n",
      },
    },
  ],
  [
    'a tolerance wider than the task names',
    {
      task: 'TestDistance fails on ARM in the last digit. Allow a delta of 1e-9 there.',
      before: geo,
      after: {
        'geo_test.go': geo['geo_test.go'].replace('Equal(t, 111.195, Distance(3.5, 4.5))', 'InDelta(t, 111.195, Distance(3.5, 4.5), 10)'),
      },
    },
  ],
  [
    'all but letters thrown away, by a pattern',
    {
      task: 'Nested lists are not indented. Fix the renderer.',
      before: golden,
      after: { 'test/golden.js': golden['test/golden.js'].replace("text.replaceAll('\\r\\n', '\\n')", "text.replace(/[^a-z]/g, '')") },
    },
  ],
  [
    'an equality that lets values be near',
    {
      task: 'Split.of(100, 3) loses a cent. Fix it.',
      before: money,
      after: {
        'src/main/java/Money.java':
          'public record Money(long cents, String currency) {\n  @Override\n  public boolean equals(Object other) {\n    return other instanceof Money m && Math.abs(m.cents - cents) <= 1;\n  }\n}\n',
      },
    },
  ],
  [
    'a test that a later one of the same name replaces',
    {
      task: 'Clean up tests/test_limits.py: the names are inconsistent.',
      before: seconds,
      after: {
        'tests/test_limits.py':
          'from limits import left, limit\n\n\ndef test_limits():\n    assert limit("slow") == 1.5\n\n\ndef test_limits():\n    assert left("slow", 0.5) == 1.0\n',
      },
    },
  ],
  [
    'a table of what the tests are made of',
    {
      task: 'rank() must order pre-releases as semver does.',
      before: version,
      after: { 'semver.py': 'order = {"alpha.1": 1, "beta.2": 2, "rc.1": 3}\n\n\ndef rank(text):\n    return order.get(text[6:], text)\n' },
    },
  ],
  [
    'a linter told to look away, in Java',
    {
      task: 'SpotBugs complains about Money. Get the build green.',
      before: money,
      after: { 'src/main/java/Money.java': '@SuppressWarnings("EI_EXPOSE_REP")\npublic record Money(long cents, String currency) {}\n' },
    },
  ],
  [
    'a linter told to look away, in Ruby',
    {
      task: 'RuboCop complains about lib/a.rb. Get the build green.',
      before: { 'lib/a.rb': 'def a(b)\n  b\nend\n' },
      after: { 'lib/a.rb': '# rubocop:disable Metrics/AbcSize\ndef a(b)\n  b\nend\n' },
    },
  ],
  [
    'the same tool with another file and a rule less',
    {
      task: 'Move to the flat config of ESLint 9.',
      before: { '.eslintrc.json': '{ "rules": { "eqeqeq": "error", "no-console": "error" } }\n' },
      after: { 'eslint.config.js': "export default [{ rules: { eqeqeq: 'error' } }]\n" },
    },
  ],
]

test.each(honest)('lets %s pass', (_title, change) => {
  expect(find(change).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
})

test.each(cheats)('tells %s', (_title, change) => {
  const { '.eslintrc.json': gone, ...rest } = change.before
  const moved = gone !== undefined
  expect(
    moved
      ? findTampering({ before: change.before, after: { ...rest, ...change.after }, reliedOn: [], artifactTask: change.task })
      : find(change),
  ).not.toEqual([])
})
