// The built-in writer: the catalogue for known codes, a rule's own words for a failing rule, and for a lesson that didn't help the same words plus what still went wrong.
import { shippedLesson } from './catalogue.ts'
import { unnamed, workflowOf } from '../../learning/lesson.ts'

export function writeLesson({ code = '', sample = 'none', before = 'none', failed = 'none' }: Readonly<Record<string, string>>): {
  text: string | null
} {
  if (before === 'none' && workflowOf(code) !== unnamed)
    return { text: sample === 'none' ? null : `Often missed, so look at it once more before you finish: ${sample.slice(0, 400)}` }
  if (before === 'none') return { text: shippedLesson(code) }
  const plain = before.replace(/^\S+ went wrong again in [^\n]*\n/, '')
  const example = sample === 'none' ? '' : `, for example “${sample.slice(0, 150)}”`
  return {
    text: `${code} went wrong again in ${failed} runs that were told this${example}.\n${plain}\nCheck for it once more before you finish.`,
  }
}
