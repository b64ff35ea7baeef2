// The Markdown summary: numbers first, then what does not hold; nothing an artifact says becomes markup.
import { describe, expect, it } from 'vitest'
import { type Summarised, markdown } from '../../src/report/markdown.ts'
import type { Verdict } from '../../src/schema/verdict.ts'

const rule = { id: 'a.x.y', description: 'd', severity: 'fail', weight: 2, phase: 'A', check: 'c' } as const
const judged = (verdicts: Verdict[], file = 'README.md'): Summarised => ({
  file,
  passed: verdicts.every(({ outcome }) => outcome === 'pass'),
  blockers: verdicts.filter(({ outcome }) => outcome !== 'pass').map(({ ruleId }) => ruleId),
  shown: '0.50',
  rules: [rule],
  verdicts,
})
const verdict = (outcome: Verdict['outcome'], message: string, evidence: Verdict['evidence'] = []): Verdict => ({
  ruleId: 'a.x.y',
  outcome,
  message,
  evidence,
})

describe('markdown', () => {
  it('is a table and, for what does not hold, the place and the evidence', () => {
    expect(
      markdown([
        judged([verdict('pass', 'fine')], 'a.md'),
        judged(
          [
            verdict('fail', 'no greeting', [
              { message: 'looked here', quote: 'bye', location: { line: 3 }, expected: 'hello', actual: 'bye' },
            ]),
          ],
          'b.md',
        ),
      ]),
    ).toBe(
      '## whet: 1 of 2 files passed\n\n| file | result | score | rules that hold | blocked by |\n| --- | --- | --- | --- | --- |\n| a.md | passed | 0.50 | 1 of 1 | – |\n| b.md | **failed** | 0.50 | 0 of 1 | a.x.y |\n\n### b.md\n\n- **fail** a.x.y (fail): no greeting\n  - line 3: looked here; expected hello; found bye; saw «bye»\n',
    )
  })

  it.each([
    '<script>alert(1)</script>',
    '![x](https://evil.example/x.png)',
    '[click](javascript:alert(1))',
    'a | b\n| --- |',
    '`code`',
    '@everyone',
    '# Title',
    '**bold** _i_ ~~s~~',
    '&lt;b&gt;',
    '\\<b>',
  ])('%j stays text', (text) => {
    const shown = markdown([judged([verdict('fail', text, [{ message: 'm', quote: text }])], text)])
    const unescaped = shown
      .replaceAll(/\\[\\`*_{}[\]()#+!|~@]/g, '')
      .replaceAll(/\*\*(?:fail|failed)\*\*/g, '')
      .replaceAll(/^#+ |^\|.*$/gm, '')
    expect(unescaped).not.toMatch(/[<>`*_[\]|~@]|&(?!amp;|lt;|gt;)/)
  })

  it('is bounded, and says how much is left out', () => {
    const many = markdown([
      judged(
        Array.from({ length: 300 }, () =>
          verdict(
            'fail',
            'x'.repeat(5000),
            Array.from({ length: 30 }, () => ({ message: 'm' })),
          ),
        ),
      ),
    ])
    expect(many.length).toBeLessThan(200_000)
    expect(many).toContain('… and 100 more.')
    expect(many).toContain('… and 25 more')
  })
})
