// What every face tells of a run alike: which evaluation counts, what is compared with what, and who made it.
import { describe, expect, it } from 'vitest'
import { findingsHtml } from '../../src/report/findings-html.ts'
import { makerName, tellingAt, versionBefore } from '../../src/report/story.ts'

describe('a run that judges several things', () => {
  const judged = [
    { score: 55, passed: false, series: 'button', artifact: 'a' },
    { score: 64, passed: false, series: 'input', artifact: 'b' },
    { score: 91, passed: true, series: 'card', artifact: 'c' },
    { score: 60, passed: false, series: 'button', artifact: 'd' },
  ]

  it('is told by the worst that does not pass, not by what was judged last', () => {
    expect(tellingAt(judged.slice(0, 3))).toBe(1)
    expect(tellingAt(judged)).toBe(4)
  })

  it('compares a version only with one of the same thing', () => {
    const versions = judged.map(({ artifact }) => ({ hash: artifact }))
    expect([1, 2, 3, 4].map((number) => versionBefore({ versions, judged }, number))).toEqual([null, null, null, 1])
    expect(versionBefore({ versions, judged: [] }, 3)).toBe(2)
  })
})

it.each([
  ['command:/usr/local/bin/node', 'command:node'],
  ['command:"/opt/my tools/node" "/home/x/maker.mjs"', 'command:"my tools/node" "maker.mjs"'],
  ['command:C:\\tools\\node.exe', 'command:node.exe'],
  ['model:openrouter/some/model', 'model:openrouter/some/model'],
  ['scripted:script.yaml', 'scripted:script.yaml'],
])('%s is told as %s', (name, short) => {
  expect(makerName(name)).toBe(short)
})

it('a finding says its gain on the scale of the score, and one word once', () => {
  const finding = { rule: 'High', outcome: 'fail', message: 'No', fix: null, gain: 40, group: 'High', evidence: [] }
  const { markup } = findingsHtml([{ label: '', findings: [finding] }], null, 1)
  expect(markup).toContain('+0.40 points')
  expect(markup.match(/High/g)).toHaveLength(1)
})
