// whet measure: build, tests, coverage, lint, size, complexity and marks of a project or a change, by the project's own tools.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { commitOf, treeOf, writeTree } from '../adapters/measure/git.ts'
import { measure } from '../adapters/measure/measure.ts'
import { readProject, requireTrust } from '../adapters/measure/project.ts'
import { junit } from '../report/junit.ts'
import { fit, plainLook } from '../report/look.ts'
import { sarif } from '../report/sarif.ts'
import { type Acceptance, acceptance, acceptedFrom, barsOf, dimensions, showAcceptance } from '../rules/measure/acceptance.ts'
import { metricWords, type Metrics, type Spot } from '../rules/measure/metrics.ts'
import type { TestCounts } from '../rules/measure/read-output.ts'
import { verdictsOf } from '../rules/measure/verdicts.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: 'Measure a project or a change by its own build, tests, coverage and linter, and by its size, complexity and TODO marks',
  input: z.object({
    folder: field.text('a folder in a git repository; default: here', { value: 'dir' }),
    base: field.text('measure only what changed since then; default: the whole project', { value: 'ref' }),
    allowCommands: field.flag("run the project's commands without `whet trust`"),
    format: z.enum(['pretty', 'junit', 'sarif']).optional().meta({ description: 'how to print the result' }),
  }),
  positional: [{ name: 'folder' }],
  personOnly: true,
  reads: true,
  examples: ['whet measure', 'whet measure ../shop --base main', 'whet measure --base HEAD~1 --format sarif > whet.sarif'],
  async run({ folder = '.', base, allowCommands = false }, world): Promise<Report> {
    const project = readProject(resolve(world.cwd, folder), world.env)
    requireTrust(project, world.env, allowCommands)
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'whet-measure-')))
    try {
      const from = base === undefined ? emptyTree : treeOf(project.top, commitOf(project.top, base))
      const to = writeTree(project.gitDir, project.top, 'HEAD', join(place, 'tree-index'))
      const { metrics, spots, counts } = await measure(project, {
        from,
        to,
        place: join(place, 'copy'),
        signal: world.signal,
        say: world.say,
      })
      const result = acceptance(metrics, world.clock.now())
      const bars = barsOf(metrics, [], spots)
      const notes = project.notes.filter((note) => !note.includes('uncommitted'))
      return {
        folder: project.folder,
        base: base ?? null,
        passed: bars.length === 0 && result.acceptance_score >= acceptedFrom,
        bars,
        notes,
        acceptance: result,
        metrics,
        tests: counts,
        spots,
      }
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  },
  text(report, { format = 'pretty' }, { width } = plainLook) {
    if (format === 'pretty') return fit(pretty(report), width)
    const { rules, verdicts } = verdictsOf(report.metrics, report.spots)
    return (format === 'junit' ? junit : sarif)([{ file: 'package.json', rules, verdicts }])
  },
  exit: ({ passed }) => (passed ? 0 : 1),
})

interface Report {
  folder: string
  base: string | null
  /** At least 7, with nothing required failing or unmeasured. */
  passed: boolean
  bars: string[]
  notes: string[]
  acceptance: Acceptance
  metrics: Metrics
  /** The runner's own count; null if it prints none. */
  tests: TestCounts | null
  spots: Spot[]
}

/** Git's id of the empty tree. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

function pretty({ acceptance: { acceptance_score, dimension_scores }, metrics, tests, spots, bars, notes }: Report): string {
  const shown = (name: keyof Metrics) => {
    const seen = metrics[name]
    if (seen.is !== 'measured') return `${seen.is}: ${seen.why}`
    return String(
      Array.isArray(seen.value) ? Math.max(0, ...seen.value) : seen.value === true ? 'yes' : seen.value === false ? 'no' : seen.value,
    )
  }
  return [
    `Acceptance ${showAcceptance(acceptance_score)} of 10${bars.length > 0 ? `, not accepted: ${bars.join('; ')}` : ''}`,
    ...dimensions.map((name) => `  ${name.padEnd(20)}${dimension_scores[name]}`),
    '',
    ...(Object.keys(metricWords) as (keyof Metrics)[]).map((name) => `  ${metricWords[name].padEnd(20)}${shown(name)}`),
    ...(tests ? [`  ${'tests'.padEnd(20)}${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`] : []),
    ...(spots.length > 0
      ? [
          '',
          ...spots
            .slice(0, 20)
            .map(({ file, line, message }) => `  ${file ? `${file}${line ? `:${line}` : ''}  ` : ''}${telling(message)}`),
        ]
      : []),
    ...notes.map((note) => `Note: ${note}.`),
  ].join('\n')
}

/** From a command's last output: the failing test or file and the first error, else its last words. */
export function telling(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const named = lines.find((line) => /^(?:[✖✗×●]|not ok \d+|FAIL(?:ED)?\b|--- FAIL:)\s*\S/u.test(line) && !/^\S+ failing tests/i.test(line))
  const why = lines.find((line) => line !== named && /^(?:\S+ )?(?:\w*Error\b|error\b|E\s{2,}\S|panic:|expected\b)/i.test(line))
  return [named, why].filter(Boolean).join(': ') || lines.findLast((line) => /\w/.test(line)) || output.trim()
}
