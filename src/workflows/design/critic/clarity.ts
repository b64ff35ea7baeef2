// Clarity: one specific act on one named thing at a time, said once, in words that mean something.
import { isScrambled, type Prose, type Word } from './prose.ts'
import { meantBy } from './plausibility.ts'
import type { Reading } from './reading.ts'
import { repeats } from './similarity.ts'
import { singular, stem } from '../../../lib/english/stem.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import { textsOf } from './texts.ts'
import { pointer } from './validate.ts'
import { weakSpots } from './weak-words.ts'

interface Unit {
  at: string
  text: string
  prose: Prose
  kind: 'goal' | 'act' | 'description' | 'name'
}

export function clarity(reading: Reading): Judgement {
  const units = unitsOf(reading)
  const named = new Set(reading.entities.flatMap(({ name }) => name.content))
  const duplicates = duplicatesOf(reading)
  // The words of a requirement are never a fault of the design.
  const said = reading.intent.sources.map(({ text }) => ` ${spelling(text)} `).join('\n')
  const isQuoted = (text: string) => said.includes(` ${spelling(text)} `)
  const acts = units.filter(({ kind }) => kind === 'act')
  const [scrambled, ...others] = acts.filter(({ text }) => isScrambled(text) && !isQuoted(text))
  return {
    aspects: [
      {
        share: 7500,
        total: Math.max(1, units.length),
        losses:
          units.length === 0
            ? [nothingSaid]
            : [
                ...units.filter(({ text }) => !(/ .+ .+ /.test(text) && isQuoted(text))).flatMap((unit) => unclear(unit, named)),
                ...misspelt(reading, isQuoted),
                ...heaps(reading),
              ],
      },
      { share: 2500, total: Math.max(1, duplicates.total), losses: duplicates.losses },
    ],
    ground: scrambled && {
      ruleId: 'clarity.scrambled',
      pointer: scrambled.at,
      evidence: quote(scrambled.text),
      change: `Write a sentence${others.length > 0 ? ', here and elsewhere' : ''}: these words follow each other in none.`,
      cost: (2 * (1 + others.length)) / acts.length,
    },
  }
}

