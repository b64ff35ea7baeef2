// Every shared component with sample data, on one page: for developers, and for the tests beside it. Not part of the dashboard.
/** @jsxImportSource preact */
import { render } from 'preact'
import type { Chain, GraphNode, Judged, Metric, PartChange, RunRow, Step, Trial, WorkPart } from '../../../src/surfaces/web/document.ts'
import { anchorsIn } from '../../../src/surfaces/web/ui/anchors.ts'
import { Chains } from '../../../src/surfaces/web/ui/chains.tsx'
import { Parts } from '../../../src/surfaces/web/ui/changes.tsx'
import { Highlighted } from '../../../src/surfaces/web/ui/code.tsx'
import { Findings } from '../../../src/surfaces/web/ui/findings.tsx'
import { JsonTree } from '../../../src/surfaces/web/ui/json-tree.tsx'
import Markdown from '../../../src/surfaces/web/ui/markdown.tsx'
import { Metrics } from '../../../src/surfaces/web/ui/metrics.tsx'
import { PanelView } from '../../../src/surfaces/web/ui/panels.tsx'
import { Empty, Mark, Score, Section, type Tone, Troubled } from '../../../src/surfaces/web/ui/parts.tsx'
import { Pictures } from '../../../src/surfaces/web/ui/pictures.tsx'
import { RunTree } from '../../../src/surfaces/web/ui/run-tree.tsx'
import { TaskGraph } from '../../../src/surfaces/web/ui/task-graph.tsx'
import { Iteration } from '../../../src/surfaces/web/ui/timeline.tsx'
import { axisOf } from '../../../src/surfaces/web/ui/axis.ts'
import { Trajectory } from '../../../src/surfaces/web/ui/trajectory.tsx'
import { Trials } from '../../../src/surfaces/web/ui/trials.tsx'
import { Shell } from '../../../src/surfaces/web/ui/shell.tsx'
import { begin } from '../../../src/surfaces/web/ui/store.ts'
import '../../../src/surfaces/web/ui/style.css'
import '../../../src/surfaces/web/ui/work.css'

const tones: readonly Tone[] = ['good', 'bad', 'wait', 'work', 'rest', 'over']
const at = Date.UTC(2026, 0, 5, 9)

const judged = (score: number, number: number): Judged => ({
  seq: number,
  at: at + number * 60_000,
  label: `iteration ${number}`,
  score,
  shown: `${score}`,
  scale: 100,
  threshold: 80,
  passed: score >= 80,
  blockers: [],
  dimensions: [
    { name: 'Completeness', score: score - 4 },
    { name: 'Clarity', score: Math.min(100, score + 6) },
  ],
  findings: 2,
  artifact: null,
  ref: null,
})
const all = [62, 71, 84].map((score, index) => judged(score, index + 1))

