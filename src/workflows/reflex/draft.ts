// A draft from a task text: its type, rules and limits. All of it is unconfirmed until a person confirms it.
import type { Rule } from '../../schema/rule.ts'
import { fallback, phases } from './criteria.ts'
import type { TaskType } from './templates/templates.ts'
import type { Criteria } from './state.ts'

/** Rules of a task type, from that type's template. */
export interface RuleTemplate {
  thresholds: { A: number; B: number }
  rules: Rule[]
}

const signs: Record<Exclude<TaskType, 'other'>, RegExp[]> = {
  'api-spec': [
    /\bopen\s?api\b/i,
    /\bswagger\b/i,
    /\b(?:rest|http|web) api\b/i,
    /\bapi (?:spec|specification|contract|definition)s?\b/i,
    /\bendpoints?\b/i,
  ],
  code: [
    /\b(?:function|class|module|script|library|algorithm|parser|refactor|unit tests?)\b/i,
    /\b(?:typescript|javascript|python|rust|golang|java|c\+\+|sql query)\b/i,
    /\b(?:implement|write|fix|build) (?:a|an|the|some)?\s*(?:function|class|module|script|program|parser|command|cli|code)\b/i,
    /\bcode\b/i,
  ],
  docs: [
    /\b(?:docs?|documentation|readme|guide|tutorial|manual|how-?to|handbook|changelog|runbook|faq|release notes)\b/i,
    /\bdocument(?:s|ing)?\b/i,
  ],
  config: [
    /\bconfig(?:uration|s)?\b/i,
    /\b(?:\.env|dotenv|docker-compose|dockerfile|kubernetes|helm|terraform|nginx|ci pipeline|github actions?|eslint|tsconfig)\b/i,
    /\b(?:ya?ml|toml|ini) (?:file|settings)\b/i,
    /\bsettings file\b/i,
  ],
}

/** Null if no type or more than one matches: then a person is asked. */
export function detectType(prompt: string): Exclude<TaskType, 'other'> | null {
  const [first, second] = (Object.entries(signs) as [Exclude<TaskType, 'other'>, RegExp[]][]).filter(([, patterns]) =>
    patterns.some((pattern) => pattern.test(prompt)),
  )
  return first && !second ? first[0] : null
}

/** An iteration limit stated in the prompt: drafted, and unconfirmed like any other. */
export function inferIterations(prompt: string): number | null {
  const stated =
    /\b(?:max(?:imum)?(?: of)?|at most|up to|no more than)\s+(\d{1,3})\s+iterations?\b/i.exec(prompt) ??
    /\bmax[ _]iterations?\s*(?:[:=]|of)?\s*(\d{1,3})\b/i.exec(prompt)
  const limit = Number(stated?.[1] ?? 0)
  return limit >= 1 ? limit : null
}

/** The ideal result the prompt describes, or null if it says too little. */
export function inferIdealResult(prompt: string): string | null {
  const words = prompt
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]{2,}/u.test(word))
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
    ...(majorIssue
      ? [extraRule('a.correctness.no-major-issue', 'fail', `The artifact must be free of this major issue: ${majorIssue}`)]
      : []),
    ...(idealResult ? [extraRule('a.completeness.ideal-result', 'warn', `The artifact delivers the ideal result: ${idealResult}`)] : []),
    ...preferences.map((check, index) => extraRule(`b.quality.preference-${index + 1}`, 'warn', check)),
  ]
  const base = template?.thresholds ?? fallback.thresholds
  return {
    name: 'loop_default_v1',
    version: 1,
    phase: phases({ A: thresholds?.A ?? base.A, B: thresholds?.B ?? base.B }),
    rules: [...(template?.rules ?? []), ...extra],
  }
}

function extraRule(id: string, severity: 'fail' | 'warn', text: string): Rule {
  const command = text.startsWith('$ ') ? text.slice(2).trim() : null
  return {
    id,
    description: command ? `\`${command}\` succeeds` : text,
    severity,
    weight: severity === 'fail' ? 2 : 1,
    phase: id.startsWith('a.') ? 'A' : 'B',
    check: command ? { kind: 'command', command } : text,
  }
}

/** A lower-case slug of 3 to 64 characters, from the first meaningful words. */
export function slugOf(prompt: string): string {
  const plain = prompt
    .slice(0, 2000)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const telling = plain.filter((word) => !fillers.has(word))
  let slug = ''
  for (const word of (telling.length > 0 ? telling : plain).slice(0, 5)) {
    if (slug && slug.length + word.length + 1 > longestSlug) break
    slug = slug ? `${slug}-${word}` : word.slice(0, longestSlug)
  }
  return slug.length >= 3 ? slug : slug ? `loop-${slug}` : 'loop'
}

/** Appends a number if the name is taken. */
export function freeAlias(base: string, taken: (alias: string) => boolean): string {
  if (!taken(base)) return base
  for (let n = 2; ; n++) {
    const alias = `${base.slice(0, 63 - String(n).length).replace(/-$/, '')}-${n}`
    if (!taken(alias)) return alias
  }
}

const longestSlug = 48

export const aliasPattern = /^(?=.{3,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

const fillers = new Set('a an the for of to and or with in on our my please write create make'.split(' '))
