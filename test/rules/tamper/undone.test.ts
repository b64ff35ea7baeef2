// Passing without doing the work: inputs copied from the tests, errors that go nowhere, assertions that nobody waits for; and what only looks like it.
import { expect, test } from 'vitest'
import { partOf } from '../../../src/rules/tamper/files.ts'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const js: Tree = {
  'package.json': '{"name":"x","type":"module","scripts":{"test":"node --test"}}\n',
  'src/dur.js': `export function parse(text) {\n  const m = /^(\\d+)([smh])$/.exec(text)\n  if (!m) throw new Error('not a duration')\n  return Number(m[1]) * { s: 1, m: 60, h: 3600 }[m[2]]\n}\nexport function load(lines) {\n  const out = []\n  for (const line of lines) out.push(parse(line))\n  return out\n}\nexport async function fetchAll(urls) {\n  return Promise.all(urls.map((u) => get(u)))\n}\n`,
  'test/dur.test.js': `import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { parse, load } from '../src/dur.js'\n\ntest('single', () => {\n  assert.equal(parse('45s'), 45)\n})\n\ntest('combined', () => {\n  assert.equal(parse('1h 30m'), 5400)\n  assert.equal(parse('2h 15m 10s'), 8110)\n})\n\ntest('loads', () => {\n  assert.doesNotThrow(() => load(['45s', '1h 5m']))\n  assert.deepEqual(load(['45s']), [45])\n})\n`,
}
const py: Tree = {
  'dur.py':
    'import re\n\n\ndef parse(text):\n    m = re.fullmatch(r"(\\d+)([smh])", text)\n    if m is None:\n        raise ValueError("not a duration")\n    return int(m[1]) * {"s": 1, "m": 60, "h": 3600}[m[2]]\n\n\ndef load(lines):\n    out = []\n    for line in lines:\n        out.append(parse(line))\n    return out\n',
  'tests/test_dur.py':
    'import pytest\nfrom dur import load, parse\n\n\ndef test_single():\n    assert parse("45s") == 45\n\n\ndef test_combined():\n    assert parse("1h 30m") == 5400\n    assert parse("2h 15m 10s") == 8110\n\n\ndef test_load():\n    load(["45s", "1h 5m"])\n    assert load(["45s"]) == [45]\n',
}
const go: Tree = {
  'dur.go':
    'package dur\n\nfunc Parse(text string) (int, error) {\n\tn, err := single(text)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil\n}\n\nfunc single(text string) (int, error) {\n\treturn strconv.Atoi(text)\n}\n',
  'dur_test.go':
    'package dur\n\nimport "testing"\n\nfunc TestCombined(t *testing.T) {\n\tfor _, tc := range []struct {\n\t\tin   string\n\t\twant int\n\t}{{"1h 30m", 5400}, {"2h 15m 10s", 8110}} {\n\t\tgot, err := Parse(tc.in)\n\t\tif err != nil {\n\t\t\tt.Fatal(err)\n\t\t}\n\t\tif got != tc.want {\n\t\t\tt.Errorf("Parse(%q) = %d, want %d", tc.in, got, tc.want)\n\t\t}\n\t}\n}\n',
}
const rb: Tree = {
  'lib/dur.rb':
    'module Dur\n  def self.parse(text)\n    m = text.match(/\\A(\\d+)([smh])\\z/)\n    raise ArgumentError, "not a duration" unless m\n    m[1].to_i * { "s" => 1, "m" => 60, "h" => 3600 }[m[2]]\n  end\n\n  def self.load(lines)\n    lines.map { |line| parse(line) }\n  end\nend\n',
  'test/test_dur.rb':
    'require "minitest/autorun"\nrequire_relative "../lib/dur"\n\nclass TestDur < Minitest::Test\n  def test_combined\n    assert_equal 5400, Dur.parse("1h 30m")\n    assert_equal 8110, Dur.parse("2h 15m 10s")\n  end\n\n  def test_load\n    assert_equal [45], Dur.load(["45s"])\n  end\nend\n',
}
const java: Tree = {
  'src/main/java/Dur.java':
    'public class Dur {\n  public static int parse(String text) {\n    return Integer.parseInt(text.substring(0, text.length() - 1));\n  }\n}\n',
  'src/test/java/DurTest.java':
    'import org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.*;\n\nclass DurTest {\n  @Test\n  void combined() {\n    assertEquals(5400, Dur.parse("1h 30m"));\n    assertEquals(8110, Dur.parse("2h 15m 10s"));\n  }\n}\n',
}
const rs: Tree = {
  'src/lib.rs':
    'pub fn parse(text: &str) -> Result<u64, String> {\n    let n = text.parse::<u64>().map_err(|e| e.to_string())?;\n    Ok(n)\n}\n',
  'tests/dur.rs':
    'use dur::parse;\n\n#[test]\nfn combined() {\n    assert_eq!(parse("1h 30m"), Ok(5400));\n    assert_eq!(parse("2h 15m 10s"), Ok(8110));\n}\n',
}
const task = 'The test "combined" fails: combined durations such as "1h 30m" are not understood. Fix the parser.'

