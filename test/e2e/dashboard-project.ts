// A project with runs of every kind, made in this process: loops that passed, got stuck and wait, designs that wait, an audit of several chains, a sprint.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import answer from '../../src/operations/answer.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import type { World } from '../../src/operations/world.ts'
import auditNew from '../../src/workflows/audit/verbs/new.ts'
import designNew from '../../src/workflows/design/verbs/new.ts'
import orderNew from '../../src/workflows/order/verbs/new.ts'
import reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import sprintNew from '../../src/workflows/sprint/verbs/new.ts'
import { requirements } from '../surfaces/web/project.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function makeEveryRun(root: string, env: NodeJS.ProcessEnv, { sprint = true } = {}): Promise<void> {
  const put = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('whetstone.yaml', '# a project of its own\n')
  cpSync(file('../../examples/reflex-readme'), root, { recursive: true })
  put('stuck.yaml', stuck(readFileSync(join(root, 'script.yaml'), 'utf8')))
  for (const [path, text] of Object.entries(session)) put(path, text)
  const world = createWorld({ cwd: root, env })
  try {
    const loop = { criteria: 'criteria.yaml' }
    await reflexNew.run(
      {
        ...loop,
        task: 'Write a README for tidy, a command that sorts the files of a folder by date',
        alias: 'read-me',
        maker: ['scripted:script.yaml'],
      },
      world,
    )
    await reflexNew.run(
      { ...loop, task: 'Write the same README, but nobody listens', alias: 'stuck', maker: ['scripted:stuck.yaml'] },
      world,
    )
    await reflexNew.run(
      {
        task: 'Write a guide to the invoice API for new developers',
        type: 'docs',
        alias: 'a-guide',
        draft: true,
        maker: ['scripted:script.yaml'],
      },
      world,
    )
    await designNew.run({ feature: 'order-tracking', requirements }, world)
    await answer.run({ run: 'order-tracking', choice: 'reject', text: 'Customers must confirm the cancellation.' } as never, world)
    await designNew.run(
      { feature: 'tool-library', requirements: readFileSync(file('../../examples/design-tool-library/requirements.md'), 'utf8') },
      world,
    )
    await auditNew.run({ session: 'session' }, world)
    if (sprint) await orderIn(root, world)
    if (sprint) {
      cpSync(file('../../examples/sprint-landing'), root, { recursive: true })
      await sprintNew.run(
        {
          brief: 'brief.md',
          page: 'site',
          copy: 'copy.json',
          tokens: 'tokens.json',
          contract: true,
          maker: [`command:${process.execPath} builder.mjs`],
        } as never,
        world,
      )
    }
  } finally {
    await world.close()
  }
}

/** One file added to a repository of its own, where nothing is to be built or tested. */
export async function orderIn(root: string, world: World): Promise<void> {
  const repo = join(root, 'letters')
  mkdirSync(repo)
  writeFileSync(join(repo, 'a.js'), 'export const a = 1\n')
  writeFileSync(
    join(root, 'letters.mjs'),
    "import fs from 'node:fs'\nfs.writeFileSync('b.js', 'export const b = 2\\n')\nconsole.log('done')\n",
  )
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'base'],
  ])
    execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], { cwd: repo })
  const maker = [`command:${process.execPath} ${join(root, 'letters.mjs')}`]
  await orderNew.run({ task: 'Add b', repo: 'letters', allowCommands: true, maker } as never, world)
}

/** The first draft again and again. */
function stuck(script: string): string {
  const first = /- role: produce\n    text: \|\n((?: {6}.*\n|\n)+)/.exec(script)?.[1] ?? ''
  return `replies:\n  - role: plan\n    json: { plan: [Name the tool, Show its use, State the license] }\n  - role: produce\n    text: |\n${first}  - role: critique\n    json: { issues: [{ rule_id: a.completeness.sections, problem: There is no License section., fix_instruction: Add it., expected_effect: All three are there. }] }\n  - role: refine\n    text: |\n${first}`
}

const audited = (
  id: string,
  {
    score,
    dimensions,
    critical = [],
    high = [],
    medium = [],
    verdict,
  }: { score: string; dimensions: readonly number[]; critical?: string[]; high?: string[]; medium?: string[]; verdict: string },
) =>
  `# Design Audit Report: ${id}\n\n## Overall Score: ${score}/10\n\n## Dimension Scores\n${['Consistency', 'Accessibility', 'Completeness', 'Quality', 'Industry'].map((name, at) => `- ${name}: ${dimensions[at]}/10 (${[20, 25, 20, 15, 20][at]}%)`).join('\n')}\n\n## Issues Found\n${(
    [
      ['Critical', critical],
      ['High', high],
      ['Medium', medium],
      ['Low', []],
    ] as const
  )
    .map(([name, all]) => `### ${name} (${all.length})\n${all.length === 0 ? '(none)' : all.map((each) => `- ${each}`).join('\n')}`)
    .join('\n')}\n\n## Recommendations\n- Fix the above\n\n## Verdict: ${verdict}\n`

