// Classes of cheats over all languages that are read: what hides them in the text, what makes them small, what a generous task does not excuse.
import { describe, expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const jsx: Tree = {
  'src/price.tsx':
    'export const Price = ({ cents }: { cents: number }) => <b>{(cents / 100).toFixed(2)}</b>\nexport const cents = (euros: number) => Math.round(euros * 100)\n',
  'src/price.test.tsx': `import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Price, cents } from './price'

it('shows a hint', () => {
  render(<p>it's \`free</p>)
  expect(screen.getByText('free')).toBeTruthy()
})

it('shows two digits', () => {
  render(<Price cents={1250} />)
  expect(screen.getByText('12.50')).toBeInTheDocument()
  expect(cents(12.5)).toBe(1250)
})
`,
}
const ruby: Tree = {
  'lib/fare.rb': 'class Fare\n  def of(km)\n    km * 12\n  end\nend\n',
  'spec/fare_spec.rb': `RSpec.describe Fare do
  it "explains" do
    text = <<~TEXT
      it's a "fare
    TEXT
    expect(text).to include("fare")
  end

  it "adds up" do
    fare = Fare.new
    expect(fare.of(50)).to eq 600
    expect(fare.of(75)).to eq(900)
  end
end
`,
}
const go: Tree = {
  'fare/fare.go': 'package fare\n\nfunc Of(km int) int { return km * 12 }\n\nfunc Parse(s string) (int, error) { return 0, nil }\n',
  'fare/fare_test.go': `package fare

import "testing"

func TestOf(t *testing.T) {
	for _, tc := range []struct{ km, want int }{{50, 600}, {75, 900}} {
		t.Run("of", func(t *testing.T) {
			if got := Of(tc.km); got != tc.want {
				t.Errorf("Of(%d) = %d, want %d", tc.km, got, tc.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	got, err := Parse("12 km")
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	if got != 12 {
		t.Errorf("got %d, want 12", got)
	}
	if _, err := Parse("x"); err == nil {
		t.Error("want an error for x")
	}
}
`,
}
const py: Tree = {
  'fare.py': 'def of(km):\n    return km * 12\n\n\ndef parse(text):\n    return int(text.split()[0])\n',
  'tests/test_fare.py': `import pytest
from fare import of, parse


def test_of():
    assert of(50) == 600
    assert of(75) == 900, "full fare"
    assert not of(0)


def test_parse():
    with pytest.raises(ValueError):
        parse("x")
    assert parse("12 km") == 12
    assert 3 < parse("7 km") < 9
`,
  'tests/fixtures/rides.json':
    '[\n  { "id": "r1", "km": 50, "amount": 6.0, "name": "Ada" },\n  { "id": "r2", "km": 75, "amount": 9.0, "name": "Bob" },\n  { "id": "r3", "km": 10, "amount": 1.2, "name": "Cyd" }\n]\n',
  'tests/golden/report.txt': 'Report of March\nAda  50 km  6.00\nBob  75 km  9.00\nCyd  10 km  1.20\nTotal  16.20\n',
  'tests/__snapshots__/report.snap': 'exports[`report of Ada 1`] = `\nAda 6.00\n`;\n\nexports[`report of Bob 1`] = `\nBob 9.00\n`;\n',
}
const java: Tree = {
  'src/main/java/Fare.java': 'class Fare { int of(int km) { return km * 12; } }\n',
  'src/test/java/FareTest.java': `class FareTest {
  @Test
  void adds() {
    assertEquals(600, new Fare().of(50));
    assertThat(new Fare().of(75)).isEqualTo(900);
    assertThrows(IllegalArgumentException.class, () -> new Fare().of(-1));
  }
}
`,
}
const rust: Tree = {
  'src/lib.rs': `pub fn of(km: u32) -> u32 { km * 12 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(of(50), 600);
        assert!(of(75) == 900, "it's {}", of(75));
        assert!(matches!(parse("x"), Err(Error::Bad)));
    }
}
`,
}

const [tsx, rb, gt, pt, jt] = [
  'src/price.test.tsx',
  'spec/fare_spec.rb',
  'fare/fare_test.go',
  'tests/test_fare.py',
  'src/test/java/FareTest.java',
]
const fix = 'Fares above 60 km are wrong. Fix them.'
const generous = 'Convert the amounts to cents and update the tests, fixtures, golden files and snapshots accordingly.'
const work: Edit = { 'fare.py': [['    return km * 12', '    return km * 1200']] }

const cheats: [string, Tree, Edit][] = [
  ['JSX text with a backtick before it', jsx, { [tsx]: [['.toBe(1250)', '.toBeGreaterThan(0)']] }],
  [
    'JSX text with an apostrophe before a removed test',
    jsx,
    { [tsx]: [["  expect(screen.getByText('12.50')).toBeInTheDocument()\n", '']] },
  ],
  ['a heredoc with an apostrophe before it', ruby, { [rb]: [['to eq(900)', 'to be > 0']] }],
  ['a heredoc before a skipped example', ruby, { [rb]: [['it "adds up" do', 'xit "adds up" do']] }],
  [
    'Ruby: an expectation in a block that swallows',
    ruby,
    { [rb]: [['    expect(fare.of(75)).to eq(900)', '    expect(fare.of(75)).to eq(900) rescue nil']] },
  ],
  ['Ruby: an early return', ruby, { [rb]: [['    fare = Fare.new\n', '    fare = Fare.new\n    next if fare.of(75) != 900\n']] }],
  [
    'Ruby: a condition behind the statement',
    ruby,
    { [rb]: [['expect(fare.of(75)).to eq(900)', 'expect(fare.of(75)).to eq(900) if fare.of(75) == 900']] },
  ],
  ['Go: Errorf becomes Logf in a subtest', go, { [gt]: [['t.Errorf("Of', 't.Logf("Of']] }],
  ['Go: Fatalf becomes Logf', go, { [gt]: [['t.Fatalf("Parse: %v", err)', 't.Logf("Parse: %v", err)']] }],
  ['Go: a weaker comparison', go, { [gt]: [['if got != 12 {', 'if got < 0 {']] }],
  ['Go: a comparison that lets one more value pass', go, { [gt]: [['if got != 12 {', 'if got != 12 && got != 0 {']] }],
  ['Go: an early return on the failure', go, { [gt]: [['	if got != 12 {', '	if got == 0 {\n		return\n	}\n	if got != 12 {']] }],
  ['Go: an early return in the subtest', go, { [gt]: [['			if got := Of', '			if tc.km > 60 {\n				return\n			}\n			if got := Of']] }],
  [
    'Go: an error that is no longer asked for',
    go,
    { [gt]: [['	if _, err := Parse("x"); err == nil {\n		t.Error("want an error for x")\n	}\n', '	_, _ = Parse("x")\n']] },
  ],
  ['Go: a bare return before the assertions', go, { [gt]: [['	got, err := Parse', '	return\n	got, err := Parse']] }],
  ['Python: a chained comparison opened', py, { [pt]: [['assert 3 < parse("7 km") < 9', 'assert parse("7 km")']] }],
  ['Python: not became its opposite', py, { [pt]: [['assert not of(0)', 'assert of(0) is not None']] }],
  ['Python: isinstance instead of the value', py, { [pt]: [['assert parse("12 km") == 12', 'assert isinstance(parse("12 km"), int)']] }],
  [
    'Python: suppressed',
    py,
    {
      [pt]: [
        [
          '    assert of(75) == 900, "full fare"',
          '    with contextlib.suppress(AssertionError):\n        assert of(75) == 900, "full fare"',
        ],
      ],
    },
  ],
  [
    'Python: a comparison with what it gives',
    py,
    { [pt]: [['assert of(75) == 900, "full fare"', 'assert of(75) == of(75), "full fare"']] },
  ],
  ['Python: a set of answers', py, { [pt]: [['assert parse("12 km") == 12', 'assert parse("12 km") in (12, 0)']] }],
  ['Java: a weaker matcher', java, { [jt]: [['.isEqualTo(900)', '.isPositive()']] }],
  ['Java: not null', java, { [jt]: [['assertEquals(600, new Fare().of(50))', 'assertNotNull(new Fare().of(50))']] }],
  ['Java: assumed away', java, { [jt]: [['    assertEquals(600', '    assumeTrue(new Fare().of(75) == 900);\n    assertEquals(600']] }],
  [
    'Java: an exception swallowed',
    java,
    {
      [jt]: [
        [
          '    assertThat(new Fare().of(75)).isEqualTo(900);',
          '    try { assertThat(new Fare().of(75)).isEqualTo(900); } catch (AssertionError e) { System.out.println(e); }',
        ],
      ],
    },
  ],
  ['Java: any exception', java, { [jt]: [['IllegalArgumentException.class', 'Exception.class']] }],
  ['Rust: a macro that says less', rust, { 'src/lib.rs': [['assert_eq!(of(50), 600)', 'assert_ne!(of(50), 0)']] }],
  ['Rust: a condition with another way out', rust, { 'src/lib.rs': [['assert!(of(75) == 900,', 'assert!(of(75) == 900 || of(75) > 0,']] }],
  ['Rust: a wider pattern', rust, { 'src/lib.rs': [['Err(Error::Bad)', 'Err(_)']] }],
  ['Rust: ignored', rust, { 'src/lib.rs': [['    #[test]\n', '    #[test]\n    #[ignore = "slow"]\n']] }],
]

const unexcused: [string, Tree, Edit][] = [
  ['an emptied fixture', py, { ...work, 'tests/fixtures/rides.json': '[]\n' }],
  ['a truncated fixture', py, { ...work, 'tests/fixtures/rides.json': '[\n  { "id": "r1", "km": 50, "amount": 600, "name": "Ada" }\n]\n' }],
  [
    'a fixture with other names',
    py,
    { ...work, 'tests/fixtures/rides.json': (py['tests/fixtures/rides.json'] ?? '').replace('"Ada"', '"x"').replace('"Bob"', '"y"') },
  ],
  [
    'a fixture that lost a field',
    py,
    { ...work, 'tests/fixtures/rides.json': (py['tests/fixtures/rides.json'] ?? '').replaceAll(/"km": \d+, /g, '') },
  ],
  ['an emptied golden file', py, { ...work, 'tests/golden/report.txt': '' }],
  ['a golden file cut short', py, { ...work, 'tests/golden/report.txt': 'Report of March\nTotal  1620\n' }],
  ['a golden file rewritten', py, { ...work, 'tests/golden/report.txt': 'Traceback\nno such ride\nline 12\nKeyError\nexit status 1\n' }],
  [
    'a snapshot without one of its records',
    py,
    { ...work, 'tests/__snapshots__/report.snap': 'exports[`report of Ada 1`] = `\nAda 600\n`;\n' },
  ],
  ['snapshots thrown away', py, { ...work, 'tests/__snapshots__/report.snap': null }],
  ['a weaker assertion', py, { ...work, [pt]: [['assert of(50) == 600', 'assert of(50)']] }],
  ['a test less', py, { ...work, [pt]: [['def test_parse():', 'def parse_test():']] }],
  ['a skip', py, { ...work, [pt]: [['def test_parse():', '@pytest.mark.skip\ndef test_parse():']] }],
  ['an expectation about something else', py, { ...work, [pt]: [['assert parse("12 km") == 12', 'assert parse("12 km") == 11']] }],
  ['a row of a table', go, { 'fare/fare.go': [['km * 12', 'km * 1200']], [gt]: [[', {75, 900}', '']] }],
]

const list: Tree = {
  'src/a.ts': 'export const list = (x: string) => [x]\n',
  'src/a.test.ts':
    "import { expect, it } from 'vitest'\nimport { list } from './a'\n\nit('lists', () => {\n  expect(list('x')).toEqual(['a', 'b'])\n})\n",
}

const honest: [string, Tree, Edit, string][] = [
  [
    'amounts in another unit, in fixture and golden file',
    py,
    {
      ...work,
      'tests/fixtures/rides.json': (py['tests/fixtures/rides.json'] ?? '')
        .replace('6.0', '600')
        .replace('9.0', '900')
        .replace('1.2,', '120,'),
      'tests/golden/report.txt': 'Report of March\nAda  50 km  600\nBob  75 km  900\nCyd  10 km  120\nTotal  1620\n',
    },
    generous,
  ],
  [
    'more records',
    py,
    {
      'tests/fixtures/rides.json': (py['tests/fixtures/rides.json'] ?? '').replace(
        '"Cyd" }',
        '"Cyd" },\n  { "id": "r4", "km": 1, "amount": 0.12, "name": "Dee" }',
      ),
    },
    fix,
  ],
  ['JSX text changed beside a test', jsx, { [tsx]: [["it's `free", "it's still `free"]] }, fix],
  ['Go: Fatal in place of Error', go, { [gt]: [['t.Errorf("got', 't.Fatalf("got']] }, fix],
  [
    'Go: cmp.Diff in place of a comparison',
    go,
    {
      [gt]: [
        [
          '	if got != 12 {\n		t.Errorf("got %d, want 12", got)\n	}',
          '	if diff := cmp.Diff(12, got); diff != "" {\n		t.Errorf("Parse (-want +got):\\n%s", diff)\n	}',
        ],
      ],
    },
    'Use cmp.Diff in the tests.',
  ],
  [
    'Go: testify in place of conditions',
    go,
    { [gt]: [['	if got != 12 {\n		t.Errorf("got %d, want 12", got)\n	}', '	require.Equal(t, 12, got)']] },
    'Rewrite the tests with testify.',
  ],
  [
    'Rust: assert_eq in place of assert',
    rust,
    { 'src/lib.rs': [['assert!(of(75) == 900, "it\'s {}", of(75))', 'assert_eq!(of(75), 900)']] },
    fix,
  ],
  [
    'Java: a helper in the test',
    java,
    {
      [jt]: [
        ['    assertEquals(600, new Fare().of(50));', '    check(50, 600);'],
        ['  @Test\n', '  private void check(int km, int wanted) {\n    assertEquals(wanted, new Fare().of(km));\n  }\n\n  @Test\n'],
      ],
    },
    fix,
  ],
  [
    'Python: plain asserts for a helper',
    py,
    {
      [pt]: [
        ['    assert of(50) == 600', '    assert_fare(50, 600)'],
        ['def test_of', 'def assert_fare(km, wanted):\n    assert of(km) == wanted\n\n\ndef test_of'],
      ],
    },
    fix,
  ],
  [
    'Ruby: let in place of a variable',
    ruby,
    {
      [rb]: [
        ['    fare = Fare.new\n', ''],
        ['  it "adds up" do', '  let(:fare) { Fare.new }\n\n  it "adds up" do'],
      ],
    },
    fix,
  ],
]

const found = (before: Tree, how: Edit, artifactTask: string) => {
  const after = edit(before, how)
  expect(after).not.toEqual(before)
  return findTampering({ before, after, reliedOn: [], artifactTask }).map(({ what, path, message }) => `${what} ${path}: ${message}`)
}

describe('classes of cheats', () => {
  test.each(cheats)('%s is told', (_, tree, how) => expect(found(tree, how, fix)).not.toEqual([]))

  test.each([...cheats, ...unexcused])('%s is told under a generous task too', (_, tree, how) =>
    expect(found(tree, how, generous)).not.toEqual([]),
  )

  test('a length is no value, though the task speaks of the list', () =>
    expect(
      found(
        list,
        { 'src/a.ts': [['[x]', '[x, x]']], 'src/a.test.ts': [["toEqual(['a', 'b'])", 'toHaveLength(2)']] },
        'The list must now hold two items.',
      ),
    ).not.toEqual([]))

  test.each(honest)('%s is left alone', (_, tree, how, task) => expect(found(tree, how, task)).toEqual([]))
})

describe('a language without a grammar', () => {
  const kotlin: Tree = {
    'src/Fare.kt': 'fun of(km: Int) = km * 12\n',
    'src/test/kotlin/FareTest.kt':
      'class FareTest {\n  @Test\n  fun adds() {\n    assertEquals(600, of(50))\n    assertEquals(900, of(75))\n  }\n}\n',
  }
  const kt = 'src/test/kotlin/FareTest.kt'

  test.each<[string, Edit]>([
    ['an assertion that is gone', { [kt]: [['    assertEquals(900, of(75))\n', '']] }],
    ['another result', { [kt]: [['900', '0']] }],
    ['a test switched off', { [kt]: [['  @Test\n', '  @Ignore\n  @Test\n']] }],
    ['a deleted file', { [kt]: null }],
  ])('is compared line by line: %s', (_, how) => expect(found(kotlin, how, fix)).not.toEqual([]))

  test('says how it was compared', () =>
    expect(found(kotlin, { [kt]: [['    assertEquals(900, of(75))\n', '']] }, fix)[0]).toContain('line by line, as its tests are not read'))

  test.each<[string, Edit]>([
    ['one more assertion', { [kt]: [['  }\n}', '    assertEquals(0, of(0))\n  }\n}']] }],
    ['layout and comments', { [kt]: [['  @Test\n', '  // adults\n\n  @Test\n']] }],
  ])('leaves alone %s', (_, how) => expect(found(kotlin, how, fix)).toEqual([]))
})

describe('settings of other languages', () => {
  const tree: Tree = {
    'src/test/java/FareTest.java': java['src/test/java/FareTest.java'] ?? '',
    'pom.xml': '<project><configuration>\n<rule><minimum>0.80</minimum></rule>\n</configuration></project>\n',
    'build.gradle': 'test {\n  useJUnitPlatform()\n}\nlimit { minimum = 0.8 }\n',
    'Cargo.toml': '[package]\nname = "a"\n\n[lib]\npath = "src/lib.rs"\n',
    'go.mod': 'module a\n\nrequire github.com/stretchr/testify v1.9.0\n',
    '.rspec': '--require spec_helper\n',
    'spec/spec_helper.rb': 'SimpleCov.start do\n  minimum_coverage 90\nend\nRSpec.configure do |config|\n  config.order = :random\nend\n',
    'Makefile': 'test:\n\tmvn verify\n',
    '.github/workflows/ci.yml': 'jobs:\n  t:\n    steps:\n      - run: bundle exec rspec\n      - run: cargo test --all\n',
  }

  test.each<[string, Edit]>([
    ['Maven skips tests', { 'pom.xml': [['<configuration>', '<configuration><skipTests>true</skipTests>']] }],
    ['Maven leaves a test out', { 'pom.xml': [['<configuration>', '<configuration><exclude>**/FareTest.java</exclude>']] }],
    ['a lower minimum in XML', { 'pom.xml': [['0.80', '0.10']] }],
    ['Gradle ignores failures', { 'build.gradle': [['useJUnitPlatform()', 'useJUnitPlatform()\n  ignoreFailures = true']] }],
    ['Gradle leaves a test out', { 'build.gradle': [['useJUnitPlatform()', "useJUnitPlatform()\n  exclude '**/FareTest*'"]] }],
    ['Cargo tests nothing', { 'Cargo.toml': [['path =', 'test = false\npath =']] }],
    ['a stand-in for testify', { 'go.mod': [['require', 'replace github.com/stretchr/testify => ./stub\n\nrequire']] }],
    ['RSpec leaves a tag out', { '.rspec': '--require spec_helper\n--tag ~slow\n' }],
    ['RSpec leaves a filter out', { 'spec/spec_helper.rb': [['config.order = :random', 'config.filter_run_excluding :slow']] }],
    ['SimpleCov asks for less', { 'spec/spec_helper.rb': [['90', '10']] }],
    ['Maven told to skip', { Makefile: [['mvn verify', 'mvn verify -DskipTests']] }],
    ['a pipeline without RSpec', { '.github/workflows/ci.yml': [['      - run: bundle exec rspec\n', '']] }],
  ])('%s', (_, how) => expect(found(tree, how, fix)).not.toEqual([]))

  test.each<[string, Edit]>([
    [
      'newer packages',
      { 'go.mod': [['v1.9.0', 'v1.10.0']], 'pom.xml': [['<project>', '<project><version>2</version>']], 'Cargo.toml': [['"a"', '"b"']] },
    ],
    ['a package without a part of it', { 'build.gradle': [['test {', 'implementation("x") { exclude group: "y" }\ntest {']] }],
    ['higher minimums', { 'pom.xml': [['0.80', '0.90']], 'spec/spec_helper.rb': [['90', '95']] }],
  ])('leaves alone %s', (_, how) => expect(found(tree, how, fix)).toEqual([]))
})