function spelling(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

const nothingSaid: Loss = { ruleId: 'clarity.nothing-said', pointer: '', evidence: '', change: 'Write what the feature does.', cost: 1 }

function unitsOf({ intent, read }: Reading): Unit[] {
  return textsOf(intent).flatMap(({ at, text, kind }) =>
    kind === 'type' || kind === 'actor' || (kind === 'name' && !at.startsWith('/userFlows')) ? [] : [{ at, text, prose: read(text), kind }],
  )
}

const pronoun = /^(?:it|they|them|this|these|those|that)$/
/** "It is not possible to delete …" speaks of no "it". */
const expletive = /^it (?:is|must be|shall be|should be) (?:\w+ ){1,2}(?:to|that|for)\b/i
/** Objects so wide that they name nothing, when they are all an act has. */
const wideObject = new Set(
  'data information info content input output details item object request option function feature action operation element record main part component stuff'
    .split(' ')
    .map(stem),
)

function unclear({ at, text, prose, kind }: Unit, named: Set<string>): Loss[] {
  const losses: Loss[] = []
  const lose = (rule: string, change: string, cost: number) =>
    losses.push({ ruleId: 'clarity.' + rule, pointer: at, evidence: quote(text), change, cost })
  for (const spot of weakSpots(text, prose.words)) lose('weak-word', `${JSON.stringify(spot.text)} says little here: ${spot.advice}.`, 1.5)

  const verbs = prose.words.filter((word) => word.kind === 'verb')
  const things = prose.words.filter((word) => word.kind === 'content')
  const first = prose.words[0]?.text ?? ''
  const isWide = (word: Word) => wideObject.has(word.stem) && !named.has(word.stem)
  if (kind === 'name' && prose.words.length > 12) lose('long-name', 'Name it in a few words; what happens belongs in the steps.', 1)
  if (kind === 'description' && text.trim() !== '' && (prose.content.length < 2 || prose.words.length < 3))
    lose('thin-description', 'Say in a sentence what it is or does, for whom.', 1)
  if (kind === 'description' && things.length > 0 && things.every(isWide))
    lose('vague-object', `Name which ${things[0]!.text} is meant.`, 1)
  if ((kind === 'goal' || kind === 'act') && !prose.statements.some(({ acts }) => acts.length > 0))
    lose('no-verb', 'Say who does what: this names things but no act.', 2)
  if ((kind === 'act' || kind === 'description') && pronoun.test(first) && prose.words[1]?.kind !== 'content' && !expletive.test(text))
    lose('vague-reference', `Say what ${JSON.stringify(first)} stands for.`, 1)
  if (kind === 'act' && verbs.length > 0) {
    if (things.length === 0) lose('no-object', 'Name what is acted on.', 1)
    else if (endsVaguely(prose, things.length)) lose('vague-reference', 'Name the thing that is meant.', 1)
    else if (objectsOf(prose).every(isWide)) lose('vague-object', `Name which ${objectsOf(prose)[0]?.text ?? 'thing'} is meant.`, 1)
    if (prose.meanings.size > 4 || prose.words.length > 36) lose('crowded', 'Split this into steps of one act each.', 1)
  }
  return losses
}

/** Words of names that no dictionary knows, a letter or two from one the text or the design uses: "Memeber", or "Addmin" beside "Admin". */
function misspelt({ sources, intent, read }: Reading, isQuoted: (text: string) => boolean): Loss[] {
  const names = textsOf(intent)
    .filter(({ at, kind }) => kind === 'name' || kind === 'actor' || (kind === 'act' && at.startsWith('/userFlows')))
    .map(({ at, text }): [string, string, Prose] => [at, text, read(text)])
  const used = new Set([...sources, ...names.map(([, , prose]) => prose)].flatMap(({ words }) => words.map(({ text }) => text)))
  const meant = new Map<string, string | null>()
  return names.flatMap(([at, text, { words }]) => {
    if (/ .+ .+ /.test(text) && isQuoted(text)) return []
    const plain = new Set(text.match(/(?<![\p{L}\p{N}])\p{Lu}?\p{Ll}+(?![\p{L}\p{N}])/gu)?.map((each) => each.toLowerCase())) // no "productId"
    return words.flatMap(({ text: word, kind }): Loss[] => {
      if (kind === 'function' || !plain.has(word)) return []
      if (!meant.has(word)) meant.set(word, meantBy(word, used))
      const other = meant.get(word)
      return other
        ? [
            {
              ruleId: 'clarity.misspelt',
              pointer: at,
              evidence: quote(text),
              expected: other,
              found: word,
              change: `Write ${JSON.stringify(other)}, or say how ${JSON.stringify(word)} differs from it.`,
              cost: 1.5,
            },
          ]
        : []
    })
  })
}

/** More elements than a screen can hold in order. */
const mostElements = 12

function heaps({ components }: Reading): Loss[] {
  return components.flatMap(({ component }, i) =>
    component.children.length > mostElements
      ? [
          {
            ruleId: 'clarity.heap',
            pointer: pointer('components', i, 'children'),
            evidence: component.children[0]!,
            change: `Split ${JSON.stringify(component.name)}: ${component.children.length} elements are more than one screen can hold.`,
            cost: 2,
          },
        ]
      : [],
  )
}

/** "System shows it." */
function endsVaguely({ words }: Prose, things: number): boolean {
  return things < 2 && words.length > 0 && pronoun.test(words.at(-1)!.text)
}

/** Content words behind the first verb. */
function objectsOf({ words }: Prose): Prose['words'] {
  const verb = words.findIndex((word) => word.kind === 'verb')
  const behind = words.slice(verb + 1).filter((word) => word.kind === 'content')
  return behind.length > 0 ? behind : words.filter((word) => word.kind === 'content')
}

function duplicatesOf({ intent, goals, flows, components, entities, interactions }: Reading): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  let total = 0
  compare(
    goals,
    (i) => pointer('goals', i),
    (i) => intent.goals[i]!,
  )
  compare(
    flows.map(({ steps }) => joined(steps)),
    (i) => pointer('userFlows', i),
    (i) => intent.userFlows[i]!.name,
  )
  compare(
    flows.map(({ flow }) => spelled(`${flow.name}#${flow.actor}`)),
    (i) => pointer('userFlows', i, 'name'),
    (i) => intent.userFlows[i]!.name,
  )
  for (const [i, { flow, steps }] of flows.entries())
    compare(
      steps,
      (j) => pointer('userFlows', i, 'steps', j),
      (j) => flow.steps[j]!.action,
    )
  compare(
    components.map(({ component }) => spelled(component.name)),
    (i) => pointer('components', i, 'name'),
    (i) => intent.components[i]!.name,
  )
  compare(
    components.map(({ description }) => description),
    (i) => pointer('components', i, 'description'),
    (i) => intent.components[i]!.description,
  )
  compare(
    entities.map(({ entity }) => spelled(singular(entity.name.toLowerCase()))),
    (i) => pointer('dataModel', 'entities', i, 'name'),
    (i) => intent.dataModel.entities[i]!.name,
  )
  compare(
    interactions.map(({ interaction, trigger, response }) => joined([trigger, response], interaction.componentId)),
    (i) => pointer('interactions', i),
    (i) => intent.interactions[i]!.trigger,
  )
  return { total, losses }

  function compare(texts: readonly Prose[], at: (i: number) => string, text: (i: number) => string) {
    total += texts.length
    for (const [i, earlier] of repeats(texts).entries()) {
      if (earlier < 0) continue
      losses.push({
        ruleId: 'clarity.duplicate',
        pointer: at(i),
        evidence: quote(text(i)),
        change: `Merge it with ${at(earlier)} (${JSON.stringify(quote(text(earlier)))}) or say how they differ.`,
        cost: 2,
      })
    }
  }
}

/** Names are compared as they are written: "Claim page" and "My claims page" are two pages. */
function spelled(name: string): Prose {
  const content = [name.trim().toLowerCase()]
  return { statements: [], words: [], content, stems: new Set(content), meanings: new Set() }
}

function joined(parts: readonly Prose[], key?: string): Prose {
  const content = [...parts.flatMap((part) => part.content), ...(key === undefined ? [] : ['#' + key])]
  return { statements: [], words: [], content, stems: new Set(content), meanings: new Set() }
}
