// Pages in an evaluation: looked at once however many rules ask, pictures kept with the run, and the same through the command line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import type { PageAsked } from '../../../src/adapters/browser/source.ts'
import { createEvaluate } from '../../../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../../../src/adapters/evaluator/pool.ts'
import type { TaskContext } from '../../../src/kernel/ports.ts'
import type { RuleCheck } from '../../../src/kernel/task.ts'
import { evidenceText } from '../../../src/report/words.ts'
import { emptyMeasure } from '../../../src/rules/page/measure.ts'
import type { Verdict } from '../../../src/schema/verdict.ts'
import { newProject } from '../../e2e/whet.ts'

const pool = new CheckPool({ threads: 2 })
const browser = new PageBrowser()
const root = mkdtempSync(join(tmpdir(), 'whet-page-evaluation-'))
afterAll(async () => {
  await Promise.all([pool.close(), browser.close()])
  rmSync(root, { recursive: true, force: true })
})

const wide =
  '<!doctype html><html lang="en"><head><title>Wide</title><meta name="viewport" content="width=device-width"></head><body><main><h1>Wide</h1><p id="wide" style="width:600px">Too wide for a phone.</p></main></body></html>'
const task = (checks: RuleCheck[]) => ({
  kind: 'evaluate' as const,
  key: 'k',
  artifact: { object: 'x' },
  name: 'page.html',
  checks,
  allowCommands: false,
})
const context = (text: string) =>
  ({ object: async () => text, signal: new AbortController().signal }) as Partial<TaskContext> as TaskContext
const rule = (kind: string, more: object = {}): RuleCheck => ({ ruleId: kind, check: { kind, ...more } })

test('one look for all rules of a page, another for another page', async () => {
  const asked: PageAsked[] = []
  const measure = async (page: PageAsked) => {
    asked.push(page)
    return emptyMeasure
  }
  const evaluate = createEvaluate({ root, pool, modules: [], pages: async () => ({ measure }) })
  await evaluate(
    task([
      rule('page.alt'),
      rule('page.slop'),
      rule('content.contains', { text: 'x' }),
      rule('page.alt', { at: 'other.html' }),
      rule('page.axe', { at: 'other.html' }),
    ]),
    context(wide),
  )
  expect(asked.map(({ at, name }) => [at, name])).toEqual([
    [undefined, 'page.html'],
    ['other.html', 'page.html'],
  ])
})

test('in a run the pictures of desktop and phone are kept, and findings say where on them to look', async () => {
  const evaluate = createEvaluate({ root, pool, modules: [], objects: new FileStore(root), pages: async () => browser })
  const reply = (await evaluate(task([rule('page.overflow')]), context(wide))) as {
    ok: true
    value: Verdict[]
    meta: { pages: { pictures: Record<string, string>; by: string }[] }
  }
  const [{ evidence } = { evidence: [] }] = reply.value
  const sight = evidence[0]?.location?.sight
  expect(sight).toMatchObject({ selector: '#wide', view: '375×667 on a phone', box: { x: 8, width: 600 } })
  expect(Object.keys(reply.meta.pages[0]?.pictures ?? {}).sort()).toEqual(['desktop', 'mobile'])
  const picture = await new FileStore(root).object(sight?.picture ?? '')
  expect(
    Buffer.from(picture ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect(evidence[0] && evidenceText(evidence[0], { artifact: 'page.html' })).toMatch(
    /^#wide at 375×667 on a phone \(box 8,\d+ 600×\d+\): reaches beyond the screen at 375×667 on a phone: "Too wide for a phone\."; expected its right edge at 375 px or less; found its right edge at 608 px$/,
  )
})

test('whet check page.html without rules judges it by those that ship; without a browser it says what was not measured', async () => {
  const project = newProject()
  try {
    project.write('site/page.html', `${wide.replace('</head>', '<link rel="stylesheet" href="own.css"></head>')}`)
    project.write('site/own.css', '#wide { max-width: 100% }')
    const seen = await project.whet(['check', 'site/page.html'], { env: { HOME: process.env['HOME'] ?? '/' } })
    expect(seen.stdout).not.toMatch(/a\.mobile\.overflow/) // its own style sheet was read
    expect(seen.stdout).toMatch(/warn {2}b\.look\.primary-cta/)
    const blind = await project.whet(['check', 'site/page.html'], { env: { CHROME_PATH: '/nowhere/chrome' } })
    expect(blind.code).toBe(1)
    expect(blind.stdout).toMatch(/unknown {2}\d+ rules\n {2}not measured: CHROME_PATH names \/nowhere\/chrome.*\n {2}a\.mobile\.overflow /)
    expect(project.files().some((path) => /objects/.test(path))).toBe(false)
  } finally {
    project.remove()
  }
})