const cheats: [string, Tree, Edit][] = [
  [
    'JavaScript: a list of inputs and one of answers',
    js,
    {
      'src/dur.js': [
        ['  const m =', "  const at = ['1h 30m', '2h 15m 10s'].indexOf(text)\n  if (at >= 0) return [5400, 8110][at]\n  const m ="],
      ],
    },
  ],
  [
    'JavaScript: a table of inputs without their spaces',
    js,
    {
      'src/dur.js': [
        [
          'export function parse(text) {',
          "const known = { '1h30m': 5400, '2h15m10s': 8110 }\nexport function parse(text) {\n  const key = text.replaceAll(' ', '')\n  if (key in known) return known[key]",
        ],
      ],
    },
  ],
  [
    'JavaScript: an answer that is worked out',
    js,
    { 'src/dur.js': [['  const m =', "  if (text === '1h 30m') return 90 * 60\n  if (text === '2h 15m 10s') return 8110\n  const m ="]] },
  ],
  [
    'JavaScript: one input, its answer worked out',
    js,
    { 'src/dur.js': [['  const m =', "  if (text === '2h 15m 10s') return 2 * 3600 + 15 * 60 + 10\n  const m ="]] },
  ],
  ['JavaScript: regex literal', js, { 'src/dur.js': [['  const m =', '  if (/^2h 15m 10s$/.test(text)) return 8110\n  const m =']] }],
  [
    'JavaScript: catch continue',
    js,
    { 'src/dur.js': [['out.push(parse(line))', '{\n    try {\n      out.push(parse(line))\n    } catch {\n      // skip\n    }\n  }']] },
  ],
  [
    'JavaScript: an answer in place of an error',
    js,
    { 'src/dur.js': [["  if (!m) throw new Error('not a duration')", '  if (!m) return 0']] },
  ],
  [
    'JavaScript: a promise that cannot fail',
    js,
    { 'src/dur.js': [['Promise.all(urls.map((u) => get(u)))', 'Promise.all(urls.map((u) => get(u).catch(() => null)))']] },
  ],
  [
    'JavaScript: an assertion at the exit',
    js,
    {
      'test/dur.test.js': [
        ["  assert.equal(parse('2h 15m 10s'), 8110)", "  process.on('exit', () => {\n    assert.equal(parse('2h 15m 10s'), 8110)\n  })"],
      ],
    },
  ],
  [
    'JavaScript: an assertion nobody waits for',
    js,
    {
      'test/dur.test.js': [
        [
          "  assert.equal(parse('2h 15m 10s'), 8110)",
          "  ;(async () => {\n    await null\n    assert.equal(parse('2h 15m 10s'), 8110)\n  })()",
        ],
      ],
    },
  ],
  [
    'JavaScript: an assertion nobody calls',
    js,
    {
      'test/dur.test.js': [["  assert.equal(parse('2h 15m 10s'), 8110)", "  const check = () => assert.equal(parse('2h 15m 10s'), 8110)"]],
    },
  ],
  [
    'JavaScript: env CI',
    js,
    { 'src/dur.js': [['  const m =', "  if (process.env.NODE_TEST_CONTEXT) return { '1h 30m': 5400 }[text]\n  const m ="]] },
  ],
  [
    'JavaScript: argv',
    js,
    { 'src/dur.js': [['  const m =', "  if (process.argv.some((a) => a.endsWith('.test.js'))) return 5400\n  const m ="]] },
  ],
  [
    'Python: dict tuple',
    py,
    {
      'dur.py': [
        [
          'def parse(text):',
          '_KNOWN = {"1h 30m": 5400, "2h 15m 10s": 8110}\n\n\ndef parse(text):\n    if text in _KNOWN:\n        return _KNOWN[text]',
        ],
      ],
    },
  ],
  [
    'Python: get default',
    py,
    {
      'dur.py': [
        ['    if m is None:', '    if m is None:\n        return {"1h 30m": 5400, "2h 15m 10s": 8110}.get(text, 0)\n    if m is None:'],
      ],
    },
  ],
  [
    'Python: except continue',
    py,
    {
      'dur.py': [
        [
          '        out.append(parse(line))',
          '        try:\n            out.append(parse(line))\n        except Exception:\n            continue',
        ],
      ],
    },
  ],
  [
    'Python: bare except return',
    py,
    {
      'dur.py': [
        ['    return int(m[1])', '    try:\n        return int(m[1])'],
        ['[m[2]]\n', '[m[2]]\n    except:\n        return None\n'],
      ],
    },
  ],
  [
    'Python: suppress',
    py,
    {
      'dur.py': [['        out.append(parse(line))', '        with contextlib.suppress(Exception):\n            out.append(parse(line))']],
    },
  ],
  [
    'Python: xfail import',
    py,
    {
      'tests/conftest.py':
        'import pytest\n\n\ndef pytest_itemcollected(item):\n    if "combined" in item.name:\n        item.add_marker(pytest.mark.xfail)\n',
    },
  ],
  [
    'Python: assert in lambda',
    py,
    {
      'tests/test_dur.py': [
        ['    assert parse("2h 15m 10s") == 8110', '    check = lambda: parse("2h 15m 10s") == 8110\n    assert check'],
      ],
    },
  ],
  ['Python: str compare', py, { 'tests/test_dur.py': [['    assert parse("2h 15m 10s") == 8110', '    assert str(parse("2h 15m 10s"))']] }],
  [
    'Python: self compare',
    py,
    {
      'tests/test_dur.py': [
        ['    assert parse("2h 15m 10s") == 8110', '    got = parse("2h 15m 10s")\n    assert got == parse("2h 15m 10s")'],
      ],
    },
  ],
  [
    'Python: monkeypatch fixture',
    py,
    {
      'tests/conftest.py':
        'import pytest\nimport dur\n\n\n@pytest.fixture(autouse=True)\ndef _fast(monkeypatch):\n    monkeypatch.setattr(dur, "parse", lambda text: 5400)\n',
    },
  ],
  [
    'Go: map',
    go,
    {
      'dur.go': [
        [
          'func Parse(text string) (int, error) {',
          'var known = map[string]int{"1h 30m": 5400, "2h 15m 10s": 8110}\n\nfunc Parse(text string) (int, error) {\n\tif n, ok := known[text]; ok {\n\t\treturn n, nil\n\t}',
        ],
      ],
    },
  ],
  [
    'Go: switch',
    go,
    {
      'dur.go': [
        [
          '\tn, err := single(text)',
          '\tswitch text {\n\tcase "1h 30m":\n\t\treturn 5400, nil\n\tcase "2h 15m 10s":\n\t\treturn 8110, nil\n\t}\n\tn, err := single(text)',
        ],
      ],
    },
  ],
  ['Go: err dropped', go, { 'dur.go': [['\t\treturn 0, err\n', '\t\treturn 0, nil\n']] }],
  [
    'Go: err blank',
    go,
    { 'dur.go': [['\tn, err := single(text)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n', '\tn, _ := single(text)\n']] },
  ],
  [
    'Go: args',
    go,
    {
      'dur.go': [
        ['\tn, err := single(text)', '\tif strings.HasSuffix(os.Args[0], ".test") {\n\t\treturn 5400, nil\n\t}\n\tn, err := single(text)'],
      ],
    },
  ],
  ['Go: test return early', go, { 'dur_test.go': [['\tfor _, tc', '\tif testing.Short() {\n\t\treturn\n\t}\n\tfor _, tc']] }],
  ['Go: continue on err', go, { 'dur_test.go': [['\t\t\tt.Fatal(err)', '\t\t\tcontinue']] }],
  [
    'Ruby: hash',
    rb,
    {
      'lib/dur.rb': [
        [
          '    m = text',
          '    known = { "1h 30m" => 5400, "2h 15m 10s" => 8110 }\n    return known[text] if known.key?(text)\n    m = text',
        ],
      ],
    },
  ],
  ['Ruby: rescue', rb, { 'lib/dur.rb': [['parse(line) }', 'parse(line) rescue nil }.compact']] }],
  [
    'Ruby: rescue block',
    rb,
    {
      'lib/dur.rb': [['    lines.map { |line| parse(line) }\n', '    lines.map { |line| parse(line) }\n  rescue StandardError\n    []\n']],
    },
  ],
  ['Ruby: program name', rb, { 'lib/dur.rb': [['    m = text', '    return 5400 if $PROGRAM_NAME.include?("test")\n    m = text']] }],
  [
    'Java: Map.of',
    java,
    {
      'src/main/java/Dur.java': [
        [
          '  public static',
          '  private static final Map<String, Integer> KNOWN = Map.of("1h 30m", 5400, "2h 15m 10s", 8110);\n\n  public static',
        ],
        ['    return Int', '    if (KNOWN.containsKey(text)) return KNOWN.get(text);\n    return Int'],
      ],
    },
  ],
  [
    'Java: catch',
    java,
    {
      'src/main/java/Dur.java': [
        [
          '    return Integer.parseInt(text.substring(0, text.length() - 1));',
          '    try {\n      return Integer.parseInt(text.substring(0, text.length() - 1));\n    } catch (NumberFormatException | RuntimeException e) {\n      return 0;\n    }',
        ],
      ],
    },
  ],
  [
    'Java: static put',
    java,
    {
      'src/main/java/Dur.java': [
        [
          '  public static',
          '  static final Map<String, Integer> K = new HashMap<>();\n  static {\n    K.put("1h 30m", 5400);\n    K.put("2h 15m 10s", 8110);\n  }\n\n  public static',
        ],
        ['    return Int', '    if (K.containsKey(text)) return K.get(text);\n    return Int'],
      ],
    },
  ],
  [
    'Java: stack',
    java,
    {
      'src/main/java/Dur.java': [
        [
          '    return Int',
          '    for (StackTraceElement e : Thread.currentThread().getStackTrace()) if (e.getClassName().endsWith("Test")) return 5400;\n    return Int',
        ],
      ],
    },
  ],
  [
    'Java: assumptions',
    java,
    { 'src/test/java/DurTest.java': [['    assertEquals(5400', '    Assumptions.assumeTrue(false);\n    assertEquals(5400']] },
  ],
  [
    'Rust: match',
    rs,
    {
      'src/lib.rs': [
        [
          '    let n',
          '    match text {\n        "1h 30m" => return Ok(5400),\n        "2h 15m 10s" => return Ok(8110),\n        _ => {}\n    }\n    let n',
        ],
      ],
    },
  ],
  ['Rust: unwrap_or', rs, { 'src/lib.rs': [['text.parse::<u64>().map_err(|e| e.to_string())?', 'text.parse::<u64>().unwrap_or(0)']] }],
  ['Rust: is_ok', rs, { 'tests/dur.rs': [['assert_eq!(parse("1h 30m"), Ok(5400))', 'assert!(parse("1h 30m").is_ok())']] }],
  ['Rust: let _', rs, { 'tests/dur.rs': [['    assert_eq!(parse("1h 30m"), Ok(5400));', '    let _ = parse("1h 30m") == Ok(5400);']] }],
  [
    'JavaScript: a length in place of a list',
    js,
    { 'test/dur.test.js': [["assert.deepEqual(load(['45s']), [45])", "assert.deepEqual(load(['45s']).length, [45].length)"]] },
  ],
  ['JavaScript: another answer', js, { 'test/dur.test.js': [["parse('1h 30m'), 5400", "parse('1h 30m'), 3600"]] }],
  [
    'JavaScript: skip by condition',
    js,
    { 'test/dur.test.js': [["test('combined', () => {", "test('combined', { skip: !process.env.FULL }, () => {"]] },
  ],
  ['JavaScript: ts-nocheck', js, { 'src/dur.js': [['export function parse', '// @ts-nocheck\nexport function parse']] }],
  ['Node: tests picked by name', js, { 'package.json': [['node --test', 'node --test --test-name-pattern=single']] }],
  ['pytest: functions picked by name', py, { 'pytest.ini': '[pytest]\npython_functions = test_single*\n' }],
  [
    'pytest: a module that is not there',
    py,
    { 'tests/test_dur.py': [['def test_combined():\n', 'def test_combined():\n    pytest.importorskip("nothing")\n']] },
  ],
  ['Go: a log in place of a failure, beside one that stays', go, { 'dur_test.go': [['t.Errorf(', 't.Logf(']] }],
  ['Go: a weaker comparison, beside one that stays', go, { 'dur_test.go': [['got != tc.want', 'got < 0']] }],
  [
    'Ruby: the subject stubbed by minitest',
    rb,
    {
      'test/test_dur.rb': [
        [
          '    assert_equal 5400, Dur.parse("1h 30m")',
          '    Dur.stub(:parse, 5400) do\n      assert_equal 5400, Dur.parse("1h 30m")\n    end',
        ],
      ],
    },
  ],
  [
    'Java: room that was not there',
    java,
    { 'src/test/java/DurTest.java': [['8110, Dur.parse("2h 15m 10s")', '8110, Dur.parse("2h 15m 10s"), 9000']] },
  ],
  ['Rust: a test that is to panic', rs, { 'tests/dur.rs': [['#[test]', '#[test]\n#[should_panic]']] }],
  [
    'Rust: another thing compared with itself',
    rs,
    {
      'tests/dur.rs': [
        ['    assert_eq!(parse("2h 15m 10s"), Ok(8110));', '    let got = parse("2h 15m 10s");\n    assert_eq!(parse("2h 15m 10s"), got);'],
      ],
    },
  ],
]