const text: WorkPart = {
  path: 'readme.md',
  kind: 'markdown',
  language: 'md',
  frame: null,
  line: 1,
  text: '# tidy\n\nSorts files **by date**. See the [guide](#guid) or [this](javascript:alert(1)).\n\n```sh\ntidy ~/Downloads # once\n```\n\n| flag | does |\n|---|---|\n| `-n` | shows only |\n\n<script>alert(1)</script>\n',
}
const data: WorkPart = {
  ...text,
  path: 'intent.json',
  kind: 'json',
  text: JSON.stringify({ goals: ['See orders'], flows: [{ name: 'Cancel', steps: ['ask'] }] }, null, 2),
}
const findings = [
  {
    rule: 'a.links',
    outcome: 'fail' as const,
    message: 'The link leads nowhere.',
    fix: null,
    gain: 3.12,
    group: 'Clarity',
    evidence: [{ message: '', where: 'line 3', at: { line: 3 } }],
  },
  {
    rule: 'a.short',
    outcome: 'warn' as const,
    message: 'One flow has a single step.',
    fix: null,
    gain: null,
    group: null,
    evidence: [{ message: '', where: '/flows/0', at: { pointer: '/flows/0' } }],
  },
  { rule: 'a.title', outcome: 'pass' as const, message: 'It has one title.', fix: null, gain: null, group: null, evidence: [] },
]
const row = (name: string, more: Partial<RunRow> = {}): RunRow => ({
  run: name,
  workflow: 'reflex',
  name,
  status: 'completed',
  iteration: 2,
  maxIterations: 4,
  phase: 'A',
  step: 'EVALUATE',
  score: 0.92,
  scale: 1,
  updatedAt: new Date(at).toISOString(),
  waitsFor: null,
  reason: null,
  folder: '',
  stage: 'ended',
  seq: 1,
  task: 'Write it',
  busy: false,
  passed: true,
  question: null,
  trouble: null,
  ...more,
})
const step = (key: string, from: number, ms: number, more: Partial<Step> = {}): Step => ({
  key,
  kind: 'ask',
  iteration: 1,
  seq: 1,
  askedAt: at + from,
  endedAt: at + from + ms,
  endedSeq: 2,
  ms,
  attempt: 1,
  ok: true,
  error: null,
  role: key,
  maker: 'a model',
  model: null,
  usage: { calls: 1, tokensIn: 900, tokensOut: 200, costMicros: 4200 },
  warnings: [],
  reply: null,
  ...more,
})
const chains: Chain[] = [
  {
    id: 'AUDIT-re-002',
    title: 'Button',
    state: 'needs your decision',
    tone: 'bad',
    rounds: [
      { id: 'AUDIT-001', score: '4', tone: 'bad' },
      { id: 'AUDIT-re-001', score: '5.5', tone: 'bad' },
    ],
    why: ['AUDIT-re-002 signals fix_required.'],
    findings: [
      { severity: 'Critical', text: 'Contrast is 4.1:1', where: 'button.md:12', blocks: true },
      { severity: 'Medium', text: 'Two names for one radius', where: 'tokens.json:9', blocks: false },
    ],
  },
  {
    id: 'AUDIT-003',
    title: 'Card',
    state: 'done',
    tone: 'good',
    rounds: [{ id: 'AUDIT-003', score: '9.1', tone: 'good' }],
    why: [],
    findings: [],
  },
]
const nodes: GraphNode[] = [
  { id: 'DESIGN-001', label: 'Button', state: 'completed', column: 1, needs: [] },
  { id: 'AUDIT-001', label: 'Audit it', state: 'completed', column: 2, needs: ['DESIGN-001'], tone: 'bad', note: '4/10' },
  { id: 'BUILD-001', label: 'Build it', state: 'pending', column: 3, needs: ['AUDIT-001'] },
]
const trials: Trial[] = [
  {
    id: 'L-1',
    title: 'Import every name before you use it.',
    about: 'TS2304',
    state: 'in trial: promote',
    tone: 'good',
    looks: [
      { at, value: 0.4, low: -1, high: 1 },
      { at, value: 0.72, low: -0.1, high: 1 },
      { at, value: 0.78, low: 0.31, high: 1 },
    ],
    goal: 0.7,
    words: ['prevents 78%, between 31% and 100%', '9 tokens in each prompt, 2160 paid so far'],
  },
  {
    id: 'L-2',
    title: 'Write short functions.',
    about: 'reflex:a.style.short',
    state: 'in trial',
    tone: 'wait',
    looks: [],
    goal: 0.7,
    words: ['6 tokens in each prompt; not analysed yet'],
  },
]
const metrics: Metric[] = [
  { name: 'Overall', values: [0.51, 0.58, 1], shown: ['0.51', '0.58', '1.00'], goal: 0.75 },
  { name: 'Criteria that fail', values: [7, 5, 0], shown: ['7', '5', '0'], goal: 0, lessIsBetter: true },
]
const changes: PartChange[] = [
  { is: 'new', what: 'step “confirm” of Cancel' },
  { is: 'changed', what: 'attribute total of Order (money)' },
  { is: 'gone', what: 'view Search' },
]
const patch = '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+second\n three\n'
const drawing = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#e8f0ef"/><rect x="40" y="40" width="220" height="48" fill="#1f6a63"/><rect x="40" y="120" width="420" height="20" fill="#9ab"/></svg>')}`

