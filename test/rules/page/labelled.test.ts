// Each planted fault is found by the checks that must find it, at the element it was planted in, and by no other check.
import { afterAll, describe, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import type { PageMeasure } from '../../../src/rules/page/measure.ts'
import type { CheckResult } from '../../../src/rules/check.ts'
import { page as template } from '../../../src/rules/page/template.ts'
import { tryCheck } from '../checks/try-check.ts'
import { labelled } from './labelled.ts'

/** Two, for most of a measure is waiting. */
const browsers = [new PageBrowser(), new PageBrowser()]
const [browser] = browsers as [PageBrowser, PageBrowser]
afterAll(() => Promise.all(browsers.map((each) => each.close())))

/** The page that is measured a second time; it never rests. */
const twice: { name: string; html: string; measure?: PageMeasure } = { name: 'violet gradient with white cards', html: '' }
const restless = `<canvas id="drawn" width="90" height="9"></canvas><script>
setInterval(() => (document.title = \`Cards \${Math.round(performance.now())} \${Date.now()} \${Math.random()}\`), 30)
let x = 0
requestAnimationFrame(function draw() { drawn.getContext('2d').fillRect(x++ % 90, 0, 1, 9), requestAnimationFrame(draw) })
</script></body>`

const measured = (name: string) => browsers[labelled.findIndex((page) => page.name === name) % browsers.length] as PageBrowser

const checks = [...template.rules, { check: { kind: 'page.sections' } }].flatMap(({ check }) => {
  if (typeof check === 'string') throw new Error('a sentence')
  const { kind, fingerprints, ...params } = check as { kind: string; fingerprints?: string[] }
  return fingerprints
    ? fingerprints.map((name) => ({ name: `${kind} ${name}`, kind, params: { ...params, fingerprints: [name] } }))
    : [{ name: kind, kind, params }]
})

describe('labelled pages', () => {
  test('enough is planted, harmful and harmless', () => {
    const plants = labelled.flatMap((page) => Object.values(page.plants))
    expect(labelled.length).toBeGreaterThanOrEqual(40)
    expect(new Set(labelled.map(({ html }) => html)).size).toBe(labelled.length)
    expect(plants.length).toBeGreaterThanOrEqual(100)
    expect(plants.filter((fails) => Object.keys(fails).length === 0).length).toBeGreaterThanOrEqual(40)
  })

  test.concurrent.each(labelled)('$name', async ({ name, html: given, plants, copy }) => {
    const html = name === twice.name ? given.replace('</body>', restless) : given
    const fails: Record<string, string[]> = {}
    for (const plant of Object.values(plants))
      for (const [kind, places] of Object.entries(plant)) fails[kind] = [...new Set([...(fails[kind] ?? []), ...places])].toSorted()
    const page = await measured(name).measure({ text: html, name: 'page.html', root: '/nowhere' }, name === twice.name ? sha256 : null)
    if (name === twice.name) Object.assign(twice, { html, measure: page })
    expect(page.problem).toBeNull()
    const found: Record<string, string[]> = {}
    const held = { name: 'page.copy', kind: 'page.copy', params: { copy: 'copy.json' } }
    for (const { name, kind, params } of copy ? [...checks, held] : checks) {
      const finding = await tryCheck(kind, params, html, { page, name: 'page.html', files: { 'copy.json': JSON.stringify(copy) } })
      if (finding.outcome !== 'pass' && finding.outcome !== 'not-applicable')
        found[name] = fails[name]?.[0] === 'any' ? ['any'] : placesOf(finding)
      expect(finding.evidence.filter(({ location }) => location === undefined).map(({ message }) => message)).toEqual([])
    }
    expect(found).toEqual(fails)
  })
})

function placesOf({ evidence }: CheckResult): string[] {
  return [
    ...new Set(
      evidence.map(({ location }) =>
        location?.sight?.selector === 'html' && location.file !== 'page.html' ? (location.file ?? '') : (location?.sight?.selector ?? ''),
      ),
    ),
  ].toSorted()
}

test('the same page again gives the same measure, byte for byte, pictures included (bench/pages does it ten times)', async () => {
  const again = await browser.measure({ text: twice.html, name: 'page.html', root: '/nowhere' }, sha256)
  expect(JSON.stringify({ ...again, times: null })).toBe(JSON.stringify({ ...twice.measure, times: null }))
})
