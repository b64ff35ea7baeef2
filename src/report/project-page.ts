// A project's report: the results of its runs over time, by workflow.
import { type Html, html } from '../lib/html.ts'
import { scoreChart } from './chart.ts'
import { page, section, table } from './page.ts'
import { type StoryScore, duration, moment } from './story.ts'

export interface ProjectRun {
  name: string
  run: string
  workflow: string
  status: string
  passed: boolean | null
  iteration: number
  maxIterations: number
  startedAt: number
  updatedAt: number
  /** The evaluation that shows how it stands, if there is one. */
  score: StoryScore | null
  spent: string
}

export interface Project {
  name: string
  at: number
  runs: readonly ProjectRun[]
  unreadable: readonly string[]
}

export function projectPage({ name, at, runs, unreadable }: Project): string {
  return page(
    `${name}: ${runs.length} runs`,
    html`<header><p class="eyebrow">${moment(at)}</p><h1>${name}</h1><p>${summaryLine(runs)}</p></header>
      ${trends(runs).map(({ workflow, line, scores }, index) => section(`trend-${index}`, workflow, trend(line, scores)))}
      ${section('runs', 'Runs', runTable(runs))}
      ${unreadable.length > 0 && section('unreadable', 'Not readable', html`<ul>${unreadable.map((each) => html`<li>${each}</li>`)}</ul>`)}`,
  )
}

export function projectMarkdown({ name, at, runs, unreadable }: Project): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [
    `# ${name}`,
    `${moment(at)} · ${summaryLine(runs)}`,
    ...trends(runs).map(({ workflow, line }) => `- **${workflow}**: ${line}`),
    '',
    '| run | workflow | result | score | iterations | spent | last |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...newestFirst(runs).map((run) => `| ${cells(run).map(cell).join(' | ')} |`),
    ...unreadable.map((each) => `- not readable: ${each}`),
    '',
  ].join('\n')
}

const trend = (line: string, scores: readonly StoryScore[]): Html => html`<p>${line}</p>${scores.length > 1 && scoreChart(scores)}`

function summaryLine(runs: readonly ProjectRun[]): string {
  const ended = runs.filter(({ passed }) => passed !== null)
  const passed = ended.filter((run) => run.passed).length
  return `${counted(runs.length, 'run')}: ${passed} passed, ${ended.length - passed} ended without passing, ${runs.length - ended.length} open`
}

/** In order of their start, so a line follows time. */
function trends(runs: readonly ProjectRun[]): { workflow: string; line: string; scores: StoryScore[] }[] {
  const groups = Map.groupBy(
    runs.toSorted((a, b) => a.startedAt - b.startedAt),
    ({ workflow }) => workflow,
  )
  return [...groups].map(([workflow, all]) => {
    const ended = all.filter(({ passed }) => passed !== null)
    const half = Math.floor(ended.length / 2)
    const rate = (part: readonly ProjectRun[]) =>
      part.length === 0 ? 'none' : `${Math.round((100 * part.filter(({ passed }) => passed).length) / part.length)}%`
    const line = [
      counted(all.length, 'run'),
      ended.length > 0 && `${rate(ended)} of those that ended passed`,
      half > 2 && `first half ${rate(ended.slice(0, half))}, second half ${rate(ended.slice(half))}`,
      ended.length > 0 && `median ${counted(median(ended.map(({ iteration }) => iteration)), 'iteration')}`,
      ended.length > 0 && `median time ${duration(median(ended.map(({ startedAt, updatedAt }) => updatedAt - startedAt)))}`,
    ]
    return {
      workflow,
      line: line.filter(Boolean).join('; '),
      scores: all.flatMap(({ name, score, passed }) =>
        score
          ? [{ ...score, label: name, passed: passed ?? (score.threshold !== null && score.score >= score.threshold), series: '' }]
          : [],
      ),
    }
  })
}

const runTable = (runs: readonly ProjectRun[]) =>
  table(['run', 'workflow', 'result', 'score', 'iterations', 'spent', 'last'], newestFirst(runs).map(cells))

const cells = ({ name, workflow, passed, status, score, iteration, maxIterations, spent, updatedAt }: ProjectRun) => [
  name,
  workflow,
  passed === true ? 'passed' : passed === false ? `not passed (${status})` : status,
  score?.shown ?? '',
  maxIterations > 0 ? `${iteration} of ${maxIterations}` : '',
  spent,
  moment(updatedAt),
]

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const newestFirst = (runs: readonly ProjectRun[]) => runs.toSorted((a, b) => b.updatedAt - a.updatedAt)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
