// The same verdicts as JUnit XML and as SARIF.
import { describe, expect, test } from 'vitest'
import { junit } from '../../src/report/junit.ts'
import { sarif } from '../../src/report/sarif.ts'
import type { Rule } from '../../src/schema/rule.ts'
import type { Finding, Outcome, Verdict } from '../../src/schema/verdict.ts'

const rule = (id: string, severity: Rule['severity']): Rule => ({
  id,
  description: `about ${id}`,
  severity,
  weight: 1,
  phase: 'A',
  check: 's',
})
const verdict = (ruleId: string, outcome: Outcome, evidence: Finding[] = []): Verdict => ({
  ruleId,
  outcome,
  message: `${ruleId} is ${outcome}`,
  evidence,
})

const file = 'docs/my file.md'
const seen: Finding = {
  message: 'bad word',
  quote: 'x < y',
  expected: 'good',
  actual: 'bad',
  location: { file, line: 3, column: 7, pointer: '/a' },
}
const judged = {
  file,
  rules: [
    rule('p', 'fail'),
    rule('f', 'fail'),
    rule('w', 'warn'),
    rule('n', 'fail'),
    rule('u', 'fail'),
    rule('e', 'fail'),
    rule('i', 'info'),
  ],
  verdicts: [
    verdict('p', 'pass'),
    verdict('f', 'fail', [seen, { ...seen, location: { line: 9 } }, { message: 'nowhere' }]),
    verdict('w', 'fail', [{ message: 'hm' }]),
    verdict('n', 'not-applicable'),
    verdict('u', 'unknown'),
    verdict('e', 'error', [{ message: 'crashed' }]),
    verdict('i', 'fail'),
  ],
}

describe('JUnit', () => {
  const xml = junit([judged])

  test('counts what blocks, what broke and what did not apply', () => {
    expect(xml).toContain('<testsuite name="docs/my file.md" tests="7" failures="2" errors="1" skipped="1">')
  })

  test('a pass is empty, a failure says what was seen and where', () => {
    expect(xml).toContain('<testcase classname="docs/my file.md" name="p"/>')
    expect(xml).toContain(
      '<failure type="fail" message="f is fail">about f.&#10;docs/my file.md:3:7 (/a): bad word; expected good; found bad; saw «x &lt; y»&#10;',
    )
    expect(xml).toContain('<failure type="unknown" message="u is unknown">')
    expect(xml).toContain('<error type="error" message="e is error">')
    expect(xml).toContain('<skipped message="not applicable: n is not-applicable"/>')
  })

  test('what only lowers the score fails no build', () => {
    expect(xml).toContain('<system-out>warn (fail): w is fail')
    expect(xml).toContain('<system-out>info (fail): i is fail')
  })

  test('a rule nobody described counts as one that blocks', () => {
    expect(junit([{ file, rules: [], verdicts: [verdict('x', 'fail')] }])).toContain('failures="1"')
  })

  test('whatever the text holds, the XML is well-formed', () => {
    const wild = `]]> & <a b="c" d='e'> \0\u0001\u001b[31m\u000b\uFFFE \ud800 tab\tline\nreturn\r é 😀`
    const text = junit([
      { file: wild, rules: [], verdicts: [{ ruleId: wild, outcome: 'fail', message: wild, evidence: [{ message: wild, quote: wild }] }] },
    ])
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('é 😀')
    // Nothing but our own tags is left between angle brackets, and every ampersand begins an entity.
    expect(new Set(text.match(/<\/?[a-z]+/g))).toEqual(
      new Set(['<testsuites', '<testsuite', '<testcase', '<failure', '</failure', '</testcase', '</testsuite', '</testsuites']),
    )
    expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#10|#9|#13);)/)
  })
})

describe('SARIF', () => {
  const log = JSON.parse(sarif([judged]))
  const [run] = log.runs

  test('names its version, its tool and every rule with its level', () => {
    expect([log.version, run.tool.driver.name]).toEqual(['2.1.0', 'whet'])
    expect(
      run.tool.driver.rules.map((each: { id: string; defaultConfiguration: { level: string } }) => [
        each.id,
        each.defaultConfiguration.level,
      ]),
    ).toEqual([
      ['p', 'error'],
      ['f', 'error'],
      ['w', 'warning'],
      ['n', 'error'],
      ['u', 'error'],
      ['e', 'error'],
      ['i', 'note'],
    ])
  })

  test('one result a place; passes, what did not apply and errors are none', () => {
    const short = run.results.map(
      (each: {
        ruleId: string
        ruleIndex: number
        kind: string
        level: string
        locations: { physicalLocation: { region?: { startLine: number } } }[]
      }) => [each.ruleId, each.ruleIndex, each.kind, each.level, each.locations[0]?.physicalLocation.region?.startLine],
    )
    expect(short).toEqual([
      ['f', 1, 'fail', 'error', 3],
      ['f', 1, 'fail', 'error', 9],
      ['w', 2, 'fail', 'warning', undefined],
      ['u', 4, 'open', 'none', undefined],
      ['i', 6, 'fail', 'note', undefined],
    ])
  })

  test('a place has an escaped address, a region with its quote, and a pointer', () => {
    expect(run.results[0]).toEqual({
      ruleId: 'f',
      ruleIndex: 1,
      kind: 'fail',
      level: 'error',
      message: { text: 'f is fail: bad word; expected good; found bad' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'docs/my%20file.md' },
            region: { startLine: 3, startColumn: 7, snippet: { text: 'x < y' } },
          },
          logicalLocations: [{ fullyQualifiedName: '/a' }],
        },
      ],
    })
  })

  test('a check that broke is a notification of the run, which then was not successful', () => {
    expect(run.invocations[0].executionSuccessful).toBe(false)
    expect(run.invocations[0].toolExecutionNotifications).toEqual([
      {
        level: 'error',
        message: { text: 'e is error\ncrashed' },
        associatedRule: { id: 'e' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'docs/my%20file.md' } } }],
      },
    ])
    expect(JSON.parse(sarif([{ ...judged, verdicts: [verdict('p', 'pass')] }])).runs[0].invocations[0].executionSuccessful).toBe(true)
  })

  test('strange names make no strange addresses', () => {
    const uri = (name: string) => JSON.parse(sarif([{ file: name, rules: [], verdicts: [] }])).runs[0].artifacts[0].location.uri
    expect(['a:b.md', 'a\\b c#d?.md', '\ud800'].map(uri)).toEqual(['a%3Ab.md', 'a/b%20c%23d%3F.md', '%EF%BF%BD'])
  })
})

describe('several files', () => {
  const two = [judged, { ...judged, file: 'other.md' }]

  test('are suites of one JUnit report whose totals add up', () => {
    const xml = junit(two)
    expect(xml.match(/<testsuite /g)).toHaveLength(2)
    expect(xml).toContain(`<testsuites name="whet" tests="${judged.verdicts.length * 2}"`)
  })

  test('are artifacts of one SARIF run that describes each rule once', () => {
    const [run] = JSON.parse(sarif(two)).runs
    expect(run.artifacts.map((each: { location: { uri: string } }) => each.location.uri)).toContain('other.md')
    expect(run.tool.driver.rules).toHaveLength(judged.rules.length)
  })
})
