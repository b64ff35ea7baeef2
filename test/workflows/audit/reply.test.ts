// What a maker's reply comes to: files in its own folder, an audit with score and signal, or a sentence that says what was wrong.
import { describe, expect, test } from 'vitest'
import { writeFenced } from '../../../src/lib/fenced-files.ts'
import { fromFences } from '../../../src/workflows/audit/prompts.ts'
import { readTaskReply } from '../../../src/workflows/audit/reply.ts'
import { makeAudit } from '../../../src/workflows/audit/reviewers/review.ts'
import { artifactPath } from '../../../src/workflows/audit/roles.ts'
import type { Role } from '../../../src/workflows/audit/state.ts'
import { reportText } from './session.ts'

const read = (text: string, role: Role = 'designer', id = 'DESIGN-001') => readTaskReply({ ok: true, text }, { id, role })
const result = (text: string, role?: Role, id?: string) => {
  const got = read(text, role, id)
  if ('problem' in got) throw new Error(got.problem)
  return got
}
const problem = (text: string, role?: Role) => {
  const got = read(text, role)
  if ('result' in got) throw new Error('was taken')
  return got.problem
}
const json = (value: object) => JSON.stringify(value)

describe('files', () => {
  test('come from fences marked with a path; the words around them are the summary', () => {
    const { result: made, texts } = result(
      'Tokens, and a button.\n\n```json file=artifacts/design/tokens.json\n{\n  "a": 1\n}\n```\n\nThat is\nall.\n\n````md file="button.md"\n# Button\n```css\n.b {}\n```\n````\n\n```js\nnot a file\n```\n',
    )
    expect(made).toMatchObject({ error: '', summary: 'Tokens, and a button. That is all.', audit: null })
    expect(made.artifacts.map(({ path }) => path)).toEqual(['artifacts/design/tokens.json', 'artifacts/design/button.md'])
    expect(texts).toEqual(['{\n  "a": 1\n}\n', '# Button\n```css\n.b {}\n```\n'])
  })

  test.each([
    json({ summary: 'Tokens.', artifacts: [{ path: 'tokens.json', content: '{}' }] }),
    `\`\`\`json\n${json({ summary: 'Tokens.', artifacts: [{ path: 'design/tokens.json', content: '{}' }] })}\n\`\`\``,
  ])('come from JSON: %s', (text) => {
    expect(result(text)).toMatchObject({
      result: { summary: 'Tokens.', artifacts: [{ path: 'artifacts/design/tokens.json' }] },
      texts: ['{}'],
    })
  })

  test('the summary fits into the findings cell', () => {
    expect(result(json({ summary: 'long '.repeat(1000), artifacts: [{ path: 'a.md', content: '' }] })).result.summary).toHaveLength(500)
  })

  test.each<[Role, string, string]>([
    ['designer', 'tokens.json', 'artifacts/design/tokens.json'],
    ['designer', './artifacts/design/deep/er/tokens.json', 'artifacts/design/deep/er/tokens.json'],
    ['implementer', 'src/button.css', 'artifacts/build/src/button.css'],
    ['researcher', 'research/a b.md', 'artifacts/research/a b.md'],
    ['reviewer', 'audit/r.md', 'artifacts/audit/r.md'],
  ])('%s writes %s to %s', (role, given, path) => {
    expect(artifactPath(role, given)).toEqual({ path })
  })

  test.each<[Role, string]>([
    ['designer', '../tokens.json'],
    ['designer', 'artifacts/design/../build/x.css'],
    ['designer', '/etc/passwd'],
    ['designer', 'C:\\x.json'],
    ['designer', 'a\u0000.json'],
    ['designer', 'a//b.json'],
    ['designer', 'artifacts/design'],
    ['designer', 'artifacts/build/x.css'],
    ['reviewer', 'artifacts/design/tokens.json'],
    ['reviewer', 'design/tokens.json'],
    ['implementer', 'artifacts/design/tokens.json'],
    ['reviewer', 'gc-decision-AUDIT-001-1.md'],
    ['designer', 'd/'.repeat(20) + 'x'],
    ['designer', 'x'.repeat(300)],
  ])('%s may not write to %j', (role, given) => {
    expect(artifactPath(role, given)).toEqual({ problem: expect.stringContaining('"') })
    expect(problem(json({ summary: 's', artifacts: [{ path: given, content: 'x' }] }), role)).toMatch(
      /isn't a path inside|isn't in|is a folder|begin with gc-/,
    )
  })

  test.each([
    ['nothing', '  ', /has no text/],
    ['words alone', 'I have thought about it.', /no file was found/],
    ['a fence that is never closed', 'x\n```md file=a.md\n# A\n', /fence of a\.md in line 2 is never closed/],
    ['the same file twice', '```md file=a.md\nx\n```\n```md file=A.md\ny\n```\n', /occurs twice/],
    ['JSON of another form', '{"files": []}', /summary/],
    ['JSON that stops', '{"summary": "x"', /expected JSON/],
    ['a key that is refused', '{"summary":"x","__proto__":{"artifacts":[]}}', /__proto__/],
    ['no text', 'x\u0000y', /isn't valid text/],
  ])('%s is told apart', (_, text, expected) => {
    expect(problem(text)).toMatch(expected)
  })

  test('any text survives being fenced and read back', () => {
    const files = [
      { path: 'a.md', text: '# A\n```js\n````\n~~~\n' },
      { path: 'c.txt', text: '\n\n  indented\n<!-- open\n' },
      { path: 'dir/b c.json', text: '{\n}\n' },
    ]
    expect(fromFences(writeFenced(Object.fromEntries(files.map(({ path, text }) => [path, text]))))).toEqual(files)
  })
})

describe('audits', () => {
  const dimensions = (score: number) => ({ consistency: score, accessibility: score, completeness: score, quality: score, industry: score })

  test('a report in markdown is taken as it is', () => {
    const text = reportText({ id: 'AUDIT-001', score: '8.4' })
    expect(result(text, 'reviewer', 'AUDIT-001')).toMatchObject({
      result: {
        summary: 'No findings.',
        artifacts: [{ path: 'artifacts/audit/audit-001.md' }],
        audit: { score: '8.4', signal: 'audit_passed' },
      },
      texts: [text],
    })
  })

  test('a report among files is found', () => {
    expect(
      result(
        `See below.\n\n\`\`\`\`md file=my-audit.md\n${reportText({ verdict: 'audit_result', score: '7' })}\`\`\`\`\n`,
        'reviewer',
        'AUDIT-001',
      ).result,
    ).toMatchObject({ artifacts: [{ path: 'artifacts/audit/my-audit.md' }], audit: { signal: 'audit_result' } })
  })

  test('parts become a report that our own parser reads', () => {
    const { result: made, texts } = result(
      json({
        summary: 'Looked at it.',
        findings: [{ severity: 'high', text: 'Off\n## grid', at: 'artifacts/design/t.json:2' }],
        audit: { dimensions: dimensions(7.5) },
      }),
      'reviewer',
      'AUDIT-007',
    )
    expect(made).toMatchObject({
      audit: { score: '7.5', signal: 'audit_result' },
      artifacts: [{ path: 'artifacts/audit/audit-007.md' }],
      summary: expect.stringContaining('1 High'),
    })
    expect(texts[0]).toContain('### High (1)\n- Off ## grid (artifacts/design/t.json:2)')
  })

  test.each([
    ['passed by its word, not by its scores', { signal: 'audit_passed', dimensions: dimensions(6.5) }, [], 'audit_result'],
    ['passed by its scores, not by its word', { signal: 'fix_required', dimensions: dimensions(9) }, [], 'fix_required'],
    [
      'passed in spite of a Critical finding',
      { signal: 'audit_passed', dimensions: dimensions(9) },
      [{ severity: 'Critical', text: 'Contrast fails' }],
      'fix_required',
    ],
    ['a word without scores', { signal: 'audit_passed', score: 9 }, [], 'audit_passed'],
  ])('the weaker counts: %s', (_, audit, findings, signal) => {
    expect(result(json({ summary: 's', findings, audit }), 'reviewer', 'AUDIT-001').result.audit!.signal).toBe(signal)
  })

  test.each([
    ['no audit at all', 'Looks fine to me.', /no audit was found/],
    ['neither signal nor scores', json({ summary: 's', audit: {} }), /neither a signal nor/],
    ['a score above ten', json({ summary: 's', audit: { score: 11, signal: 'audit_passed' } }), /score/],
    [
      'an unknown severity',
      json({ summary: 's', findings: [{ severity: 'huge', text: 'x' }], audit: { signal: 'fix_required' } }),
      /severity is "huge"/,
    ],
    ['a report without a verdict', '# Design Audit Report: AUDIT-001\n## Issues Found\n### High (1)\n- Off grid\n', /neither a verdict/],
  ])('%s is told', (_, text, expected) => {
    expect(problem(text, 'reviewer')).toMatch(expected)
  })

  test('the built-in reviewer reads the files out of its prompt and answers within the contract', () => {
    const files = writeFenced({
      'artifacts/design/tokens.json': '{\n  "color": { "$type": "color", "a": { "$value": "#nope" } }\n}\n',
      'artifacts/research/tokens.json': 'not read',
    })
    const made = result(makeAudit({ task_id: 'AUDIT-002', audit_type: 'token-audit', files }), 'reviewer', 'AUDIT-002')
    expect(made.result).toMatchObject({ audit: { signal: 'fix_required' }, artifacts: [{ path: 'artifacts/audit/audit-002.md' }] })
    expect(made.texts[0]).toMatch(/artifacts\/design\/tokens\.json:2\)/)
    expect(makeAudit({ task_id: 'AUDIT-002', audit_type: 'token-audit', files: 'none' })).toContain('fix_required')
  })
})
