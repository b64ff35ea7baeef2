// A draft from a task text: its type, its rules, its limits. All of it stays unconfirmed until a person says so.
import type { Rule } from '../../schema/rule.ts'
import { fallback, phases } from './criteria.ts'
import type { Criteria, TaskType } from './state.ts'

/** Rules of a task type, as the template of that type gives them. */
export interface RuleTemplate {
  thresholds: { A: number; B: number }
  rules: Rule[]
}

const signs: Record<Exclude<TaskType, 'other'>, RegExp[]> = {
  'api-spec': [/\bopen\s?api\b/i, /\bswagger\b/i, /\b(?:rest|http|web) api\b/i, /\bapi (?:spec|specification|contract|definition)s?\b/i, /\bendpoints?\b/i],
  code: [/\b(?:function|class|module|script|library|algorithm|parser|refactor|unit tests?)\b/i, /\b(?:typescript|javascript|python|rust|golang|java|c\+\+|sql query)\b/i, /\b(?:implement|write|fix|build) (?:a|an|the|some)?\s*(?:function|class|module|script|program|parser|command|cli|code)\b/i, /\bcode\b/i],
  docs: [/\b(?:docs?|documentation|readme|guide|tutorial|manual|how-?to|handbook|changelog|runbook|faq|release notes)\b/i, /\bdocument(?:s|ing)?\b/i],
  config: [/\bconfig(?:uration|s)?\b/i, /\b(?:\.env|dotenv|docker-compose|dockerfile|kubernetes|helm|terraform|nginx|ci pipeline|github actions?|eslint|tsconfig)\b/i, /\b(?:ya?ml|toml|ini) (?:file|settings)\b/i, /\bsettings file\b/i],
}

/** Null when no type or more than one fits: then a person is asked. */
export function detectType(prompt: string): Exclude<TaskType, 'other'> | null {
  const hits = (Object.entries(signs) as [Exclude<TaskType, 'other'>, RegExp[]][]).map(([type, patterns]) => ({ type, count: patterns.filter((pattern) => pattern.test(prompt)).length })).filter(({ count }) => count > 0)
  hits.sort((a, b) => b.count - a.count)
  const [first, second] = hits
  if (!first || (second && second.count === first.count)) return null
  return first.type
}

/** The ideal result a prompt itself describes, or null when it says too little. */
export function inferIdealResult(prompt: string): string | null {
  const words = prompt.trim().split(/\s+/).filter((word) => /[\p{L}\p{N}]{2,}/u.test(word))
  return words.length >= 3 ? prompt.trim() : null
}

export interface SetupAnswers {
  template: RuleTemplate | null
  thresholds?: { A?: number; B?: number }
  idealResult?: string
  /** One fail rule each; a line that starts with `$ ` is a command. */
  mandatory?: string[]
  preferences?: string[]
  majorIssue?: string
}

export function draftCriteria({ template, thresholds, idealResult, mandatory = [], preferences = [], majorIssue }: SetupAnswers): Criteria {
  const extra = [
    ...mandatory.map((check, index) => extraRule(`a.correctness.mandatory-${index + 1}`, 'fail', check)),
    ...(majorIssue ? [extraRule('a.correctness.no-major-issue', 'fail', `The artifact must be free of this major issue: ${majorIssue}`)] : []),
    ...(idealResult ? [extraRule('a.completeness.ideal-result', 'warn', `The artifact delivers the ideal result: ${idealResult}`)] : []),
    ...preferences.map((check, index) => extraRule(`b.quality.preference-${index + 1}`, 'warn', check)),
  ]
  const base = template?.thresholds ?? fallback.thresholds
  return { name: 'loop_default_v1', version: 1, phase: phases({ A: thresholds?.A ?? base.A, B: thresholds?.B ?? base.B }), rules: [...(template?.rules ?? []), ...extra] }
}

function extraRule(id: string, severity: 'fail' | 'warn', text: string): Rule {
  const command = text.startsWith('$ ') ? text.slice(2).trim() : null
  return { id, description: command ? `\`${command}\` succeeds` : text, severity, weight: severity === 'fail' ? 2 : 1, phase: id.startsWith('a.') ? 'A' : 'B', check: command ? { kind: 'command', command } : text }
}

/** A lower-case slug of 3 to 64 characters; what is taken already gets a number. */
export function aliasFor(prompt: string, taken: (alias: string) => boolean): string {
  const plain = prompt.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word && !fillers.has(word))
  let slug = ''
  for (const word of words.length > 0 ? words : plain.split(/[^a-z0-9]+/).filter(Boolean)) {
    if (slug.length + word.length + 1 > 48) break
    slug = slug ? `${slug}-${word}` : word.slice(0, 48)
    if (slug.split('-').length >= 5) break
  }
  const base = slug.length >= 3 ? slug : slug ? `loop-${slug}` : 'loop'
  if (!taken(base)) return base
  for (let n = 2; ; n++) if (!taken(`${base}-${n}`)) return `${base}-${n}`
}

export const aliasPattern = /^(?=.{3,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

const fillers = new Set(['a', 'an', 'the', 'for', 'of', 'to', 'and', 'or', 'with', 'in', 'on', 'our', 'my', 'please', 'write', 'create', 'make'])
