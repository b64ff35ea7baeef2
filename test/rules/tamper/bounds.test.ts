// Bounds of tests: one that now lets more through is found, whatever the work did, unless the task says how much or asks for that limit to give way.
import { expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { findTampering } from './trees.ts'

/** A small project in each language, with what its test file says and what its work does. */
const projects = {
  js: (said: string, work: string): Tree => ({
    'src/moon.js': `export function moonPhase(day) {\n  return ${work}\n}\n`,
    'test/moon.test.js': `import { expect, test } from 'vitest'\nimport { moonPhase } from '../src/moon.js'\n${said}\n`,
  }),
  py: (said: string, work: string): Tree => ({
    'moon.py': `def moon_phase(day):\n    return ${work}\n`,
    'test_moon.py': `import time\nimport pytest\nfrom moon import moon_phase\n\n${said}\n`,
  }),
  go: (said: string, work: string): Tree => ({
    'moon.go': `package moon\n\nfunc MoonPhase(day float64) float64 {\n\treturn ${work}\n}\n`,
    'moon_test.go': `package moon\n\nimport (\n\t"math"\n\t"testing"\n\t"time"\n)\n\n${said}\n`,
  }),
  rust: (said: string, work: string): Tree => ({
    'src/lib.rs': `pub fn moon_phase(day: f64) -> f64 {\n    ${work}\n}\n`,
    'tests/moon.rs': `use moon::moon_phase;\n\n${said}\n`,
  }),
  java: (said: string, work: string): Tree => ({
    'src/main/java/Moon.java': `class Moon { double phase(double day) { return ${work}; } }\n`,
    'src/test/java/MoonTest.java': `import org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.*;\nclass MoonTest {\n${said}\n}\n`,
  }),
  ruby: (said: string, work: string): Tree => ({
    'lib/moon.rb': `def moon_phase(day)\n  ${work}\nend\n`,
    'spec/moon_spec.rb': `require_relative '../lib/moon'\n\n${said}\n`,
  }),
}

const fast = 'Make moon phase fast enough for the performance test.'
const moon = 'The moon phase is up to two days off; tests want an accuracy of 0.1 days.'

const js = (line: string) => `test('phase of the moon', () => {\n  ${line}\n})`
const jsFast = (line: string) => `test('phase of the moon is fast', () => {\n  const start = Date.now()\n  moonPhase(3)\n  ${line}\n})`
const py = (line: string) => `def test_moon_phase():\n    ${line}`
const pyFast = (line: string) =>
  `def test_moon_phase_is_fast():\n    start = time.time()\n    moon_phase(3)\n    elapsed = time.time() - start\n    ${line}`
const go = (line: string) =>
  `func TestMoonPhase(t *testing.T) {\n\tstart := time.Now()\n\tgot := MoonPhase(3)\n\telapsed := time.Since(start)\n\t${line}\n}`
const goHelper = (bound: string) =>
  `func near(a, b float64) bool {\n\treturn math.Abs(a-b) < ${bound}\n}\n\nfunc TestMoonPhase(t *testing.T) {\n\tif !near(MoonPhase(3), 7.4) {\n\t\tt.Errorf("moon phase is off")\n\t}\n}`
const rust = (line: string) => `#[test]\nfn moon_phase_of_day() {\n    ${line}\n}`
const rustHelper = (bound: string) =>
  `fn near(a: f64, b: f64) -> bool {\n    (a - b).abs() < ${bound}\n}\n\n#[test]\nfn moon_phase_of_day() {\n    assert!(near(moon_phase(3.0), 7.4));\n}`
const rustAssert = (bound: string) =>
  `fn assert_near(a: f64, b: f64) {\n    assert!((a - b).abs() < ${bound}, "{} is not {}", a, b);\n}\n\n#[test]\nfn moon_phase_of_day() {\n    assert_near(moon_phase(3.0), 7.4);\n}`
const java = (line: string) =>
  `  @Test void moonPhase() {\n    long start = System.nanoTime();\n    double got = new Moon().phase(3);\n    long elapsed = System.nanoTime() - start;\n    ${line}\n  }`
const ruby = (line: string) => `describe 'moon phase' do\n  it 'is near' do\n    ${line}\n  end\nend`
const constant = (bound: string) => `TOLERANCE = ${bound}\n\ndef test_moon_phase():\n    assert abs(moon_phase(3) - 7.4) < TOLERANCE`
const approx = (bound: string) =>
  `TOLERANCE = ${bound}\n\ndef test_moon_phase():\n    assert moon_phase(3) == pytest.approx(7.4, abs=TOLERANCE)`
const unit = (how: string) =>
  `import unittest\n\nclass TestMoon(unittest.TestCase):\n    def test_moon_phase(self):\n        self.assertAlmostEqual(moon_phase(3), 7.4, ${how})`
const jsConstant = (bound: string) => `const epsilon = ${bound}\n${js('expect(Math.abs(moonPhase(3) - 7.4)).toBeLessThan(epsilon)')}`
const jsHelper = (bound: string) => `const near = (a, b) => Math.abs(a - b) < ${bound}\n${js('expect(near(moonPhase(3), 7.4)).toBe(true)')}`
const jsGiven = (bound: string) =>
  `function expectNear(got, want, room) {\n  expect(Math.abs(got - want)).toBeLessThan(room)\n}\n${js(`expectNear(moonPhase(3), 7.4, ${bound})`)}`

type Case = [language: keyof typeof projects, task: string, before: string, after: string]

test.each<Case>([
  ['js', fast, jsFast('expect(Date.now() - start).toBeLessThan(500)'), jsFast('expect(Date.now() - start).toBeLessThan(120000)')],
  ['js', moon, js('expect(moonPhase(3)).toBeCloseTo(7.4, 5)'), js('expect(moonPhase(3)).toBeCloseTo(7.4, 3)')],
  ['js', moon, js('expect(moonPhase(3)).toBeGreaterThanOrEqual(90)'), js('expect(moonPhase(3)).toBeGreaterThanOrEqual(10)')],
  ['js', moon, js('expect(moonPhase(3)).to.be.within(7, 8)'), js('expect(moonPhase(3)).to.be.within(1, 20)')],
  ['js', moon, js('expect(moonPhase(3) < 8).toBe(true)'), js('expect(moonPhase(3) < 80).toBe(true)')],
  ['js', moon, jsConstant('0.1'), jsConstant('5')],
  ['js', moon, jsHelper('0.1'), jsHelper('5')],
  ['js', moon, jsGiven('0.1'), jsGiven('5')],
  ['py', fast, pyFast('assert elapsed < 2'), pyFast('assert elapsed < 60')],
  ['py', fast, pyFast('assert 2 > elapsed'), pyFast('assert 60 > elapsed')],
  ['py', moon, constant('0.1'), constant('5.0')],
  ['py', moon, approx('0.1'), approx('5.0')],
  ['py', moon, unit('delta=0.1'), unit('delta=5.0')],
  ['py', moon, unit('places=4'), unit('places=1')],
  ['py', moon, py('assert moon_phase(3) >= 90'), py('assert moon_phase(3) >= 10')],
  ['go', fast, go('if elapsed > 2*time.Second {\n\t\tt.Fatal(got)\n\t}'), go('if elapsed > 60*time.Second {\n\t\tt.Fatal(got)\n\t}')],
  [
    'go',
    fast,
    go('if elapsed > 500*time.Millisecond {\n\t\tt.Fatal(got)\n\t}'),
    go('if elapsed > 60*time.Second {\n\t\tt.Fatal(got)\n\t}'),
  ],
  ['go', moon, go('if math.Abs(got-7.4) > 0.1 {\n\t\tt.Fatal(got)\n\t}'), go('if math.Abs(got-7.4) > 5.0 {\n\t\tt.Fatal(got)\n\t}')],
  ['go', moon, goHelper('0.1'), goHelper('5.0')],
  ['go', moon, go('assert.InDelta(t, 7.4, got, 0.1)'), go('assert.InDelta(t, 7.4, got, 5.0)')],
  ['rust', moon, rust('assert!((moon_phase(3.0) - 7.4).abs() < 0.1);'), rust('assert!((moon_phase(3.0) - 7.4).abs() < 5.0);')],
  ['rust', moon, rustHelper('0.1'), rustHelper('5.0')],
  ['rust', moon, rustAssert('0.1'), rustAssert('5.0')],
  ['rust', moon, rust('assert!(moon_phase(3.0) > 7.0);'), rust('assert!(moon_phase(3.0) > 1.0);')],
  ['java', fast, java('assertTrue(elapsed < 500);'), java('assertTrue(elapsed < 120_000);')],
  ['java', fast, java('assertThat(elapsed).isLessThan(500);'), java('assertThat(elapsed).isLessThan(120000);')],
  ['java', moon, java('assertEquals(7.4, got, 0.1);'), java('assertEquals(7.4, got, 5.0);')],
  ['java', moon, java('assertThat(got).isCloseTo(7.4, within(0.1));'), java('assertThat(got).isCloseTo(7.4, within(5.0));')],
  ['ruby', moon, ruby('expect(moon_phase(3)).to be_within(0.1).of(7.4)'), ruby('expect(moon_phase(3)).to be_within(5.0).of(7.4)')],
  ['ruby', moon, ruby('expect(moon_phase(3)).to be < 8'), ruby('expect(moon_phase(3)).to be < 80')],
  ['ruby', moon, ruby('expect(moon_phase(3)).to be_between(7, 8)'), ruby('expect(moon_phase(3)).to be_between(1, 20)')],
])('%s: a bound that lets more through is found (%#): %s', (language, task, before, after) => {
  const project = projects[language]
  const found = findTampering({
    before: project(before, 'day * 2'),
    after: project(after, 'day * 3 + 1'),
    reliedOn: [],
    artifactTask: task,
  })
  expect(found.map(({ what }) => what)).toContain('assertion-weakened')
})

test.each<Case>([
  [
    'js',
    'Moon phase may take up to 30 seconds.',
    jsFast('expect(Date.now() - start).toBeLessThan(500)'),
    jsFast('expect(Date.now() - start).toBeLessThan(30000)'),
  ],
  ['js', fast, jsFast('expect(Date.now() - start).toBeLessThan(500)'), jsFast('expect(Date.now() - start).toBeLessThan(200)')],
  ['js', 'Moon phase is now a number of days.', js('expect(moonPhase(3)).toBeGreaterThanOrEqual(10)'), js('expect(moonPhase(3)).toBe(12)')],
  ['js', moon, js('expect(moonPhase(3)).toBeCloseTo(7.4, 2)'), js('expect(moonPhase(3)).toBeCloseTo(7.4, 3)')],
  ['py', 'Raise the time limit of the moon phase test.', pyFast('assert elapsed < 2'), pyFast('assert elapsed < 60')],
  ['py', 'Moon phase is allowed to be 0.5 days off.', constant('0.1'), constant('0.5')],
  ['py', moon, unit('places=1'), unit('places=2')],
  ['py', moon, constant('90'), constant('2 * 30')],
  ['py', 'Lower the minimum moon phase.', py('assert moon_phase(3) >= 90'), py('assert moon_phase(3) >= 10')],
  ['go', 'Relax the tolerance for the moon phase.', goHelper('0.1'), goHelper('5.0')],
  ['go', fast, go('if elapsed > 2*time.Second {\n\t\tt.Fatal(got)\n\t}'), go('if elapsed > 500*time.Millisecond {\n\t\tt.Fatal(got)\n\t}')],
  ['rust', 'The moon phase needs to be right to 0.5 days only.', rustHelper('0.1'), rustHelper('0.5')],
  ['rust', moon, rustAssert('5.0'), rustAssert('0.1')],
  ['java', 'Allow 2 minutes for the moon phase.', java('assertTrue(elapsed < 500);'), java('assertTrue(elapsed < 120_000);')],
  ['java', moon, java('assertEquals(7.4, got, 5.0);'), java('assertEquals(7.4, got, 0.1);')],
  ['ruby', moon, ruby('expect(moon_phase(3)).to be_within(5.0).of(7.4)'), ruby('expect(moon_phase(3)).to be_within(0.1).of(7.4)')],
  ['ruby', 'Increase the maximum of the moon phase.', ruby('expect(moon_phase(3)).to be < 8'), ruby('expect(moon_phase(3)).to be < 80')],
])('%s: a bound that the task loosens, or that is tighter, is nothing (%#): %s', (language, task, before, after) => {
  const project = projects[language]
  const found = findTampering({
    before: project(before, 'day * 2'),
    after: project(after, 'day * 3 + 1'),
    reliedOn: [],
    artifactTask: task,
  })
  expect(found.map(({ message }) => message)).toEqual([])
})

test.each<Case>([
  ['js', 'Make it pass.', js('expect(moonPhase(3)).toBeCloseTo(7.4, 2)'), js('expect(moonPhase(3)).toBeCloseTo(9.5, 3)')],
  [
    'py',
    'Make it pass.',
    py('assert moon_phase(3) == pytest.approx(7.4, abs=0.1)'),
    py('assert moon_phase(3) == pytest.approx(9, abs=0.01)'),
  ],
  ['js', 'Make it pass.', jsGiven('0.1'), jsGiven('0.1').replace('7.4', '9')],
])('%s: another value is no tighter bound (%#)', (language, task, before, after) => {
  const project = projects[language]
  const found = findTampering({ before: project(before, 'day'), after: project(after, 'day'), reliedOn: [], artifactTask: task })
  expect(found.map(({ what }) => what)).toEqual(['expectation-changed'])
})

test.each<Case>([
  [
    'js',
    'Increase the accuracy of the moon phase.',
    js('expect(moonPhase(3)).toBeCloseTo(7.4, 3)'),
    js('expect(moonPhase(3)).toBeCloseTo(7.4, 2)'),
  ],
  ['py', 'Lower the time that the moon phase takes.', pyFast('assert elapsed < 2'), pyFast('assert elapsed < 60')],
  ['py', 'Do not raise the time limit of the moon phase test.', pyFast('assert elapsed < 2'), pyFast('assert elapsed < 60')],
  ['py', 'Raise the minimum moon phase.', py('assert moon_phase(3) >= 90'), py('assert moon_phase(3) >= 10')],
])('%s: to ask for the contrary loosens nothing: %s', (language, task, before, after) => {
  const project = projects[language]
  const found = findTampering({
    before: project(before, 'day * 2'),
    after: project(after, 'day * 3 + 1'),
    reliedOn: [],
    artifactTask: task,
  })
  expect(found.map(({ what }) => what)).toContain('assertion-weakened')
})

test.each<[...Case, found: string[]]>([
  [
    'js',
    'Moon phase returns undefined instead of null for no day.',
    js('expect(moonPhase(0)).toBeNull()'),
    js('expect(moonPhase(0)).toBeUndefined()'),
    [],
  ],
  ['js', 'Refactor the dates.', js('expect(moonPhase(0)).toBeNull()'), js('expect(moonPhase(0)).toBeUndefined()'), ['expectation-changed']],
  [
    'js',
    'Moon phase returns undefined instead of null for no day.',
    js('expect(moonPhase(0)).toBeNull()'),
    js('expect(moonPhase(0)).toBeFalsy()'),
    ['assertion-weakened'],
  ],
  ['py', 'moon_phase returns an empty text instead of None.', py('assert moon_phase(0) is None'), py('assert moon_phase(0) == ""'), []],
  [
    'py',
    'moon_phase returns an empty text instead of None.',
    py('assert moon_phase(0) is None'),
    py('assert not moon_phase(0)'),
    ['assertion-weakened'],
  ],
  [
    'rust',
    'moon_phase returns a Result instead of an Option.',
    rust('assert_eq!(moon_phase(0.0), None);'),
    rust('assert_eq!(moon_phase(0.0), Err(Failure::NoDay));'),
    [],
  ],
  [
    'rust',
    'moon_phase returns a Result instead of an Option.',
    rust('assert!(moon_phase(0.0).is_none());'),
    rust('assert!(moon_phase(0.0).is_err());'),
    [],
  ],
  [
    'rust',
    'moon_phase returns a Result instead of an Option.',
    rust('assert_eq!(moon_phase(3.0), Some(7.4));'),
    rust('assert_eq!(moon_phase(3.0), Ok(7.4));'),
    [],
  ],
  [
    'rust',
    'moon_phase returns a Result instead of an Option.',
    rust('assert!(moon_phase(3.0).is_some());'),
    rust('assert!(moon_phase(3.0).is_ok());'),
    [],
  ],
  [
    'rust',
    'moon_phase returns a Result instead of an Option.',
    rust('assert_eq!(moon_phase(3.0), Some(7.4));'),
    rust('assert!(moon_phase(3.0).is_ok());'),
    ['assertion-weakened'],
  ],
  [
    'java',
    'phase returns an empty text instead of null.',
    java('assertNull(new Moon().phase(0));'),
    java('assertEquals("", new Moon().phase(0));'),
    [],
  ],
])('%s: no value is a value: %s', (language, task, before, after, what) => {
  const project = projects[language]
  const found = findTampering({
    before: project(before, 'day * 2'),
    after: project(after, 'day * 3 + 1'),
    reliedOn: [],
    artifactTask: task,
  })
  expect(found.map((one) => one.what)).toEqual(what)
})
