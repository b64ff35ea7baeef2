// What the requirements leave open, the most valuable question first.
import { statementOf, type Statement as Claim } from '../../../lib/english/statement.ts'
import { limits, refId, type Intent, type Question } from '../intent.ts'
import { quoteText, type Entry } from './entry.ts'
import { system } from './place/actors.ts'
import { words } from './words.ts'

type Open = Omit<Question, 'id'>

const most = 20
const open = (about: string, text: string, why: string): Open => ({ about, text, why })
const noAnswer = open(
  '/interactions',
  'What does the system do or show when somebody acts, and when something goes wrong?',
  'No statement says what happens when.',
)
const noGoal = open(
  '/goals',
  'What is this for, and how will you know that it works?',
  'The text states no goal, so its first requests stand in for one.',
)

export function openQuestions(
  intent: Intent,
  { entries, requests, goalsStated }: { entries: readonly Entry[]; requests: readonly Entry[]; goalsStated: boolean },
): Question[] {
  const at = new Map(intent.sources.map(({ id }, index) => [id, `/sources/${index}`]))
  const found: Open[] = [
    ...contradictions(requests, at),
    ...markers(entries, at),
    ...nobody(intent),
    ...(intent.interactions.length > 0 ? [] : [noAnswer]),
    ...bareEntities(intent),
    ...vague(requests, at),
    ...noErrorPath(intent),
    ...(goalsStated ? [] : [noGoal]),
  ]
  const answered = entries.flatMap(({ statement, form }) => (form.form === 'question' && form.answer ? [statement.text] : []))
  return found
    .map(({ about, text, why }) => ({ about, text: fit(text), why: fit(why) }))
    .filter(({ text }) => !answered.some((said) => said.includes(text.replaceAll(/\s+/g, ' '))))
    .slice(0, most)
    .map((question, index) => ({ id: `q${index + 1}`, ...question }))
}

/** What a statement says itself: of a question with its answer, the answer. */
const saidIn = ({ statement: { text }, form }: Entry): string =>
  form.form === 'question' && form.answer ? text.slice(form.answer.start, form.answer.end) : text

/** A quotation too long for a question is shortened in the question, never in the design. */
const fit = (text: string) => (text.length <= limits.question ? text : `${text.slice(0, limits.question - 1)}…`)
const quoted = (text: string) => `“${text.length > 160 ? `${text.slice(0, 159)}…` : text}”`

const marker =
  /\[(?:needs clarification|todo|tbd|tbc)[^\]]*\]|\b(?:TBD|TBC|TODO|FIXME)\b|\?{2,}|\bto be (?:decided|defined|determined|confirmed|discussed)\b|\bnot (?:yet )?(?:decided|clear|defined)\b|<[a-z][a-z _-]{2,30}>|\bX+X\b/i

function markers(entries: readonly Entry[], at: ReadonlyMap<string, string>): Open[] {
  return entries.flatMap((entry): Open[] => {
    const { statement, form, aside } = entry
    const about = at.get(statement.id) ?? ''
    if (statement.kind === 'code' || aside === 'out of scope') return []
    const mark = marker.exec(saidIn(entry))?.[0]
    const asked = /\[needs clarification:?\s*([^\]]{3,})\]/i.exec(statement.text)?.[1]
    if (mark !== undefined)
      return [open(about, asked ?? `What is still open in ${quoted(statement.text)}?`, `The text marks it as open (${mark.slice(0, 30)}).`)]
    return form.form === 'question' && form.answer === null && aside === 'question'
      ? [open(about, statement.text, 'The text asks this and does not answer it.')]
      : []
  })
}

function nobody({ userFlows, actors = [] }: Intent): Open[] {
  const assumed = userFlows.findIndex(({ actor }) => actors.some(({ name, assumed: taken }) => taken === true && name === actor))
  if (userFlows.every(({ actor }) => actor === system))
    return [open('/actors', 'Who uses this, and what does each of them do?', 'No statement names anybody who acts.')]
  const why = 'The text speaks in the first person and names no role.'
  return assumed >= 0 ? [open(`/userFlows/${assumed}/actor`, 'Which role is “I” or “we” in this text?', why)] : []
}

function bareEntities({ dataModel }: Intent): Open[] {
  return dataModel.entities
    .flatMap(({ name, attributes }, index) => {
      const [what, why] = [
        `What is kept about each ${name.toLowerCase()}?`,
        `The text speaks of ${name.toLowerCase()} and names none of its fields.`,
      ]
      return attributes.length > 0 ? [] : [open(`/dataModel/entities/${index}`, what, why)]
    })
    .slice(0, 6)
}

