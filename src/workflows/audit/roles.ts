// The four roles of a pipeline: what each reads, and the one folder for its artifacts.
import { type Role, roles } from './state.ts'
import type { AuditTask } from './tasks.ts'

interface RoleFacts {
  folder: string
  /** What it reads, by folder. */
  sees: readonly string[]
}

export const roleFacts: Readonly<Record<Role, RoleFacts>> = {
  researcher: { folder: 'artifacts/research', sees: ['artifacts/research'] },
  designer: { folder: 'artifacts/design', sees: ['artifacts/research', 'artifacts/design', 'artifacts/audit'] },
  reviewer: { folder: 'artifacts/audit', sees: ['artifacts/design'] },
  implementer: { folder: 'artifacts/build', sees: ['artifacts/design', 'artifacts/audit', 'artifacts/build'] },
}

const byPrefix: readonly (readonly [RegExp, Role])[] = [
  [/^RESEARCH-/, 'researcher'],
  [/^DESIGN-/, 'designer'],
  [/^AUDIT-/, 'reviewer'],
  [/^BUILD-/, 'implementer'],
]

/** From the row, else from its id. */
export function roleOf({ id, cells }: AuditTask): Role | null {
  return (
    roles.find((role) => role === cells.role) ?? (cells.role === '' ? (byPrefix.find(([prefix]) => prefix.test(id))?.[1] ?? null) : null)
  )
}

/** The path of this role's artifact, or why it isn't allowed there. */
export function artifactPath(role: Role, given: string): { path: string } | { problem: string } {
  const { folder } = roleFacts[role]
  const shown = JSON.stringify(given.slice(0, 120))
  if (given.length > 240 || /[\u0000-\u001f\u007f\\:*?"<>|]/.test(given) || given.startsWith('/'))
    return { problem: `${shown} isn't a path inside ${folder}/` }
  const parts = given.replace(/^(?:\.\/)+/, '').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..') || parts.length > 12)
    return { problem: `${shown} isn't a path inside ${folder}/` }
  if (parts[0] === 'artifacts') parts.shift()
  const own = folder.slice('artifacts/'.length)
  const others = Object.values(roleFacts)
    .map((facts) => facts.folder.slice('artifacts/'.length))
    .filter((name) => name !== own)
  if (parts[0] === own) parts.shift()
  else if (others.includes(parts[0]!)) return { problem: `${shown} isn't in ${folder}/, the only folder that a ${role} may write to` }
  if (parts.length === 0) return { problem: `${shown} is a folder; a file is expected` }
  if (role === 'reviewer' && /^gc-/i.test(parts.at(-1)!)) return { problem: `${shown}: names that begin with gc- are for decisions` }
  return { path: `${folder}/${parts.join('/')}` }
}
