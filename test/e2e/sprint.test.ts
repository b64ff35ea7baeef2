// A sprint through the command line: the example from fail to pass, a page mended by hand, and what it leaves behind.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from './whet.ts'

const example = fileURLToPath(new URL('../../examples/sprint-landing', import.meta.url))
const cleaning: (() => unknown)[] = []
afterEach(() => {
  for (const clean of cleaning.splice(0)) clean()
})

function project(): Project {
  const at = newProject()
  cleaning.push(() => at.remove())
  cpSync(example, at.root, { recursive: true })
  return at
}

const start = ['sprint', 'new', 'brief.md', '--page', 'site', '--copy', 'copy.json', '--tokens', 'tokens.json']
const built = [...start, '--contract', '--maker', `command:${process.execPath} builder.mjs`]
const report = (at: Project, number: number) => JSON.parse(at.read(`.moai/sprints/evaluation-report-${number}.json`)) as Record<string, unknown>

describe('the example', () => {
  it('SP-026 SP-028 SP-056 goes from fail to pass in three sprints, with a builder that mends only what it is told', async () => {
    const at = project()
    const before = at.read('site/index.html')
    expect(await at.json(built)).toMatchObject({ passed: true, status: 'passed', summary: { iteration: 3, score: '1.00' } })
    expect([1, 2, 3].map((number) => report(at, number)['result'])).toEqual(['FAIL', 'FAIL', 'PASS'])
    const [first] = [report(at, 1)]
    expect((first?.['must_pass_failures'] as { id: string }[]).map(({ id }) => id)).toEqual(['completeness.copy', 'functionality.mobile', 'functionality.actions', 'functionality.wcag', 'functionality.accessibility'])
    expect(at.read('site/index.html')).toBe(before) // nothing of the person's is touched before they apply it
    expect((await at.whet(['apply', 'site', '--force'])).code).toBe(0)
    expect((await at.whet(['check', 'site/index.html'])).code).toBe(0)
    expect((await at.whet(['verify', 'site'])).code).toBe(0)
  })

  it('SP-047 SP-049 SP-050 cites tokens and contrast, every section, and what the browser saw', async () => {
    const at = project()
    await at.whet(start)
    const { dimensions } = report(at, 1) as { dimensions: Record<string, { evidence: { id: string; seen: string; findings: object[] }[] }> }
    const seen = (dimension: string, id: string) => dimensions[dimension]?.evidence.find((each) => each.id === id)
    expect(seen('Design Quality', 'design.contrast')?.seen).toMatch(/contrast of 1\.43:1/)
    expect(JSON.stringify(seen('Design Quality', 'design.spacing'))).toContain('13px')
    expect(seen('Completeness', 'completeness.sections')?.seen).toContain('Contact')
    expect(JSON.stringify(seen('Functionality', 'functionality.mobile')?.findings)).toContain('375×667')
  })
})

describe('without a builder', () => {
  it('rests with the feedback, stays at rest while the page is the same, and goes on when it was mended', async () => {
    const at = project()
    const first = await at.whet(start)
    expect(first.code).toBe(3)
    expect(first.stdout).toMatch(/Fix first:[\s\S]*functionality\.mobile[\s\S]*Waits for site\/index\.html to change/)
    expect((await at.whet(['resume', 'site'])).code).toBe(3)
    expect(eventsOf(at.journal(), 'evaluated')).toHaveLength(1)
    at.write('site/index.html', at.read('site/index.html').replace('ring at nine', 'ring at seven').replace('#order', '#prices').replace('<img ', '<img alt="A loaf" '))
    await at.whet(['resume', 'site'])
    expect(eventsOf(at.journal(), 'evaluated')).toHaveLength(2)
    expect((report(at, 2)['must_pass_failures'] as { id: string }[]).map(({ id }) => id)).toEqual(['functionality.mobile', 'functionality.wcag'])
  })
})

describe('parameters', () => {
  it('SP-001 come from design.yaml, and a change there changes the loop', async () => {
    const at = project()
    at.write('.moai/config/sections/design.yaml', 'design:\n  gan_loop:\n    max_iterations: 1\n    sprint_contract:\n      artifact_dir: records\n  colour: blue\n')
    const { stderr, stdout, code } = await at.whet(built)
    expect(code).toBe(3)
    expect(stderr).toContain('design.colour')
    expect(stdout).toMatch(/force-pass/)
    expect(readFileSync(join(at.root, 'records/evaluation-report-1.json'), 'utf8')).toContain('"rule": "max_iterations"')
  })

  it.each([
    [['--threshold', '0.5'], /0\.6/],
    [['--page', 'http://example.com/'], /not on this machine/],
    [['--page', '../elsewhere.html'], /outside the project/],
    [['--copy', 'brief.md'], /no JSON object/],
  ])('refuses %j', async (flags, says) => {
    const { code, stderr } = await project().whet(['sprint', 'new', 'brief.md', '--page', 'site', ...flags])
    expect(code).not.toBe(0)
    expect(stderr).toMatch(says)
  })

  it('stops where the brief leaves something open', async () => {
    const at = project()
    at.write('brief.md', `${at.read('brief.md')}\nOpening hours: _TBD_\n`)
    const { code, stderr } = await at.whet(start)
    expect(code).toBe(2)
    expect(stderr).toContain('Opening hours: _TBD_')
  })

  it('SP-017 a later run never overwrites the files of an earlier one', async () => {
    const at = project()
    await at.whet([...start, '--max-iterations', '1'])
    const first = at.read('.moai/sprints/evaluation-report-1.json')
    await at.whet([...start, '--max-iterations', '1'])
    expect(at.read('.moai/sprints/evaluation-report-1.json')).toBe(first)
    expect(report(at, 2)).toMatchObject({ evaluation_id: 'evaluation-report-2', iteration: 1 })
  })
})
