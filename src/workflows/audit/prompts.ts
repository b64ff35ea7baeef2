// A task's prompt: its role's definition heads the template; the row, earlier results and the files in fences fill it.
import type { SlotText } from '../../kernel/task.ts'
import { sha256 } from '../../lib/hash.ts'
import { roleFacts, roleOf } from './roles.ts'
import { type Session, isOurs } from './session.ts'
import { type PlannedTask, type Role, roles } from './state.ts'
import type { AuditTask, TaskSheet } from './tasks.ts'
import { fileText, writeFenced } from '../../lib/fenced-files.ts'
import { fences } from '../../lib/fences.ts'
import type { SourceFile } from '../../rules/page/token-files.ts'

export const auditTemplates = roles.map((role) => templateOf(role))

export function templateOf(role: Role): string {
  return `audit-${role}`
}

/** The tasks of a wave. What a role reads is collected once; other files named by earlier tasks come with those tasks' results. */
export function plannedTasks(sheet: TaskSheet, session: Session, ids: readonly string[]): { tasks: PlannedTask[]; objects: string[] } {
  const objects = new Set<string>()
  const slot = (text: string): string | SlotText => {
    if (text === '') return 'none'
    objects.add(text)
    return { object: sha256(text), as: 'fenced' }
  }
  const shown = session.view.files.filter(({ path }) => path.startsWith('artifacts/') && !isOurs(path))
  const byPath = new Map(shown.map((file) => [file.path, file]))
  const seen = Object.fromEntries(
    [...new Set(ids.map((id) => roleOf(sheet.byId.get(id)!)))].map((role) => [
      role,
      slot(fenced(shown.filter(({ path }) => sees(role as Role, path)))),
    ]),
  )
  const tasks = ids.map((id): PlannedTask => {
    const task = sheet.byId.get(id)!
    const role = roleOf(task) as Role // a sheet with a task of no role was refused earlier
    const named = [...new Set([...task.deps, ...task.contextFrom].flatMap((dep) => sheet.byId.get(dep)?.artifacts ?? []))]
      .filter((path) => !sees(role, path))
      .sort()
    const before = [upstream(sheet, task), fenced(named.flatMap((path) => byPath.get(path) ?? []))]
      .filter((part) => part !== '')
      .join('\n\n')
    const slots = {
      task_id: id,
      title: task.cells.title || id,
      description: task.cells.description,
      frame: frame(task),
      ...(role === 'reviewer' && { audit_type: auditType(task) }),
      upstream: slot(before),
      files: seen[role]!,
    }
    return { id, role, slots }
  })
  return { tasks, objects: [...objects] }
}

/** Named by the row, else by its subject. */
function auditType({ cells: { audit_type, scope } }: AuditTask): string {
  return audit_type !== '' ? audit_type : scope === 'tokens' ? 'token-audit' : scope === 'components' ? 'component-audit' : 'final-audit'
}

function frame({ cells }: AuditTask): string {
  const parts = [
    cells.pipeline_mode && `pipeline ${cells.pipeline_mode}`,
    cells.scope && `scope ${cells.scope}`,
    cells.wave && `wave ${cells.wave}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'not stated'
}

/** The findings of earlier tasks. */
function upstream(sheet: TaskSheet, task: AuditTask): string {
  return [...new Set([...task.deps, ...task.contextFrom])]
    .flatMap((id) => {
      const before = sheet.byId.get(id)
      if (!before) return []
      const { title, status, findings, artifacts_produced, audit_signal, audit_score } = before.cells
      const audit = audit_signal === '' && audit_score === '' ? [] : [`audit: ${audit_signal || 'no signal'}, ${audit_score || '?'}/10`]
      return [
        [
          `## ${id}: ${title} (${status || 'pending'})`,
          ...audit,
          findings || 'no findings stated',
          ...(artifacts_produced === '' ? [] : [`files: ${artifacts_produced}`]),
        ].join('\n'),
      ]
    })
    .join('\n\n')
}

/** Files in fences; oversized ones are only named. */
function fenced(files: Session['view']['files']): string {
  const left = files
    .filter(({ text }) => text === null)
    .map(({ path, bytes }) => `${path} (${bytes} bytes) isn't shown: it is too large, or not text.`)
  return [writeFenced(Object.fromEntries(files.flatMap(({ path, text }) => (text === null ? [] : [[path, text]])))), ...left]
    .filter((part) => part !== '')
    .join('\n')
}

const sees = (role: Role, path: string) => roleFacts[role].sees.some((folder) => path.startsWith(`${folder}/`))

export function fromFences(markdown: string): SourceFile[] {
  return fences(markdown).flatMap(({ file, text, closed }) => (file === undefined || !closed ? [] : [{ path: file, text: fileText(text) }]))
}
