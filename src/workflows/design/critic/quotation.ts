// Whether a claim is put together from what its statements say, word for word, with nothing that turns them left out.
import type { Claim, Reading } from './reading.ts'

/** The condition of an answer may stand in its trigger. */
export function isQuotation(claim: Claim, { intent, claims }: Reading): boolean {
  const sources = claim.sources.map((i) => plain(intent.sources[i]!.text))
  const beside = claims.filter((other) => other !== claim && placeOf(other) === placeOf(claim)).map(({ text }) => plain(text))
  let rest = ` ${plain(claim.text)} `
  for (const source of sources.toSorted((a, b) => b.length - a.length)) if (source !== '') rest = rest.replace(` ${source} `, '  ')
  const left = rest.trim()
  if (left === '') return true
  return sources.some((source) => {
    const at = ` ${source} `.indexOf(` ${left} `)
    const cut = [source.slice(0, at), source.slice(at + left.length)].map((each) => each.trim())
    return at >= 0 && cut.every((part) => !turning.test(` ${part} `) || beside.some((other) => ` ${other} `.includes(` ${part} `)))
  })
}

/** Trigger and response of one interaction stand in one place. */
const placeOf = ({ at }: Claim) => at.replace(/\/(?:trigger|response)$/, '')

const turning = / (?:not|n t|no|never|nobody|none|neither|nor|without|unless|except|only|cannot|until|fails?|prevents?|but|if|when) /

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%€$£]+/gu, ' ')
    .trim()
