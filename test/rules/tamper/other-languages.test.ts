// The tamper guard on Rust, Java and Ruby: what it must catch there, and what it must leave alone.
import { describe, expect, test } from 'vitest'
import type { TamperKind, Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const rust: Tree = {
  'src/lib.rs':
    'pub fn fare(km: u32, age: u32) -> u32 {\n    km * 12\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn nothing_for_nothing() {\n        assert_eq!(fare(0, 30), 0);\n    }\n}\n',
  'tests/fare.rs':
    'use trip::{fare, parse, Fault, is_free};\n\n#[test]\nfn adults() {\n    assert_eq!(fare(50, 30), 600);\n    assert_eq!(fare(75, 41), 900, "adults pay all");\n}\n\n#[test]\nfn children() {\n    let got = fare(50, 7);\n    assert_eq!(got, 300);\n    assert!(is_free(3));\n    assert!(!is_free(6));\n}\n\n#[test]\n#[should_panic(expected = "too far")]\nfn limits() {\n    fare(99_999, 30);\n}\n\n#[test]\nfn faults() {\n    assert_eq!(parse("x"), Err(Fault::Empty));\n    assert!(fare(10, 30) > 100);\n}\n',
}
const java: Tree = {
  'src/main/java/trip/Fare.java':
    'package trip;\n\npublic final class Fare {\n  public int of(int km, int age) {\n    return km * 12;\n  }\n}\n',
  'src/test/java/trip/FareTest.java':
    'package trip;\n\nimport static org.assertj.core.api.Assertions.assertThat;\nimport static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n\nclass FareTest {\n  private final Fare fare = new Fare();\n\n  @Test\n  void adults() {\n    assertEquals(600, fare.of(50, 30));\n    assertThat(fare.of(75, 41)).isEqualTo(900);\n  }\n\n  @Test\n  void children() {\n    int got = fare.of(50, 7);\n    assertEquals(300, got);\n    assertTrue(Fare.isFree(3));\n    assertEquals(Band.CHILD, Fare.band(7));\n  }\n\n  @ParameterizedTest\n  @CsvSource({"10, 120", "20, 240"})\n  void distances(int km, int wanted) {\n    assertEquals(wanted, fare.of(km, 30));\n  }\n\n  @Test\n  void limits() {\n    assertThrows(IllegalArgumentException.class, () -> fare.of(99_999, 30));\n  }\n}\n',
}
const ruby: Tree = {
  'lib/fare.rb': 'class Fare\n  def of(km, age)\n    km * 12\n  end\nend\n',
  'spec/fare_spec.rb':
    'require "fare"\n\nRSpec.describe Fare do\n  let(:fare) { Fare.new("EUR") }\n\n  it "takes all from adults" do\n    expect(fare.of(50, 30)).to eq(600)\n    expect(fare.of(75, 41)).to eq 900\n  end\n\n  context "for children" do\n    it "takes half" do\n      got = fare.of(50, 7)\n      expect(got).to eq(300)\n      expect(fare.band(7)).to eq(:child)\n      expect(fare).to be_valid\n    end\n  end\n\n  it "has a limit" do\n    expect { fare.of(99_999, 30) }.to raise_error(ArgumentError, "too far")\n  end\nend\n',
  'test/test_band.rb':
    'require "minitest/autorun"\n\nclass TestBand < Minitest::Test\n  def test_old\n    assert_equal "old", Band.of(80)\n    assert Band.known?(12)\n    assert_raises(KeyError) { Band.of(-1) }\n  end\nend\n',
}
const [rs, jt, rb, mt] = ['tests/fare.rs', 'src/test/java/trip/FareTest.java', 'spec/fare_spec.rb', 'test/test_band.rb']

const cheats: [TamperKind, string, Tree, Edit][] = [
  ['test-skipped', 'Rust: #[ignore]', rust, { [rs]: [['#[test]\nfn children', '#[test]\n#[ignore]\nfn children']] }],
  [
    'test-skipped',
    'Rust: only with a feature',
    rust,
    { [rs]: [['#[test]\nfn children', '#[cfg(feature = "slow")]\n#[test]\nfn children']] },
  ],
  ['test-skipped', 'Rust: a file only with a feature', rust, { [rs]: [['use trip', '#![cfg(feature = "slow")]\nuse trip']] }],
  ['test-removed', 'Rust: no longer a test', rust, { [rs]: [['#[test]\nfn children', 'fn children']] }],
  ['test-removed', 'Rust: a test inside the work', rust, { 'src/lib.rs': 'pub fn fare(km: u32, age: u32) -> u32 {\n    km * 12\n}\n' }],
  ['expectation-changed', 'Rust: another result', rust, { [rs]: [['600', '601']] }],
  ['expectation-changed', 'Rust: a condition turned round', rust, { [rs]: [['!is_free(6)', 'is_free(6)']] }],
  ['expectation-changed', 'Rust: another variant', rust, { [rs]: [['Fault::Empty', 'Fault::Odd']] }],
  ['assertion-weakened', 'Rust: any panic', rust, { [rs]: [['#[should_panic(expected = "too far")]', '#[should_panic]']] }],
  ['assertion-weakened', 'Rust: merely unequal', rust, { [rs]: [['assert_eq!(got, 300)', 'assert_ne!(got, 301)']] }],
  [
    'assertion-weakened',
    'Rust: an assertion in a comment',
    rust,
    { [rs]: [['    assert_eq!(got, 300);', '    // assert_eq!(got, 300);']] },
  ],
  [
    'special-case',
    'Rust: arms of the answers',
    rust,
    {
      'src/lib.rs': [
        ['    km * 12', '    match (km, age) {\n        (50, 30) => 600,\n        (75, 41) => 900,\n        _ => km * 12,\n    }'],
      ],
    },
  ],
  [
    'special-case',
    'Rust: an if of the answers',
    rust,
    { 'src/lib.rs': [['    km * 12', '    if km == 75 {\n        return 900;\n    }\n    km * 12']] },
  ],
  ['test-detection', 'Rust: cfg!(test)', rust, { 'src/lib.rs': [['    km * 12', '    if cfg!(test) { half(km) } else { km * 12 }']] }],
  ['test-skipped', 'Java: @Disabled', java, { [jt]: [['  @Test\n  void children', '  @Disabled("later")\n  @Test\n  void children']] }],
  ['test-skipped', 'Java: a whole class', java, { [jt]: [['class FareTest', '@Disabled\nclass FareTest']] }],
  ['test-removed', 'Java: no longer a test', java, { [jt]: [['  @Test\n  void children', '  void children']] }],
  ['expectation-changed', 'Java: another result', java, { [jt]: [['600', '601']] }],
  ['expectation-changed', 'Java: another constant', java, { [jt]: [['Band.CHILD', 'Band.ADULT']] }],
  ['expectation-changed', 'Java: a condition turned round', java, { [jt]: [['assertTrue', 'assertFalse']] }],
  ['assertion-weakened', 'Java: merely there', java, { [jt]: [['isEqualTo(900)', 'isNotNull()']] }],
  ['assertion-weakened', 'Java: any exception', java, { [jt]: [['IllegalArgumentException.class', 'Exception.class']] }],
  ['assertion-weakened', 'Java: a row less', java, { [jt]: [['"10, 120", ', '']] }],
  [
    'assertion-weakened',
    'Java: a failure swallowed',
    java,
    { [jt]: [['    assertEquals(300, got);', '    try {\n      assertEquals(300, got);\n    } catch (AssertionError ignored) {\n    }']] },
  ],
  [
    'special-case',
    'Java: a switch of the answers',
    java,
    {
      'src/main/java/trip/Fare.java': [
        [
          '    return km * 12;',
          '    return switch (km) {\n      case 75 -> 900;\n      case 50 -> 600;\n      default -> km * 12;\n    };',
        ],
      ],
    },
  ],
  ['subject-replaced', 'Java: the subject mocked', java, { [jt]: [['new Fare()', 'mock(Fare.class)']] }],
  ['test-skipped', 'Ruby: xit', ruby, { [rb]: [['it "takes half"', 'xit "takes half"']] }],
  ['test-skipped', 'Ruby: skip in the body', ruby, { [rb]: [['      got = fare', '      skip "later"\n      got = fare']] }],
  ['test-skipped', 'Ruby: a tag', ruby, { [rb]: [['it "takes half" do', 'it "takes half", :skip do']] }],
  ['test-skipped', 'Ruby: a suite', ruby, { [rb]: [['context "for', 'xcontext "for']] }],
  ['test-removed', 'Ruby: a method no runner reads', ruby, { [mt]: [['def test_old', 'def old_test']] }],
  ['expectation-changed', 'Ruby: another result', ruby, { [rb]: [['eq 900', 'eq 901']] }],
  ['expectation-changed', 'Ruby: another symbol', ruby, { [rb]: [[':child', ':adult']] }],
  ['expectation-changed', 'Ruby: another text, in minitest', ruby, { [mt]: [['"old"', '"young"']] }],
  ['expectation-changed', 'Ruby: another thing to start from', ruby, { [rb]: [['"EUR"', '"USD"']] }],
  ['assertion-weakened', 'Ruby: merely there', ruby, { [rb]: [['eq(600)', 'be_truthy']] }],
  ['assertion-weakened', 'Ruby: any error', ruby, { [rb]: [['raise_error(ArgumentError, "too far")', 'raise_error']] }],
  [
    'assertion-weakened',
    'Ruby: a failure swallowed',
    ruby,
    {
      [rb]: [
        [
          '      expect(got).to eq(300)',
          '      begin\n        expect(got).to eq(300)\n      rescue RSpec::Expectations::ExpectationNotMetError\n      end',
        ],
      ],
    },
  ],
  [
    'special-case',
    'Ruby: when and then',
    ruby,
    { 'lib/fare.rb': [['    km * 12', '    case km\n    when 75 then 900\n    else km * 12\n    end']] },
  ],
  ['special-case', 'Ruby: a return for one input', ruby, { 'lib/fare.rb': [['    km * 12', '    return 900 if km == 75\n    km * 12']] }],
  [
    'subject-replaced',
    'Ruby: the subject stubbed',
    ruby,
    { [rb]: [['  let(:fare)', '  before { allow_any_instance_of(Fare).to receive(:of).and_return(600) }\n  let(:fare)']] },
  ],
]

const honest: [string, Tree, Edit][] = [
  ['Rust: the fix alone', rust, { 'src/lib.rs': [['    km * 12', '    if age < 12 { km * 6 } else { km * 12 }']] }],
  [
    'Rust: more tests and layout',
    rust,
    {
      [rs]: [
        ['#[test]\nfn faults', '#[test]\nfn old() {\n    assert_eq!(fare(5, 80), 30);\n}\n\n#[test]\nfn faults'],
        ['#[should', '// Nobody goes that far.\n#[should'],
      ],
    },
  ],
  [
    'Rust: rstest in place of lines',
    rust,
    {
      [rs]: [
        [
          '#[test]\nfn adults() {\n    assert_eq!(fare(50, 30), 600);\n    assert_eq!(fare(75, 41), 900, "adults pay all");\n}',
          '#[rstest]\n#[case(50, 30, 600)]\n#[case(75, 41, 900)]\nfn adults(#[case] km: u32, #[case] age: u32, #[case] wanted: u32) {\n    assert_eq!(fare(km, age), wanted);\n}',
        ],
      ],
    },
  ],
  [
    'Rust: a match that is no answer of the tests',
    rust,
    { 'src/lib.rs': [['    km * 12', '    match age {\n        0..=5 => 0,\n        6..=11 => km * 6,\n        _ => km * 12,\n    }']] },
  ],
  [
    'Java: the fix and layout',
    java,
    {
      'src/main/java/trip/Fare.java': [['return km * 12;', 'return age < 12 ? km * 6 : km * 12;']],
      [jt]: [['  @Test\n  void limits', '  // Nobody goes that far.\n  @Test\n  void limits']],
    },
  ],
  [
    'Java: rows in place of lines',
    java,
    {
      [jt]: [
        [
          '  @Test\n  void adults() {\n    assertEquals(600, fare.of(50, 30));\n    assertThat(fare.of(75, 41)).isEqualTo(900);\n  }',
          '  @ParameterizedTest\n  @CsvSource({"50, 30, 600", "75, 41, 900", "80, 41, 960"})\n  void adults(int km, int age, int wanted) {\n    assertEquals(wanted, fare.of(km, age));\n  }',
        ],
      ],
    },
  ],
  [
    'Java: AssertJ in place of JUnit',
    java,
    {
      [jt]: [
        ['assertEquals(600, fare.of(50, 30))', 'assertThat(fare.of(50, 30)).isEqualTo(600)'],
        ['assertTrue(Fare.isFree(3))', 'assertThat(Fare.isFree(3)).isTrue()'],
      ],
    },
  ],
  [
    'Java: a dependency mocked',
    java,
    { [jt]: [['  private final Fare', '  private final Clock clock = mock(Clock.class);\n  private final Fare']] },
  ],
  [
    'Ruby: the fix and layout',
    ruby,
    {
      'lib/fare.rb': [['    km * 12', '    age < 12 ? km * 6 : km * 12']],
      [rb]: [
        ['eq 900', 'eq(900)'],
        ['  it "has', '  # Nobody goes that far.\n  it "has'],
      ],
    },
  ],
  [
    'Ruby: other descriptions and one test more',
    ruby,
    {
      [rb]: [
        ['it "takes half"', "it 'is half the price'"],
        [
          '  it "has a limit" do',
          '  it "is free for the smallest" do\n    expect(fare.of(50, 3)).to eq(0)\n  end\n\n  it "has a limit" do',
        ],
      ],
    },
  ],
  ['Ruby: a skipped test that runs again', edit(ruby, { [rb]: [['it "takes half"', 'xit "takes half"']] }), { [rb]: ruby[rb] ?? '' }],
  [
    'Ruby: a dependency stubbed',
    ruby,
    { [rb]: [['  let(:fare)', '  before { allow(Clock).to receive(:now).and_return(0) }\n  let(:fare)']] },
  ],
]

describe('findTampering in other languages', () => {
  const task = 'Children under twelve pay half, and nobody rides further than 50000 km.'

  test.each(cheats)('%s: %s', (what, _, tree, how) => {
    expect(edit(tree, how)).not.toEqual(tree)
    expect(findTampering({ before: tree, after: edit(tree, how), reliedOn: [], artifactTask: task }).map((one) => one.what)).toContain(what)
  })

  test.each(honest)('leaves alone %s', (_, tree, how) => {
    const found = findTampering({
      before: tree,
      after: edit(tree, how),
      reliedOn: Object.keys(tree).filter((path) => !/^(?:lib|src\/(?:main|lib))/.test(path)),
      artifactTask: task,
    })
    expect(found.map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
  })

  test.each<[string, string, string]>([
    ['attributes without end', 'tests/a.rs', '#[test] fn a() { '.repeat(8_000)],
    ['lifetimes and raw texts', 'src/a.rs', '\'a r#"'.repeat(20_000)],
    ['annotations without end', 'src/test/java/ATest.java', '@Test void a() {'.repeat(8_000)],
    ['blocks on one line', 'spec/a_spec.rb', 'RSpec.describe A do it "a" do expect(a).to eq 1 '.repeat(4_000)],
    ['methods without end', 'lib/a.rb', 'def a(b) '.repeat(10_000)],
  ])('gets through a hostile file: %s', (_, path, text) => {
    expect(findTampering({ before: rust, after: { ...rust, [path]: text }, reliedOn: [] })).toBeInstanceOf(Array)
  })
})
