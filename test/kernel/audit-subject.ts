// The audit workflow as a subject: a session in memory that is read and written as the run goes, with foreign edits, breaches and makers of all sorts.
import { meaningOfAnswer } from '../../src/kernel/answer-gate.ts'
import type { AskAgent, Answer, Gate, Performed, Reply, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { SessionChange, SessionQuery, SessionView } from '../../src/workflows/audit/session-view.ts'
import { defaultThresholds } from '../../src/workflows/audit/decide.ts'
import { fold, initial } from '../../src/workflows/audit/evolve.ts'
import { audit } from '../../src/workflows/audit/index.ts'
import type { AuditInput, AuditState } from '../../src/workflows/audit/state.ts'
import { taskColumns } from '../../src/workflows/audit/tasks.ts'
import { oneOf, share, whole } from './chance.ts'

export const auditWorkflow = audit as unknown as Workflow<unknown>

export function auditInput(seed: number, run: string): AuditInput {
  const mode = oneOf(seed, 'mode', ['run', 'run', 'run', 'run', 'gate', 'assess'] as const)
  return {
    runId: run,
    name: 'audit-work',
    session: 'session',
    mode,
    audit: null,
    thresholds: defaultThresholds,
    concurrency: oneOf(seed, 'concurrency', [1, 2, 3, 3]),
    timeLimit: null,
    approval: 'attended',
    retry: share(seed, 'retry') < 0.3,
    approved: [],
  }
}

/** What looking and writing come to is what the run so far has made of the session, which a seed decides once and for all. */
export function performAudit(seed: number, task: Task): Performed {
  if (task.kind === 'ask') return work(seed, task)
  const reply = replies(seed).get(task.key)
  if (!reply) throw new Error(`seed ${seed} never came to ${task.key}`)
  return reply
}

export function answerAudit(seed: number, { key, choices }: Gate): Answer {
  const most = {
    escalate: ['force-approve', 'manual-fix', 'manual-fix', 'abort'],
    fixed: ['done', 'done', 'done', 'abort'],
    conflict: ['retry', 'retry', 'retry', 'abort'],
  }[key.split(':')[0] as 'escalate' | 'fixed' | 'conflict']
  const choice = oneOf(seed, key, most)
  if (!choices.some(({ name }) => name === choice)) throw new Error(`${key} does not offer ${choice}`)
  return { choice, by: 'tester', assurance: choice === 'force-approve' ? 'attended' : 'unattested' }
}

const known = new Map<number, Map<string, Performed>>()

function replies(seed: number): Map<string, Performed> {
  const before = known.get(seed)
  if (before) return before
  const made = new Map<string, Performed>()
  walkAudit(seed, { performed: (task, reply) => void (task.kind !== 'ask' && made.set(task.key, reply)) })
  known.set(seed, made)
  return made
}

export interface Visitor {
  /** Before anything is done: where the run stands, and what the session holds. */
  at?(state: AuditState, files: ReadonlyMap<string, string>): void
  answered?(gate: Gate, answer: Answer): void
  performed?(task: Task, reply: Performed): void
}

/** A whole run without a driver: one task after the other, each answer taken at once. */
export function walkAudit(seed: number, { at = () => {}, answered = () => {}, performed = () => {} }: Visitor): AuditState {
  const files = session(seed)
  const objects = new Map<string, string>()
  let state: AuditState = initial(auditInput(seed, 'work-20250615-120000'), 1_750_000_000_000)
  for (;;) {
    at(state, files)
    const next = audit.next(state)
    if ('done' in next) return state
    if ('ask' in next) {
      const answer = answerAudit(seed, next.ask)
      const accepted = meaningOfAnswer<AuditState>(audit, state, next.ask, answer)
      if ('refused' in accepted) throw new Error(accepted.refused)
      answered(next.ask, answer)
      state = fold(state, accepted.events)
      continue
    }
    const task = next.do[0] as Task
    const reply =
      task.kind === 'ask'
        ? work(seed, task)
        : task.kind === 'observe'
          ? look(seed, files, state, task.key, task.args as SessionQuery)
          : write(seed, files, objects, task.key, (task as Extract<Task, { kind: 'effect' }>).args as SessionChange)
    performed(task, reply)
    const { events, objects: texts = [] } = audit.accept(state, task, reply as Reply, () => '')
    for (const text of texts) objects.set(sha256(text), text)
    state = fold(state, events)
  }
}

function look(
  seed: number,
  files: Map<string, string>,
  { results, designing }: AuditState,
  key: string,
  { folders, files: named }: SessionQuery,
): Performed {
  if (results.length > 0 && !designing && share(seed, `breach ${key}`) < 0.03)
    files.set('artifacts/design/tokens.json', `{"by": "${key}"}\n`)
  const texts = (path: string) =>
    folders.some((folder) => folder.texts > 0 && path.startsWith(`${folder.path}/`)) || named.some((each) => each.path === path)
  const seen = [...files]
    .filter(([path]) => named.some((each) => each.path === path) || folders.some((folder) => path.startsWith(`${folder.path}/`)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const view: SessionView = {
    files: seen.map(([path, text]) => ({ path, sha256: sha256(text), bytes: text.length, text: texts(path) ? text : null })),
    problems: [],
    unread: [],
  }
  return { ok: true, text: JSON.stringify(view) }
}

function write(
  seed: number,
  files: Map<string, string>,
  texts: ReadonlyMap<string, string>,
  key: string,
  change: SessionChange,
): Performed {
  const csv = files.get('tasks.csv') as string
  if (share(seed, `foreign ${key}`) < 0.06) files.set('tasks.csv', csv.replace(/,What /, `,By hand at ${key}. What `))
  const hash = (path: string) => (files.has(path) ? sha256(files.get(path) as string) : null)
  const conflicts = change.files
    .filter(({ path, before, after }) => hash(path) !== before && hash(path) !== after)
    .map(({ path, before, after }) => ({
      path,
      expected: before,
      found: hash(path),
      texts: { was: csv, is: files.get(path) ?? '', wanted: texts.get(after) as string },
    }))
  if (conflicts.length > 0) return { ok: true, value: { conflicts } }
  for (const { path, after } of change.files) files.set(path, texts.get(after) as string)
  for (const { path, line } of change.lines) files.set(path, `${files.get(path) ?? ''}${texts.get(line) as string}\n`)
  return { ok: true, value: { conflicts: [] } }
}

/** Good, bad, or no answer at all, as the seed says. */
function work(seed: number, { key, role, slots }: AskAgent): Performed {
  const id = slots['task_id'] as string
  const usage = { calls: 1, tokensIn: whole(seed, `in ${key}`, 900), tokensOut: 9, costMicros: 0 }
  const chance = share(seed, `how ${key}`)
  if (share(seed, `nobody ${role}`) < 0.02) return { ok: false, error: { code: 'maker', message: `nobody makes ${role}` } }
  if (chance < 0.04) return { ok: false, error: { code: 'timeout', message: 'too slow' }, usage }
  if (chance < 0.08) return { ok: true, text: 'I would rather not.', usage }
  if (chance < 0.1)
    return { ok: true, text: JSON.stringify({ summary: 'Done', artifacts: [{ path: '../../out.md', content: 'x' }] }), usage }
  if (role !== 'reviewer')
    return { ok: true, text: `Made ${id}.\n\n\`\`\`md file=${id.toLowerCase()}-${whole(seed, key, 9)}.md\n# ${id}\n\`\`\`\n`, usage }
  const scores = Object.fromEntries(
    ['consistency', 'accessibility', 'completeness', 'quality', 'industry'].map((name) => [name, 5 + whole(seed, `${name} ${key}`, 6)]),
  )
  const findings =
    share(seed, `finds ${key}`) < 0.6
      ? [
          {
            severity: oneOf(seed, `severity ${key}`, ['Critical', 'High', 'Low']),
            text: 'The contrast is low',
            at: 'artifacts/design/tokens.json:3',
          },
        ]
      : []
  return { ok: true, text: JSON.stringify({ summary: `Audited ${id}`, findings, audit: { dimensions: scores } }), usage }
}

/** One of the three pipelines; in some an audit has been done by others already. */
function session(seed: number): Map<string, string> {
  const rows: readonly (readonly [string, string, string])[] = oneOf(seed, 'pipeline', [
    [
      ['RESEARCH-001', 'researcher', ''],
      ['RESEARCH-002', 'researcher', ''],
      ['DESIGN-001', 'designer', 'RESEARCH-001;RESEARCH-002'],
      ['AUDIT-001', 'reviewer', 'DESIGN-001'],
      ['BUILD-001', 'implementer', 'AUDIT-001'],
      ['BUILD-002', 'implementer', 'AUDIT-001'],
      ['BUILD-003', 'implementer', 'AUDIT-001'],
    ],
    [
      ['RESEARCH-001', 'researcher', ''],
      ['DESIGN-001', 'designer', 'RESEARCH-001'],
      ['AUDIT-001', 'reviewer', 'DESIGN-001'],
      ['DESIGN-002', 'designer', 'AUDIT-001'],
      ['BUILD-001', 'implementer', 'AUDIT-001'],
      ['AUDIT-002', 'reviewer', 'DESIGN-002'],
      ['BUILD-002', 'implementer', 'AUDIT-002;BUILD-001'],
    ],
  ])
  const past = share(seed, 'past') < 0.4 || auditInput(seed, '').mode !== 'run'
  const line = (cells: Record<string, string>) => taskColumns.map((column) => cells[column] ?? '').join(',')
  const status = (id: string) =>
    past && /^(?:RESEARCH|DESIGN|AUDIT)-001$/.test(id) ? 'completed' : share(seed, `left ${id}`) < 0.1 ? 'in_progress' : 'pending'
  const signal = oneOf(seed, 'signal', ['audit_passed', 'fix_required', 'fix_required', ''])
  const csv = [
    taskColumns.join(','),
    ...rows.map(([id, role, deps]) =>
      line({
        id,
        role,
        deps,
        description: `What ${id} is for`,
        title: id,
        status: status(id),
        ...(past && id === 'AUDIT-001' && { audit_signal: signal, audit_score: '7' }),
      }),
    ),
    '',
  ].join('\n')
  const report = `# Design Audit Report: AUDIT-001\n## Overall Score: 7/10\n## Issues Found\n### High (1)\n- Off grid (artifacts/design/tokens.json:2)\n## Verdict: ${signal || 'fix_required'}\n`
  return new Map([
    ['tasks.csv', csv],
    ['artifacts/design/tokens.json', '{}\n'],
    ...(past && share(seed, 'report') < 0.9 ? ([['artifacts/audit/audit-001.md', report]] as const) : []),
  ])
}
