// Finds the pieces of data a step needs: what is entered, chosen, shown, or sorted by.
import type { Prose, Word } from './prose.ts'
import { stem } from '../../../lib/english/stem.ts'

/** A piece of data, by the phrase it is called and the head of that phrase ("phone number" → "number"). */
export interface Need {
  head: Word
  phrase: string
}

const stems = (text: string) => new Set(text.split(/\s+/).map(stem))
const list = (text: string) => new Set(text.split(' '))

/** What is entered must be kept; what is shown must have been kept. */
const entryMeanings = list('enter choose edit set explain')
const displayMeanings = list('show list sort filter measure check')
/** Behind these, "by" names data too. */
const byMeanings = list('sort filter group search choose')

/** Head words of the interface itself, of people's speech and of time, which no model has to remember … */
const notData = stems(
  `page screen form button field list panel dialog menu tab view result detail summary message confirmation warning error notice hint overview link box icon row card chart map graph
  calendar door key keypad keyboard file picture image camera option letter information data content item thing entry value word way moment system person people user end start
  top bottom mark sign bar badge banner tool alert reminder place input output state situation progress step ranking order
  text photo question answer time reason hour minute day week month year number colour color receipt code name`,
)
/** … and those among them that are data once somebody enters them. */
const dataWhenEntered = stems(
  'text photo question answer time reason hour minute day week month year number colour color receipt code name',
)

const number = /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten)$/
const staysOpen = list('a an the and or its their his her own each every both any all one more')

export function needsOf(step: Prose): Need[] {
  const needs: Need[] = []
  let meaning = ''
  let active = false
  /** In "the price of the home, the savings": what follows "of" is no object, what follows the comma is one again. */
  let inOf = false
  let run: Word[] = []
  for (const [i, word] of step.words.entries()) {
    const isNumber = number.test(word.text)
    if (step.words[i - 1]?.text === 'including' && word.kind === 'verb' && word.text.endsWith('ing')) {
      // "including checking the doors" goes on with what is done
      run = []
      active = false
      continue
    }
    if (word.kind === 'content' && !word.afterMark && !isNumber) {
      run.push(word)
      continue
    }
    const measured = word.text === 'of' && /^(?:number|amount|count|kind|type)$/.test(run.at(-1)?.text ?? '')
    if (measured) run = [] // "the number of eaters" is about the eaters
    close()
    if (measured) continue
    if (word.afterMark || word.text === 'and' || word.text === 'or') inOf = false
    if (isNumber) active = false
    else if (word.kind === 'content') run = [word]
    else if (word.kind === 'verb') {
      meaning = word.meaning
      active = entryMeanings.has(meaning) || displayMeanings.has(meaning) || word.text.startsWith('add')
      inOf = false
    } else if (word.text === 'of') inOf = true
    else if (word.text === 'by') active = byMeanings.has(meaning)
    else if (word.text === 'with' || word.text === 'including') active = active || displayMeanings.has(meaning)
    else if (!staysOpen.has(word.text)) active = false
  }
  close()
  return needs

  function close() {
    const head = run.at(-1)
    if (active && !inOf && head && isData(head, meaning)) needs.push({ head, phrase: run.map((word) => word.text).join(' ') })
    run = []
  }
}

function isData(head: Word, meaning: string): boolean {
  if (/\d|ly$/.test(head.text)) return false
  return !notData.has(head.stem) || (entryMeanings.has(meaning) && dataWhenEntered.has(head.stem))
}