const vagueWord =
  /\b(?:some|several|many|a few|a lot of|various|certain|(?<!\bas )soon|quickly|fast|easily|easy to use|user-friendly|intuitive|appropriate|adequate|reasonable|sufficient|large|recently|regularly|often|frequently|periodically|as needed|if necessary|as appropriate|etc|and so on|timely|near real-?time|scalable|robust|efficiently?|flexible)\b/i

function vague(requests: readonly Entry[], at: ReadonlyMap<string, string>): Open[] {
  return requests
    .flatMap((entry): Open[] => {
      const { statement } = entry
      const word = vagueWord.exec(saidIn(entry))?.[0]
      const text = `What exactly does “${word}” mean in ${quoted(statement.text)}?`
      return word === undefined ? [] : [open(at.get(statement.id) ?? '', text, 'Nobody can check it as it stands.')]
    })
    .slice(0, 5)
}

const fails =
  /\b(?:not|no|never|cannot|can't|fail\w*|error\w*|invalid|wrong|refus\w*|reject\w*|declin\w*|denied|deny|missing|expired?|unless|except|without|exceed\w*|empty|unavailable|warn\w*|block\w*|cancel\w*)\b/i

function noErrorPath({ userFlows, interactions }: Intent): Open[] {
  const answered = new Set(
    interactions
      .filter(({ trigger, response }) => fails.test(`${trigger} ${response}`))
      .flatMap(({ sourceRefs = [] }) => sourceRefs.map(refId)),
  )
  return userFlows
    .flatMap((flow, index): Open[] => {
      const deals = flow.steps.some(
        ({ action, sourceRefs = [] }) => fails.test(action) || sourceRefs.some((ref) => answered.has(refId(ref))),
      )
      const risky = flow.steps.find(
        ({ action }) =>
          !/^(?:when|if|then|given|once|after|while)\b/i.test(action) &&
          /\b(?:pay|submit|upload|book|reserve|register|log in|sign (?:in|up)|enter|import|send|order|apply|search)\w*\b/i.test(action),
      )
      return deals || !risky || flow.actor === system
        ? []
        : [
            open(
              `/userFlows/${index}`,
              `What happens when ${quoted(risky.action.replace(/^(?:and|but)\s+/i, ''))} fails or is refused?`,
              'The text says nothing about errors there.',
            ),
          ]
    })
    .slice(0, 4)
}

/** Two requests about the same thing that deny each other or give different numbers. In doubt none. */
function contradictions(requests: readonly Entry[], at: ReadonlyMap<string, string>): Open[] {
  const claims = requests.slice(0, 400).map((entry) => ({ entry, claim: claimOf(entry) }))
  const found: Open[] = []
  for (const [index, one] of claims.entries())
    for (const other of claims.slice(index + 1)) {
      const why = conflict(one.claim, other.claim)
      if (why && found.length < 3)
        found.push({
          about: at.get(other.entry.statement.id) ?? '',
          text: `Which holds, ${quoted(quoteText(one.entry.quote))} or ${quoted(quoteText(other.entry.quote))}?`,
          why,
        })
    }
  return found
}

function claimOf({ quote }: Entry): Claim {
  const text = quoteText(quote)
  return statementOf({ text, start: 0, end: text.length, tokens: words(text) })
}

function conflict(a: Claim, b: Claim): string | null {
  const shared = b.content.filter((word) => a.content.includes(word)).length
  if (shared < 3 || shared < 0.7 * Math.max(new Set(a.content).size, new Set(b.content).size)) return null
  if ([a, b].some(({ conditions, exceptions }) => conditions.length + exceptions.length > 0)) return null
  const main = (claim: Claim) => claim.acts.filter(({ part }) => part === 'main')
  for (const act of main(a))
    for (const other of main(b))
      if (
        act.verb === other.verb &&
        act.negated !== other.negated &&
        act.subjects.join() === other.subjects.join() &&
        act.objects.join() === other.objects.join()
      )
        return 'One allows what the other forbids.'
  const differs = a.quantities.some((one) =>
    b.quantities.some((other) => one.unit === other.unit && one.bound === other.bound && one.value !== other.value),
  )
  return differs && a.quantities.length === b.quantities.length ? 'They give different numbers for what looks like the same thing.' : null
}
