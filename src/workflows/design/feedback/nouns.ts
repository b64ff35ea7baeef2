// A noun of a text replaced by another, in the same number and case; verbs that are spelled like it stay.
import { readTokens, type Token } from '../../../lib/english/read.ts'
import { singular } from '../../../lib/english/stem.ts'

export function replaceNoun(text: string, from: string, to: string): string {
  const wanted = from
    .toLowerCase()
    .split(/[\s_-]+/)
    .map(singular)
  if (!text.toLowerCase().includes(wanted[0]!.slice(0, 3))) return text
  const tokens = readTokens(text).filter(({ text: word }) => word !== '-')
  const cut: { start: number; end: number; by: string }[] = []
  for (let at = 0; at + wanted.length <= tokens.length; at += 1) {
    const run = tokens.slice(at, at + wanted.length)
    if (!run.every((token, i) => singular(token.lower) === wanted[i]) || !isNamed(run, wanted.length)) continue
    cut.push({ start: run[0]!.start, end: run.at(-1)!.end, by: shaped(to, run, text) })
    at += wanted.length - 1
  }
  return cut.toReversed().reduce((done, { start, end, by }) => done.slice(0, start) + by + done.slice(end), text)
}

/** One word may be a verb: "members order tools". */
const isNamed = (run: readonly Token[], length: number) => length > 1 || !/^(?:VERB|AUX|ADV|ADP)$/.test(run[0]!.tag)

function shaped(to: string, run: readonly Token[], text: string): string {
  const last = run.at(-1)!
  const number = singular(last.lower) === last.lower ? to : plural(to)
  const isName = /\p{Lu}.*\p{Lu}/u.test(to.replaceAll(/\s\p{Lu}/gu, ''))
  if (isName) return number
  const first = text.charAt(run[0]!.start)
  const isUpper = first !== first.toLowerCase()
  return isUpper ? number.charAt(0).toUpperCase() + number.slice(1) : number.charAt(0).toLowerCase() + number.slice(1)
}

/** Nouns and verbs take their s alike. */
export function plural(name: string): string {
  if (/(?:s|x|z|ch|sh)$/i.test(name)) return `${name}es`
  return /[^aeiou]y$/i.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}
