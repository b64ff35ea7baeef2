// The forms a requirement is written in, and their slots as slices of the statement. A form is recognised whole or not at all.
import type { Statement } from '../read/statements.ts'
import { type Slice, labelEnd, slice, whole } from './slice.ts'
import { hasVerb } from '../words.ts'
import { opensCondition, splitCondition } from './condition.ts'

export type Form =
  | { form: 'story'; role: Slice | null; want: Slice; benefit: Slice | null }
  | { form: 'given' | 'when' | 'then'; body: Slice }
  | { form: 'scenario'; trigger: Slice; response: Slice }
  | { form: 'conditional'; trigger: Slice; response: Slice }
  | { form: 'question'; answer: Slice | null }
  | { form: 'modal' | 'plain' }

export const modal =
  /\b(?:shall|must|should|will|can|cannot|can't|may|might|could|would|won't|need(?:s)? to|has to|have to|is able to|are able to|(?:is|are) (?:not )?(?:allowed|required|permitted|supposed) to)\b/i

/** `before`: the keyword of the line above, which "And" and "But" go on with; `next`: the statement below. */
export function formOf(statement: Statement, { before, next }: { before: 'given' | 'when' | 'then' | null; next: string }): Form {
  const { text } = statement
  const start = labelEnd(text)
  const bare = text.slice(start)
  const row = statement.kind === 'row' ? rowStory(statement) : null
  if (row) return row
  if (/^(?:q|question)\s*\d*\s*[:.)]/i.test(bare) || (/\?["”)]?$/.test(text) && statement.kind !== 'row')) return questionOf(text, start)
  const inline = /^(?:given\b(.+?)[,;]?\s+)?when\b(.+?)[,;]?\s+then\b(.+)$/is.exec(bare)
  if (inline && /^(?:given\b.*\bwhen\b|when\b[^,;]*[,;]?\s+then\b)/is.test(bare)) {
    const then = start + bare.length - (inline[3] as string).length - 'then'.length
    return { form: 'scenario', trigger: slice(text, start, then), response: slice(text, then) }
  }
  const keyword = /^(given|when|then|and|but)\b[:,]?\s+\S/i.exec(bare)?.[1]?.toLowerCase()
  const split =
    keyword === 'when' || keyword === undefined || (before === null && keyword !== 'given' && keyword !== 'then')
      ? splitCondition(text, start)
      : null
  if (split) return { form: 'conditional', ...split }
  // "When they book they enter a name": a sentence of its own, unless a scenario goes on above or below.
  const inScenario = before !== null || /^\W*(?:then|and|when|but)\b/i.test(next)
  if (keyword === 'given' || keyword === 'then' || (keyword === 'when' && inScenario)) return { form: keyword, body: whole(text) }
  if (keyword !== undefined && before !== null) return { form: before, body: whole(text) }
  return storyOf(text, start) ?? { form: modal.test(bare) || (opensCondition.test(bare) && hasVerb(bare)) ? 'modal' : 'plain' }
}

const frame =
  /^(as\s+(?:(?:an?|the|any|some|our|one of the)\s+)?)(.{2,80}?)(?:\s*\([^()]{1,60}\))?[,:;.]?\s+(?:i|we)(?:['’]d like| would like| want| need| wish| can| should be able| must be able| am able| expect)(?: to be able)?(?: to)?\b[:,]?\s+/i
const because = /[,;]?\s+(?=(?:so that|so (?:i|we|they|my|our)\b|in order to|in order that|because)\b)/i

/** "As a role, I want this so that that." A wish that is denied is no wish: then the sentence stays whole. */
function storyOf(text: string, start: number): Form | null {
  const from = start + (/^in order (?:not )?to\b[^,]{3,200},\s*/i.exec(text.slice(start))?.[0].length ?? 0)
  const found = frame.exec(text.slice(from))
  if (!found) return null
  const role = found[2] as string
  if (
    role.split(' ').length > 10 ||
    /\b(?:is|are|was|were|has|have|can|will|not)\b/i.test(role.replace(/\b(?:who|that|which|with)\b.*$/i, ''))
  )
    return null
  const wantAt = from + found[0].length
  const cut = because.exec(text.slice(wantAt))
  const roleAt = from + (found[1] as string).length
  return {
    form: 'story',
    role: slice(text, roleAt, roleAt + role.length),
    want: slice(text, wantAt, cut ? wantAt + cut.index : undefined),
    benefit: cut ? slice(text, wantAt + cut.index + cut[0].length) : from > start ? slice(text, start, from) : null,
  }
}

const titles = {
  role: /^(?:as an?|as an?\/the|actors?|roles?|users?|user role|who|persona)\W*$/i,
  want: /^(?:i want(?: to)?|i need(?: to)?|i can|want|wants to|goal|action)\W*$/i,
  benefit: /^(?:so that|so|in order to|benefit|because|reason|why)\W*$/i,
}

function rowStory({ text, cells }: Statement): Form | null {
  const whole = cells.flatMap(({ start, end }) => storyOf(text.slice(0, end), start) ?? [])[0]
  if (whole) return whole
  const cell = (title: RegExp) => cells.find((one) => title.test(one.title))
  const [role, want, benefit] = [cell(titles.role), cell(titles.want), cell(titles.benefit)]
  if (!role || !want) return null
  const cut = ({ start, end }: { start: number; end: number }) => slice(text, start, end)
  return { form: 'story', role: cut(role), want: cut(want), benefit: benefit ? cut(benefit) : null }
}

function questionOf(text: string, start: number): Form {
  const at = /\?\s+(?=\S)/.exec(text.slice(start))
  const answer = at ? start + at.index + at[0].length : -1
  return {
    form: 'question',
    answer:
      answer > 0 && /^(?:q|question)\s*\d*\s*[:.)]|\?\s+(?:a|answer|ans)\s*[:.)]|\?\s+(?:→|->)/i.test(text.slice(start))
        ? slice(text, answer)
        : null,
  }
}