function Gallery() {
  return (
    <>
      <h1>Shared parts</h1>
      <Section title="States">
        <p class="row wrap">
          {tones.map((tone) => (
            <Mark key={tone} tone={tone}>
              {tone}
            </Mark>
          ))}
        </p>
        <p class="row wrap">
          <Score judged={judged(62, 1)} />
          <Score judged={judged(84, 2)} />
        </p>
        <Troubled trouble={{ message: "the maker can't be reached", fix: 'Run `whet doctor`.' }} />
        <Empty title="Nothing here yet." />
      </Section>
      <Section title="Score over time">
        <Trajectory
          judged={all.map((each, index) => ({ each, number: index + 1, place: ((index + 1) / all.length) * 100 }))}
          at={2}
          columns={all.map((_each, index) => ({ iteration: index + 1, from: (index / all.length) * 100, width: 100 / all.length }))}
        />
      </Section>
      <Section title="Steps">
        <Iteration
          run="x"
          column={
            axisOf(
              [
                step('plan', 0, 800),
                step('produce', 800, 3200),
                step('prepare', 820, 1400),
                step('evaluate', 4000, 300, { kind: 'evaluate', maker: null, usage: null, ok: false }),
              ],
              at + 5000,
            )[0]!
          }
        />
      </Section>
      <Section title="Prose with findings">
        <Markdown part={text} anchors={anchorsIn(text, findings, true)} chosen={0} />
      </Section>
      <Section title="A tree with findings">
        <JsonTree part={data} anchors={anchorsIn(data, findings, true)} chosen={2} />
      </Section>
      <Section title="Code">
        <pre class="text" tabIndex={0} aria-label="Code">
          <Highlighted text={'export const two: number = 1 + 1 // sum\n'} language="ts" />
        </pre>
      </Section>
      <Findings judged={all} at={3} findings={findings} />
      <Section title="Changes by part">
        <Parts parts={changes} />
      </Section>
      <Section title="Pictures with marks">
        <Pictures
          pictures={[
            {
              name: 'page',
              url: drawing,
              label: 'iteration 1, desktop',
              size: { width: 600, height: 300 },
              marks: [
                { box: { x: 40, y: 40, width: 220, height: 48 }, rule: 'design.contrast', says: 'contrast of 1.4:1', tone: 'bad' },
                { box: { x: 40, y: 120, width: 420, height: 20 }, rule: 'design.spacing', says: '13px is off the scale', tone: 'wait' },
              ],
            },
          ]}
        />
      </Section>
      <Section title="Figures over time">
        <Metrics columns={['1', '2', '3']} rows={metrics} />
      </Section>
      <Section title="Trials">
        <Trials trials={trials} empty="Nothing is tried." />
      </Section>
      <Section title="Chains">
        <Chains chains={chains} run="x" />
      </Section>
      <Section title="Tasks">
        <TaskGraph nodes={nodes} run="x" />
      </Section>
      <RunTree
        title="Runs"
        rows={[
          row('order'),
          row('order-design', { parent: 'order', status: 'failed', passed: false }),
          row('order-page', { parent: 'order', stage: 'waiting' }),
        ]}
      />
      <PanelView
        run="x"
        panel={{
          kind: 'proposals',
          id: 'proposals',
          title: 'Proposals',
          proposals: [{ title: 'Say it shorter', why: 'Two words say the same.', patch }],
        }}
      />
    </>
  )
}

render(
  <Shell>
    <Gallery />
  </Shell>,
  document.getElementById('app') as HTMLElement,
)
void begin()
