// An artifact's kind, from the first source that states it: the criteria, the target file, what its rules inspect, its type.
import type { ArtifactKind } from '../../schema/artifact.ts'
import { kindOfName } from '../../schema/artifact.ts'
import type { Rule } from '../../schema/rule.ts'
import type { TaskType } from './templates/templates.ts'
import type { ReflexInput } from './state.ts'

export function kindFor({
  stated,
  target,
  rules,
  type,
}: {
  stated?: ArtifactKind | undefined
  target?: string | undefined
  rules: readonly Rule[]
  type: TaskType
}): ArtifactKind {
  return stated ?? (target ? kindOfName(target) : rules.some(looksAtMarkdown) ? 'markdown' : byType[type])
}

/** What makers are told about the kind, since their template asks for markdown. */
export function formText({ kind, target }: Pick<ReflexInput, 'kind' | 'target'>): string {
  const form = kind && forms[kind]
  return form ? `Form of the artifact: ${form}${target ? ` It becomes ${target}.` : ''}` : ''
}

/** The path that evidence and checks use: the target file, else where it is stored. */
export const artifactName = ({ target, folder }: Pick<ReflexInput, 'target' | 'folder'>) => target ?? `${folder}/artifact.md`

const byType: Readonly<Record<TaskType, ArtifactKind>> = {
  'api-spec': 'yaml',
  code: 'files',
  docs: 'markdown',
  config: 'markdown',
  other: 'markdown',
}

/** Rules about sections, links or fences, which would find nothing in a bare document. */
const looksAtMarkdown = ({ check }: Rule) =>
  typeof check !== 'string' && (check.kind.startsWith('markdown.') || check['fence'] !== undefined)

const forms: Readonly<Partial<Record<ArtifactKind, string>>> = {
  text: 'plain text, not markdown.',
  json: 'one JSON document, not markdown. Answer with it alone: no fence, no words around it.',
  yaml: 'one YAML (or JSON) document, not markdown. Answer with it alone: no fence, no words around it.',
  code: 'the content of one file, not markdown. Answer with it alone: no fence, no words around it.',
  files:
    'files. Each stands whole in a code fence marked with its path below the project, such as ```ts file=src/add.ts (four backticks where the file holds fences itself).',
}