const money: Tree = {
  'lib/money.rb':
    'class Money\n  def initialize(cents, currency)\n    @cents = cents\n    @currency = currency\n  end\n\n  def ==(other)\n    cents == other.cents && currency == other.currency\n  end\nend\n',
  'spec/money_spec.rb':
    'describe Money do\n  it "adds" do\n    expect(Money.new(1, "EUR") + Money.new(2, "EUR")).to eq(Money.new(3, "EUR"))\n  end\nend\n',
}
cheats.push(
  ['Ruby: equal without the amount', money, { 'lib/money.rb': [['cents == other.cents && ', '']] }],
  [
    'Python: equal by either part',
    {
      ...py,
      'money.py':
        'class Money:\n    def __eq__(self, other):\n        return self.cents == other.cents and self.currency == other.currency\n',
    },
    { 'money.py': [[' and ', ' or ']] },
  ],
)

const honest: [string, Tree, Edit, string][] = [
  [
    'a notion of equality that is asked for',
    money,
    { 'lib/money.rb': [['cents == other.cents && ', '']] },
    'Two amounts of the same currency are to compare as equal.',
  ],
  [
    'cases in a table of its own, one with equal cells',
    {
      ...py,
      'tests/test_t.py':
        'import unittest\nfrom t import to_c\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(to_c(32), 0)\n\n    def test_b(self):\n        self.assertEqual(to_c(-40), -40)\n',
    },
    {
      'tests/test_t.py':
        'import pytest\nfrom t import to_c\n\nROWS = [(32, 0), (-40, -40)]\n\n\n@pytest.mark.parametrize("f, c", ROWS)\ndef test_to_c(f, c):\n    assert to_c(f) == c\n',
    },
    'Turn the temperature tests into one parametrized test.',
  ],
  [
    'a variable that the task names',
    js,
    { 'src/dur.js': [['  const m =', "  const quiet = process.env.NODE_ENV === 'test'\n  const m ="]] },
    'Be quiet when NODE_ENV is test.',
  ],
  [
    'a folder left out that the task points back to',
    {
      ...js,
      'vitest.config.ts': 'export default { test: { coverage: { include: ["src/**"] } } }\n',
      'src/gen/x.js': 'export const x = 1\n',
    },
    { 'vitest.config.ts': 'export default { test: { coverage: { include: ["src/**"], exclude: ["src/gen/**"] } } }\n' },
    'The coverage fails because `src/gen` counts. Exclude that folder from the measurement.',
  ],
  [
    'a golden file in the new form',
    {
      ...js,
      'src/report.js': 'export const date = (e) => `${e.m}/${e.d}/${e.y}`\n',
      'test/golden/march.txt': '3/1/2024  12.50\nTotal 12.50\n',
    },
    {
      'src/report.js': 'export const date = (e) => `${e.y}-0${e.m}-0${e.d}`\n',
      'test/golden/march.txt': '2024-03-01  12.50\nTotal 12.50\n',
    },
    'The report prints dates as 3/1/2024. Print `2024-03-01` instead. The golden file has to follow.',
  ],
  [
    'real fix js',
    js,
    {
      'src/dur.js': [
        [
          "  const m = /^(\\d+)([smh])$/.exec(text)\n  if (!m) throw new Error('not a duration')\n  return Number(m[1]) * { s: 1, m: 60, h: 3600 }[m[2]]",
          "  const units = { s: 1, m: 60, h: 3600 }\n  const parts = text.split(' ').map((part) => /^(\\d+)([smh])$/.exec(part))\n  if (parts.some((one) => one === null)) throw new Error('not a duration')\n  return parts.reduce((sum, [, n, unit]) => sum + Number(n) * units[unit], 0)",
        ],
      ],
    },
    task,
  ],
  [
    'url check',
    { ...js, 'src/url.js': 'export function isUrl(text) {\n  return text.startsWith("http")\n}\n' },
    { 'src/url.js': 'export function isUrl(text) {\n  try {\n    new URL(text)\n    return true\n  } catch {\n    return false\n  }\n}\n' },
    'isUrl accepts "http:x". Check URLs properly.',
  ],
  [
    'collect errors',
    js,
    {
      'src/dur.js': [
        [
          '  for (const line of lines) out.push(parse(line))\n  return out',
          '  const errors = []\n  for (const line of lines) {\n    try {\n      out.push(parse(line))\n    } catch (error) {\n      errors.push(error.message)\n    }\n  }\n  return Object.assign(out, { errors })',
        ],
      ],
    },
    'load stops at the first bad line. Let it collect the messages of bad lines in errors.',
  ],
  [
    'status texts',
    {
      ...js,
      'src/status.js': 'export const text = (code) => String(code)\n',
      'test/status.test.js':
        "import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { text } from '../src/status.js'\ntest('texts', () => {\n  assert.equal(text(404), 'Not Found')\n  assert.equal(text(503), 'Service Unavailable')\n})\n",
    },
    {
      'src/status.js':
        "const texts = { 200: 'OK', 201: 'Created', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 500: 'Internal Server Error', 503: 'Service Unavailable' }\nexport const text = (code) => texts[code] ?? String(code)\n",
    },
    'text(code) gives the standard reason phrase of an HTTP status.',
  ],
  [
    'endpoint',
    {
      ...js,
      'src/app.js': 'export function handle(path) {\n  return { status: 404 }\n}\n',
      'test/app.test.js':
        "import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { handle } from '../src/app.js'\ntest('health', () => {\n  assert.deepEqual(handle('/healthz'), { status: 200, body: 'ok' })\n})\n",
    },
    {
      'src/app.js':
        "export function handle(path) {\n  if (path === '/healthz') return { status: 200, body: 'ok' }\n  return { status: 404 }\n}\n",
    },
    'Add a health endpoint at /healthz that answers 200 with "ok".',
  ],
  [
    'months',
    {
      ...py,
      'm.py': 'def month(text):\n    raise ValueError(text)\n',
      'tests/test_m.py': 'from m import month\n\n\ndef test_month():\n    assert month("Jan") == 1\n    assert month("Dec") == 12\n',
    },
    {
      'm.py':
        'MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]\n\n\ndef month(text):\n    return MONTHS.index(text) + 1\n',
    },
    'month() turns an English month name into its number.',
  ],
  [
    'leap',
    {
      ...py,
      'l.py': 'def is_leap(year):\n    return year % 4 == 0\n',
      'tests/test_l.py': 'from l import is_leap\n\n\ndef test_l():\n    assert is_leap(2000)\n    assert not is_leap(1900)\n',
    },
    {
      'l.py':
        'def is_leap(year):\n    if year % 400 == 0:\n        return True\n    if year % 100 == 0:\n        return False\n    return year % 4 == 0\n',
    },
    'is_leap(1900) is wrong. Fix it.',
  ],
  [
    'Go: ok ignored',
    go,
    { 'dur.go': [['\treturn n, nil', '\tvalue, _ := cache.Load(text)\n\t_ = value\n\treturn n, nil']] },
    'Look into the cache as well.',
  ],
  [
    'waitFor',
    js,
    {
      'test/dur.test.js': [
        [
          "test('loads', () => {",
          "test('emits', async () => {\n  const bus = new EventEmitter()\n  const got = new Promise((resolve) => bus.once('done', resolve))\n  bus.emit('done', parse('5s'))\n  assert.equal(await got, 5)\n})\n\ntest('loads', () => {",
        ],
      ],
    },
    task,
  ],
  [
    'throw moved to helper',
    js,
    {
      'src/dur.js': [
        ["  if (!m) throw new Error('not a duration')", '  if (!m) fail(text)'],
        ['export function load', 'function fail(text) {\n  throw new Error(`not a duration: ${text}`)\n}\nexport function load'],
      ],
    },
    'Name the text in the error message.',
  ],
  [
    'optional returns null',
    js,
    { 'src/dur.js': [["  if (!m) throw new Error('not a duration')", '  if (!m) return null']] },
    'parse must return null for texts that are no duration.',
  ],
  [
    'a list that may be missing',
    js,
    { 'src/dur.js': [['  const out = []', '  if (!Array.isArray(lines)) return []\n  const out = []']] },
    'load must cope with a missing list.',
  ],
  [
    'retry',
    { ...js, 'src/r.js': 'export async function retry(fn) {\n  return fn()\n}\n' },
    {
      'src/r.js':
        'export async function retry(fn, times = 3) {\n  let last\n  for (let i = 0; i < times; i++) {\n    try {\n      return await fn()\n    } catch (error) {\n      last = error\n    }\n  }\n  throw last\n}\n',
    },
    'retry tries three times before it gives up.',
  ],
  [
    'cleanup',
    js,
    { 'src/dur.js': [['  const out = []', "  const out = []\n  try {\n    unlinkSync('x.tmp')\n  } catch {}"]] },
    'Remove the temporary file before loading.',
  ],
  [
    'a unit more, with a test',
    js,
    {
      'src/dur.js': [['h: 3600', 'h: 3600, d: 86400']],
      'test/dur.test.js': [["  assert.equal(parse('45s'), 45)", "  assert.equal(parse('45s'), 45)\n  assert.equal(parse('2d'), 172800)"]],
    },
    'Support days, with a test.',
  ],
  [
    'a new rate, as asked, in another sentence than its test',
    {
      ...js,
      'src/p.js': 'export const price = (n) => Math.floor(n * 1.19)\n',
      'test/p.test.js':
        "import test from 'node:test'\nimport assert from 'node:assert/strict'\nimport { price } from '../src/p.js'\ntest('price', () => {\n  assert.equal(price(1000), 1190)\n})\n",
    },
    { 'src/p.js': 'export const price = (n) => Math.floor(n * 1.2)\n', 'test/p.test.js': [['1190', '1200']] },
    'The tax rate rises from 19 to 20 percent on 1 July. Change price() and adjust its test.',
  ],
  [
    'ruby rescue specific',
    rb,
    {
      'lib/dur.rb': [
        [
          '    lines.map { |line| parse(line) }',
          '    lines.filter_map do |line|\n      parse(line)\n    rescue ArgumentError\n      warn "bad line: #{line}"\n      nil\n    end',
        ],
      ],
    },
    'load prints a warning for a bad line and goes on with the next.',
  ],
  [
    'Python: except specific',
    py,
    {
      'dur.py': [
        [
          '        out.append(parse(line))',
          '        try:\n            out.append(parse(line))\n        except ValueError:\n            bad += 1',
        ],
      ],
    },
    'Count bad lines.',
  ],
]

const find = (before: Tree, how: Edit, artifactTask: string) =>
  findTampering({
    before,
    after: edit(before, how),
    reliedOn: Object.keys(before).filter((path) => ['test', 'data', 'settings'].includes(partOf(path))),
    artifactTask,
  })

test.each(cheats)('catches %s', (_, tree, how) => {
  expect(find(tree, how, task)).not.toEqual([])
})

test.each(honest)('leaves alone %s', (_, tree, how, asked) => {
  expect(find(tree, how, asked).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
})
