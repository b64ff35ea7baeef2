// Pages by somebody who has not seen the checks: which planted problems are found, what is flagged without one, and whether our score orders the pages as readers do.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { parseCheck } from '../../src/rules/catalog.ts'
import { criteriaFor } from '../../src/workflows/sprint/criteria.ts'
import { scorecard } from '../../src/workflows/sprint/scorecard.ts'

/** The criteria that find a kind of problem; a page without one of these kinds must pass them. */
const finds = {
  slop: ['originality.slop', 'originality.patterns', 'originality.icons'],
  wording: ['originality.wording'],
  'primary-cta': ['functionality.one-action'],
  overflow375: ['functionality.mobile'],
  'dead-action': ['functionality.actions'],
  breakpoint: ['design.breakpoints'],
  contrast: ['design.contrast', 'functionality.wcag', 'functionality.accessibility'],
  'small-text-phone': ['design.text-size', 'functionality.mobile'],
  wcag: ['functionality.wcag', 'functionality.accessibility'],
  alt: ['functionality.alt', 'functionality.wcag', 'functionality.accessibility'],
  touch: ['functionality.touch'],
  console: ['functionality.console'],
  section: ['completeness.filled', 'completeness.sections', 'completeness.placeholders'],
}

const root = process.argv[2] ?? 'bench/pages/blind'
const verbose = process.argv.includes('--verbose')
const labels = new Map(JSON.parse(readFileSync(join(root, 'labels.json'), 'utf8')).map((label) => [label.page, label]))
const browser = new PageBrowser()
const rows = []
for (const page of readdirSync(root)
  .filter((name) => /^p\d+$/.test(name))
  .sort())
  rows.push({ page, ...(await evaluate(page)) })
await browser.close()

const planted = rows.flatMap(({ page, failed }) =>
  labels.get(page).problems.map((problem) => ({ page, ...problem, found: finds[problem.kind].some((id) => failed.includes(id)) })),
)
const alarms = rows.flatMap(({ page, failed }) => {
  const expected = labels.get(page).problems.flatMap(({ kind }) => finds[kind])
  return failed.filter((id) => !expected.includes(id)).map((id) => ({ page, id }))
})
const kinds = [...new Set(planted.map(({ kind }) => kind))]
console.table(
  kinds.map((kind) => {
    const own = planted.filter((each) => each.kind === kind)
    return { kind, planted: own.length, found: own.filter(({ found }) => found).length }
  }),
)
console.log(`found ${planted.filter(({ found }) => found).length} of ${planted.length} planted problems`)
console.log(`${alarms.length} false alarms: ${alarms.map(({ page, id }) => `${page} ${id}`).join(', ')}`)
const perCriterion = rows[0].ids.map((id) => {
  const expected = (page) =>
    labels
      .get(page)
      .problems.some(({ kind }) => finds[kind][0] === id || (finds[kind].includes(id) && ['wcag', 'contrast', 'alt'].includes(kind)))
  const at = (want, got) => rows.filter(({ page, failed }) => expected(page) === want && failed.includes(id) === got).length
  return {
    id,
    'planted and failed': at(true, true),
    'planted, missed': at(true, false),
    'failed, not planted': at(false, true),
    'passed, rightly': at(false, false),
  }
})
if (verbose) console.table(perCriterion)
const good = rows.filter(({ page }) => labels.get(page).problems.length === 0)
const bad = rows.filter(({ page }) => labels.get(page).problems.length > 0)
console.log(
  `pages without a problem that pass: ${good.filter(({ passes }) => passes).length} of ${good.length}; with one that fail: ${bad.filter(({ passes }) => !passes).length} of ${bad.length}`,
)

const readers = ['a', 'b'].flatMap((name) => {
  const path = join(root, `reader-${name}.json`)
  return existsSync(path) ? [{ name, marks: JSON.parse(readFileSync(path, 'utf8')) }] : []
})
const ours = rows.map(({ score }) => score)
const marksOf = ({ marks }) => rows.map(({ page }) => marks[page])
for (const reader of readers)
  console.log(`Spearman of our score and reader ${reader.name.toUpperCase()}: ${spearman(ours, marksOf(reader)).toFixed(3)}`)
if (readers.length === 2) console.log(`Spearman of the two readers: ${spearman(marksOf(readers[0]), marksOf(readers[1])).toFixed(3)}`)
if (verbose) {
  console.table(
    rows.map(({ page, score, passes, ms, failed }) => ({
      page,
      score,
      passes,
      ms,
      ...Object.fromEntries(readers.map(({ name, marks }) => [name, marks[page]])),
      failed: failed.join(' '),
    })),
  )
  for (const { page, kind, what, where, found } of planted) console.log(`${found ? '  ' : 'NO'} ${page} ${kind}: ${what} | ${where}`)
  for (const { page, told } of rows) for (const line of told) console.log(`${page} ${line}`)
}

async function evaluate(page) {
  const at = `${page}/index.html`
  const text = readFileSync(join(root, at), 'utf8')
  const began = performance.now()
  const measure = await browser.measure({ text, name: at, root, at }, null)
  const ms = Math.round(performance.now() - began)
  const criteria = criteriaFor({ page: at, sections: [], copy: null, copyPath: null, tokens: null, tokensPath: null, primaryActions: 1 })
  const verdicts = {}
  for (const { id, check } of criteria) {
    const parsed = await parseCheck(check)
    const none = async () => null
    const finding = await parsed.check.run({
      params: parsed.params,
      artifact: { text, name: at },
      files: { read: none, hash: none, exists: async () => false, list: async () => [] },
      pages: { measure: () => measure },
    })
    verdicts[id] = { ruleId: id, ...finding }
  }
  const card = scorecard({ criteria, verdicts, contracted: null, passedBefore: [] })
  const failed = card.criteria.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ id }) => id)
  const told = card.criteria
    .filter(({ outcome }) => outcome !== 'pass')
    .map(
      ({ id, outcome, message, evidence }) =>
        `${id} ${outcome}: ${message}\n${evidence.map((each) => `      ${each.location?.sight?.selector ?? ''} ${each.message} ${each.actual ?? ''}`).join('\n')}`,
    )
  return {
    score: card.overall,
    passes: card.firewall.length === 0 && card.overall >= 7500,
    failed,
    told,
    ms,
    ids: criteria.map(({ id }) => id),
  }
}

/** Ranks with ties shared, then the plain correlation of them. */
function spearman(a, b) {
  const ranks = (values) =>
    values.map((value) => (values.filter((other) => other < value).length + values.filter((other) => other <= value).length + 1) / 2)
  const [x, y] = [ranks(a), ranks(b)]
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(x), mean(y)]
  const product = (p, q, mp, mq) => p.reduce((sum, value, index) => sum + (value - mp) * (q[index] - mq), 0)
  return product(x, y, mx, my) / Math.sqrt(product(x, x, mx, mx) * product(y, y, my, my))
}