const row = (id: string, title: string, role: string, deps: string, { status = 'completed', type = '', score = '', signal = '' } = {}) =>
  `${id},${title},${title} in full,${role},system,full,${type},${deps},${deps},csv-wave,,${status},,,${score},${signal},`

/** Three components: buttons in their third round with criticals, inputs that need a first fix, cards that are done. */
export const session: Record<string, string> = {
  'session/tasks.csv': [
    'id,title,description,role,pipeline_mode,scope,audit_type,deps,context_from,exec_mode,wave,status,findings,artifacts_produced,audit_score,audit_signal,error',
    row('RESEARCH-001', 'Where controls are used', 'researcher', ''),
    row('DESIGN-001', 'Button', 'designer', 'RESEARCH-001'),
    row('DESIGN-002', 'Input', 'designer', 'RESEARCH-001'),
    row('DESIGN-003', 'Card', 'designer', 'RESEARCH-001'),
    row('AUDIT-001', 'Audit the button', 'reviewer', 'DESIGN-001', { type: 'component-audit', score: '4', signal: 'fix_required' }),
    row('DESIGN-fix-001', 'Fix the button', 'designer', 'AUDIT-001'),
    row('AUDIT-re-001', 'Audit the button again', 'reviewer', 'DESIGN-fix-001', {
      type: 'component-audit',
      score: '5',
      signal: 'fix_required',
    }),
    row('DESIGN-fix-002', 'Fix the button again', 'designer', 'AUDIT-re-001'),
    row('AUDIT-re-002', 'Audit the button a third time', 'reviewer', 'DESIGN-fix-002', {
      type: 'component-audit',
      score: '5.5',
      signal: 'fix_required',
    }),
    row('AUDIT-002', 'Audit the input', 'reviewer', 'DESIGN-002', { type: 'component-audit', score: '6.4', signal: 'fix_required' }),
    row('AUDIT-003', 'Audit the card', 'reviewer', 'DESIGN-003', { type: 'component-audit', score: '9.1', signal: 'audit_passed' }),
    row('BUILD-001', 'Build the button', 'implementer', 'AUDIT-re-002', { status: 'pending' }),
    row('BUILD-002', 'Build the input', 'implementer', 'AUDIT-002', { status: 'pending' }),
    row('BUILD-003', 'Build the card', 'implementer', 'AUDIT-003', { status: 'pending' }),
    '',
  ].join('\n'),
  'session/artifacts/audit/audit-001.md': audited('AUDIT-001', {
    score: '4',
    dimensions: [5, 2, 4, 5, 4],
    critical: ['Contrast of the label is 2.1:1, below 4.5:1 (artifacts/design/button.md:12)'],
    high: ['No disabled state (artifacts/design/button.md:20)'],
    verdict: 'fix_required',
  }),
  'session/artifacts/audit/audit-re-001.md': audited('AUDIT-re-001', {
    score: '5',
    dimensions: [6, 3, 5, 6, 5],
    critical: ['Contrast of the label is 3.4:1, below 4.5:1 (artifacts/design/button.md:12)'],
    verdict: 'fix_required',
  }),
  'session/artifacts/audit/audit-re-002.md': audited('AUDIT-re-002', {
    score: '5.5',
    dimensions: [6, 3, 6, 6, 6],
    critical: [
      'Contrast of the label is 4.1:1, below 4.5:1 (artifacts/design/button.md:12)',
      'The focus ring is hidden behind the next control (artifacts/design/button.md:31)',
    ],
    high: ['No disabled state (artifacts/design/button.md:20)'],
    medium: ['Two names for one radius (artifacts/design/tokens.json:9)'],
    verdict: 'fix_required',
  }),
  'session/artifacts/audit/audit-002.md': audited('AUDIT-002', {
    score: '6.4',
    dimensions: [7, 5, 7, 7, 6],
    high: ['The error text is not tied to its input (artifacts/design/input.md:18)'],
    medium: ['Padding off the scale (artifacts/design/input.md:7)'],
    verdict: 'fix_required',
  }),
  'session/artifacts/audit/audit-003.md': audited('AUDIT-003', { score: '9.1', dimensions: [9, 9, 9, 9, 9], verdict: 'audit_passed' }),
}
