// Which changed files judge the work, and whether the task asks for their change. Those it doesn't ask for are restored and the work is measured again.
import type { Licence } from '../../rules/tamper/licence.ts'
import { partOf } from '../../rules/tamper/files.ts'
import type { Changed } from './state.ts'

type ChangedPath = Pick<Changed, 'path'>

/** Changed files that decide what passes, without the task asking for it. */
export function unasked(changed: readonly ChangedPath[], licence: Licence, task: string): ChangedPath[] {
  return changed.filter(({ path }) => judges(path) && !isAsked(path, licence, task))
}

/** New files too: a runner may load them before the old ones, which then demand less. */
export function judges(path: string): boolean {
  const part = partOf(path)
  if (part === 'test' || part === 'data' || part === 'settings') return true
  return (
    part === 'other' &&
    !document.test(path) &&
    (!path.includes('/') || /(?:^|\/)\./.test(path) || /(?:config|rc|ignore)(?:\.\w+)?$/i.test(path))
  )
}

const document = /\.(?:md|mdx|txt|rst|adoc|html?|css|svg|png|jpe?g|gif|webp|ico)$|(?:^|\/)(?:LICENSE|CHANGELOG|README|\.gitignore)[^/]*$/i

export function isAsked(path: string, licence: Licence, task: string): boolean {
  if (asksUpdate(path, task)) return true
  if (licence.mayEdit(path) || licence.mayEdit(nameOf(path))) return true
  const part = partOf(path)
  if (part === 'test' || part === 'data') return licence.newBehaviour || licence.testEdits || licence.removal
  if (path.endsWith('package.json'))
    return /\bscripts?\b|\bnpm (?:run|test)\b|\bpackage\.json\b|\bdependenc|\bpackages?\b|\binstall\b|\bversion\b/i.test(task)
  return licence.mentions(nameOf(path))
}

/** "The test in a.test.js still states the old rule, so update it too": the file first, then what to do with it. */
export const asksUpdate = (path: string, task: string): boolean =>
  task.split(/[;.!?]\s|\n/).some((sentence) => {
    const at = sentence.indexOf(path)
    return at >= 0 && /\b(?:updat|chang|adjust|adapt|correct|mend|rewrit)\w*\s(?:it|them|that|those)\b/i.test(sentence.slice(at))
  })

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Scripts that the task mentions: what it wants green is part of the measure. */
export const scriptsIn = (task: string, known: readonly string[]): string[] =>
  known.filter((name) => new RegExp(`\\b(?:npm|pnpm|yarn)(?: run)? ${name.replaceAll(/[^\w:-]/g, '.')}(?![\\w:-])`).test(task))
