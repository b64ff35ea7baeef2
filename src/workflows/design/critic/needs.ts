// Finds the pieces of data a step needs: what is entered, chosen, shown, or sorted by.
import type { Prose, Word } from './prose.ts'
import { stem } from './stem.ts'

const dataMeanings = new Set(['enter', 'choose', 'edit', 'set', 'show', 'list', 'sort', 'filter', 'measure', 'check'])
const byMeanings = new Set(['sort', 'filter', 'group', 'search'])
/** Head words of the interface itself, of people's speech and of time, which no model has to remember. */
const notData = new Set(
  `page screen form button field list panel dialog menu tab view result detail summary message confirmation warning error notice hint overview link box icon row card chart map graph
  calendar door key keypad keyboard text file picture image photo camera option letter information data content item thing entry value question answer word time way reason
  moment hour minute day week month year system person people user end start top bottom number mark sign colour color bar badge banner tool alert reminder receipt code
  place input output state situation progress step name ranking order`
    .split(/\s+/)
    .map(stem),
)
/** Heads of `notData` that are still data when something in the text asks for them by an entry verb. */
const entered = new Set(['enter', 'edit', 'set'])
const always = new Set('name number code reason day month year colour text answer question receipt time'.split(' ').map(stem))

/** The head words ("phone number" → "number"), with the words of their phrase. */
export interface Need {
  head: Word
  phrase: string
}

export function needsOf(step: Prose): Need[] {
  const needs: Need[] = []
  let meaning = ''
  let active = false
  let run: Word[] = []
  let measured = false
  for (const word of step.words) {
    const isNumber = number.test(word.text)
    if (word.kind === 'content' && !word.afterMark && !isNumber) {
      run.push(word)
      continue
    }
    close()
    if (word.text === 'of' && measured) {
      // "the number of eaters" is about the eaters
      needs.pop()
      continue
    }
    if (isNumber) active = false
    else if (word.kind === 'content') run = [word]
    else if (word.kind === 'verb') {
      meaning = word.meaning
      active = dataMeanings.has(meaning)
    } else if (word.text === 'by') active = byMeanings.has(meaning)
    else if (word.text === 'with') active = active || meaning === 'show' || meaning === 'list'
    else if (!staysOpen.has(word.text)) active = false
  }
  close()
  return needs

  function close() {
    const head = run.at(-1)
    measured = active && head !== undefined && /^(?:number|amount|count|kind|type)$/.test(head.text)
    if (active && head && isData(head, meaning)) needs.push({ head, phrase: run.map((word) => word.text).join(' ') })
    run = []
  }
}

const number = /^(?:\d.*|two|three|four|five|six|seven|eight|nine|ten)$/
const staysOpen = new Set(['a', 'an', 'the', 'and', 'or', 'its', 'their', 'his', 'her', 'own', 'each', 'every', 'both', 'any', 'all', 'one', 'more'])

function isData(head: Word, meaning: string): boolean {
  if (/\d|ly$/.test(head.text)) return false
  return !notData.has(head.stem) || (entered.has(meaning) && always.has(head.stem))
}
