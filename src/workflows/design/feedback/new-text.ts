// What a new step says, as it was asked for: quoted, or a clause in which somebody known does something.
import { isVerb } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import type { Names } from './names.ts'
import { plural } from './nouns.ts'

const before =
  /^(?:[\s,:–-]|please|also|first|then|and|there|'s|is|a|an|the|another|one more|new|extra|step|should|must|has to|have to|needs to|be|i|we|want|need|miss|missing|add|insert|include|put|in “[^”]*”|where|in which|saying|that says|that(?= ))+(?=\s|“|:)/i

/** Who a text begins with, one or several: "The warden ", "Volunteers ". */
export function doerOf(names: Names, text: string): string | null {
  const actors = ['System', ...names.all.flatMap(({ kind, name }) => (kind === 'actor' ? [name] : []))]
  // "the driver" is the delivery driver
  const heads = actors.flatMap((name) =>
    names.find(name.split(' ').at(-1)!).some((thing) => thing.name === name) ? [name.split(' ').at(-1)!] : [],
  )
  for (const name of [...actors, ...heads]) {
    const found = new RegExp(`^(?:the |an? |our )?(?:${name}|${plural(name)}) `, 'i').exec(text)
    if (found) return found[0]
  }
  return null
}

/** "have the warden test the key": the warden tests it. */
function done(names: Names, said: string): string | null {
  const who = doerOf(names, said)
  const [verb = '', ...more] = said.slice(who?.length).split(' ')
  return who && isVerb(verb) ? `${who}${[plural(verb), ...more].join(' ')}` : null
}

/** What a step is to say: quoted, with who does it, or a clause in which something is done and nothing else asked for. */
export function newText(names: Names, said: string): string | null {
  const [, deed, who] = /“([^”]+)”(?:,? (?:for|by) (?:the |an? )?(\p{L}[\p{L} -]*?))?[.\s]*$/u.exec(said) ?? []
  const [actor] = who === undefined ? [] : names.find(who).filter(({ kind }) => kind === 'actor')
  if (who !== undefined && !actor) return null
  const quoted = actor ? `${actor.name} ${deed}` : deed
  const bare = said
    .replace(/[\s,–-]*(?:please )?(?:add|include|insert|put) (?:that|this|it)(?: step)?(?: in)?[.!]*$/i, '')
    .replace(/\s*[,;–-]\s*(?:that|this|the|a)?(?: ?step| one| it)?(?: is|['’]s) missing\b.*$/i, '')
    .replace(/,?\s+(?:because|since|as (?:the|our|we|they|it|there|most|many))\b.*$/i, '')
    .replace(/,? (?:and|so) (?:i|we)(?: would| want| need| think| propose| suggest|['’]d)\b.*$/i, '')
    .replace(/,? (?:afterwards|at the end|as well|too)[.\s]*$/i, '')
    .replace(/[\s,;:.]+(?:(?:right|directly|immediately)[\s,]*)?$/i, '')
  const text =
    quoted ??
    bare
      .replace(/^[\s,:]+/, '')
      .replace(before, (lead) => (/(?:\bthe|\ba|\ban)\s*$/i.test(lead.trim()) ? (/(?:the|a|an)\s*$/i.exec(lead.trim())?.[0] ?? '') : ''))
      .replace(/\b(?:also|first)\s+(?=\p{L})/iu, '')
      .replace(/(?<=\p{L}(?<!s) )(?:should|must) (\p{Ll}+)/u, (_, base: string) => plural(base))
      .trim()
      .replace(/^(?:have|let|make) (.+)$/i, (whole, rest: string) => done(names, rest) ?? whole)
  const doer = doerOf(names, text)
  const tokens = readTokens(text)
  const isClause =
    quoted !== undefined ||
    (!doubtful.test(text) &&
      tokens.some(
        ({ tag, lower, lemma }) => tag === 'VERB' || tag === 'AUX' || (doer && isVerb(lemma.replace(/s$/, '')) && lower !== lemma),
      ))
  const isKnown = quoted !== undefined || doer !== null || phraseAt(tokens, 0) === null
  return !isClause || !isKnown || text === '' || text.length > 400 ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

const doubtful =
  /[;“”]|(?<!\p{L})['‘]|['’](?!\p{L})|^(?:between|after|before|in|into|to|of|at|once|when|during)\b|\b(?:if|unless|maybe|perhaps|might|entity|attribute|field|actor|flow|rename|remove|delete|merge|add|insert)\b/iu
