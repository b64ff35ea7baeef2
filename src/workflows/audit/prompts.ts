// What a task's maker is told: its role's definition heads the template; the row, what came before and the files fill it.
import type { SlotText } from '../../kernel/task.ts'
import { sha256 } from '../../lib/hash.ts'
import { toFences } from './file-fences.ts'
import { roleFacts, roleOf } from './roles.ts'
import { type Session, isOurs } from './session.ts'
import { type PlannedTask, type Role, roles } from './state.ts'
import type { AuditTask, TaskSheet } from './tasks.ts'

export const auditTemplates = roles.map((role) => templateOf(role))

export function templateOf(role: Role): string {
  return `audit-${role}`
}

export function plannedTask(sheet: TaskSheet, session: Session, task: AuditTask): { task: PlannedTask; objects: string[] } {
  const role = roleOf(task) as Role // a sheet with a task of no role is refused before
  const texts = { upstream: upstream(sheet, task), files: filesFor(session, task, role) }
  const slots: Record<string, string | SlotText> = {
    task_id: task.id,
    title: task.cells.title || task.id,
    description: task.cells.description,
    frame: frame(task),
    ...(role === 'reviewer' && { audit_type: auditType(task) }),
  }
  for (const [name, text] of Object.entries(texts)) slots[name] = text === '' ? 'none' : { object: sha256(text), as: 'fenced' }
  return { task: { id: task.id, role, slots }, objects: Object.values(texts).filter((text) => text !== '') }
}

/** Named by the row, else by what it is about. */
export function auditType({ cells: { audit_type, scope } }: AuditTask): string {
  return audit_type !== '' ? audit_type : scope === 'tokens' ? 'token-audit' : scope === 'components' ? 'component-audit' : 'final-audit'
}

function frame({ cells }: AuditTask): string {
  const parts = [cells.pipeline_mode && `pipeline ${cells.pipeline_mode}`, cells.scope && `scope ${cells.scope}`, cells.wave && `wave ${cells.wave}`].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'not stated'
}

/** What the tasks before it said. */
function upstream(sheet: TaskSheet, task: AuditTask): string {
  return [...new Set([...task.deps, ...task.contextFrom])].flatMap((id) => {
    const before = sheet.byId.get(id)
    if (!before) return []
    const { title, status, findings, artifacts_produced, audit_signal, audit_score } = before.cells
    const audit = audit_signal === '' && audit_score === '' ? [] : [`audit: ${audit_signal || 'no signal'}, ${audit_score || '?'}/10`]
    return [[`## ${id}: ${title} (${status || 'pending'})`, ...audit, findings || 'no findings stated', ...(artifacts_produced === '' ? [] : [`files: ${artifacts_produced}`])].join('\n')]
  }).join('\n\n')
}

/** Files of the folders a role sees, and those its dependencies made; ones too large to be kept are named. */
function filesFor(session: Session, task: AuditTask, role: Role): string {
  const named = new Set([...task.deps, ...task.contextFrom].flatMap((id) => session.sheet.byId.get(id)?.artifacts ?? []))
  const wanted = session.view.files.filter(({ path }) => path.startsWith('artifacts/') && !isOurs(path) && (named.has(path) || roleFacts[role].sees.some((folder) => path.startsWith(`${folder}/`))))
  const left = wanted.filter(({ text }) => text === null)
  return [toFences(wanted.flatMap(({ path, text }) => (text === null ? [] : [{ path, text }]))), ...left.map(({ path, bytes }) => `${path} (${bytes} bytes) is not shown: it is too large, or no text.`)].filter((part) => part !== '').join('\n')
}
