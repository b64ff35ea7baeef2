// Finds the pieces of data a step needs: what is entered, chosen, shown, or sorted by.
import type { Prose, Word } from './prose.ts'

const dataMeanings = new Set(['enter', 'choose', 'edit', 'set', 'show', 'list', 'sort', 'filter', 'calculate', 'measure', 'rate', 'check'])
const byMeanings = new Set(['sort', 'filter', 'group', 'search'])
/** Head words of the interface itself, of people's speech and of time, which no model has to remember. */
const notData = new Set(
  `page screen form button field list panel dialog menu tab view result detail summary messag confirm warn error notic hint overview link box icon row card chart map graph
  calendar door key keypad keyboard text file pictur imag photo camera option button letter inform data content item thing entry valu question answer word time way reason
  moment hour minut day week month year system person peopl us end start top bottom number mark sign colour color bar badg banner option tool alert remind receipt code
  place input output stat situat progress step name`.split(/\s+/),
)
/** Heads of `notData` that are still data when something in the text asks for them by an entry verb. */
const entered = new Set(['enter', 'edit', 'set'])
const always = new Set('name number code reason day month year colour text answer question receipt time'.split(' '))

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
  for (const word of step.words) {
    const isNumber = number.test(word.text)
    if (word.kind === 'content' && !word.afterMark && !isNumber) {
      run.push(word)
      continue
    }
    close()
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
