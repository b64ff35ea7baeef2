// What a sentence asks for in plain order: without greetings and softening words, a question that asks for a change as the wish it is.
import { readTokens } from '../../../lib/english/read.ts'

/** A question that asks for something to be done: "could you …?", "would you mind …ing?", "would it be too much to …?", "how about …ing?" */
const asks =
  /(?<=^|[,;:.–—-]\s*|\b(?:so|and|then|but|also|hi|hey|hello|ok|okay|please)\s+)(?:(?:can|could|would|will|might|may)(?:n['’]t)? (?:you|we|i|one)(?: \w+ly| please| just| also| maybe| perhaps)?(?: mind| like to| be able to)?|(?:how|what) about|why (?:not|don['’]t (?:we|you))|(?:is|would|might|could) (?:it|there)(?: \w+){0,5}? (?:to|if (?:you|we) (?:\w+ly )?(?:can|could|were to)?)|any chance (?:we|you) (?:can|could)|any chance of)\s+(?!do (?:that|it|so)\b)/i
/** What only softens or counts a request. */
const preamble =
  /^(?:(?:first|second|third|last|final)(?:ly)?\s*[,:]\s*|(?:please|pls|kindly|wrong order|hm+|oh|also|ok(?:ay)?|hi|hey|hello|one more thing|one thing|minor|nit|small thing|on second thoughts?|thinking about it|to be honest|in my opinion|in addition|while you(?:['’]re| are) at it|i(?: do)? think|i believe|i(?: would|['’]d) say|make sure(?: to| you| that)?|and|so|well|then|yeah|right|you (?:can|may|could|might as well|should|need to|have to)|feel free to|it would be (?:good|better|nice|great|best) to|(?:it['’]?s|it is) better to|i(?: would|['’]d) suggest(?: to)?)\s*[,:]?\s+)/i
/** Everywhere and from now on: so does every edit. */
const scope =
  /[\s,]*\b(?:from \w+ on|everywhere|any ?more|any longer|throughout(?: the (?:whole )?\w+)?|in the (?:whole|entire) (?:document|design|text)|across the (?:board|design|document)|these days|while you(?:['’]re| are) at it|by law|(?:for|in) (?:me|us|our (?:house|team|office|company))|with us|on second thoughts?|(?:just )?(?:as|like) \S+(?: \S+)? (?:do|does|is|are|has|have)(?=[,.!;]|$))(?=[\s,.!;]|$)/gi

/** What is said in a roundabout way, and the plain way. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/^(?:\p{Lu}{1,5}-\d+: |(?:in|at|ad|re) \d+\.[\d.]*[,:]? )/iu, ''],
  [/\b(I)['’]m\b/gi, '$1 am'],
  [/\b(we|they|you)['’]re\b/gi, '$1 are'],
  [/\b(we|they|you|I)['’]ve\b/gi, '$1 have'],
  [/\b(?:is|are)(?:n['’]t| not) (?:in )?there(?: yet| at all)?\b/gi, 'is missing'],
  [/\bs\/([^/]+)\/([^/]+)\/?/, 'rename “$1” to “$2”'],
  // Behind a whole clause an arrow only says what follows.
  [/^((?:.*[,;:] )?(?!so )[^,;:]*\b(?:is|are|was|has|have|['’]ve)\b[^,;:]*?)\s*(?:-+>|=+>|→)\s*/i, '$1, so '],
  // … and before one it only says what of.
  [
    /\s*(?:-+>|=+>|→)\s*(?=(?:please )?(?:put|move|make|drop|remove|delete|add|merge|rename|call|give|keep|should|must)\b|[\p{L} ]+ (?:does|do|handles) (?:that|this|it)\b)/iu,
    ': ',
  ],
  [/\s*(?:-+>|=+>|→)\s*/g, ' becomes '],
  [
    /^where(?:ver)? (?:it|the design|the text) (?:now )?(?:says|reads) (["“'‘].+?["”'’]),? (?:i['’]d rather (?:read|see|have)|it should (?:say|read)|please (?:write|put)|write|put) /i,
    '$1 should read ',
  ],
  [/^(?:in|from) (?:real life|reality|practice|experience),? /i, ''],
  // "X is overkill and can be dropped, same for Y"
  [
    /^(.+?)(?: (?:is|are) [^,]+? and)? ((?:can|should|must) (?:be \p{L}+|go)),? (?:and )?(?:the )?same (?:goes )?(?:for|with) (.+?)([.!]*)$/iu,
    '$1 $2, $3 $2$4',
  ],
  [/\bfor (["“].+?["”]),? (?:read|substitute|put|write|use) (["“].+?["”])/i, 'rename $1 to $2'],
  [/\bin front of\b/gi, 'before'],
  [/,? (?:so )?(?:please )?add (?:it|that|one)(?: as an? (?:field|attribute))?(?=[.!]*$)/i, ''],
  [/\b(?:is|are) to be (?=\p{L}+(?:ed|en|wn|ut|un|ld)\b)/gu, 'should be '],
  [/^(?:the )?responsibility for (.+?) (?:lies|rests|is) with (.+?)(?:,? and)? (?:no longer|not) with /i, '$1 is the job of $2, not of '],
  [/\b(?:sits|fits|is) better (with|on|in) (.+?) than (?:with|on|in) /i, 'belongs $1 $2, not '],
  [/^(?:you|we|they) (?:forgot|missed|left out|overlooked) (?=the |an? |its )(?!an? step|the step|one step)/i, 'add '],
  [/^\+\s*([\p{L} ]+?): (.+)$/u, 'add $2 to $1'],
  [/^\+\s*/, 'add '],
  [/,?\s*\b(?:(?:which|that|this)(?: is|['’]s) why|hence|therefore|thus)\b/gi, ', so'],
  [/\s=\s/g, ' becomes '],
  [/(?<=\p{L}) ?\+ ?(?=\p{L})/gu, ' and '],
  [/\bs\/b\b/gi, 'should be'],
  [/\b(?:i|we)(?: would|['’]d)?(?: \w+ly)? (?:ask|suggest|propose|wish|recommend|request|think|believe|feel) that\s+/gi, ''],
  [/\b(?:that|this) one\b/gi, 'it'],
  [/\byes or no\b/gi, 'yes/no'],
  [/\bchoice of (?:\d+|two|three|four|five|six)(?: fixed)? (?:values|options)\b/gi, 'choice'],
  [/\bright now\b/gi, 'now'],
  [/(\p{L}) ?\/ ?(?=\p{L})(?!no\b|false\b)/giu, '$1 / '],
  [/\b(do|does|is|are|should|would|could|must|wo|was|has|have|need)nt\b/gi, "$1n't"],
  [/\bcant\b/gi, "can't"],
  [/\b(that|it|there|what)s\b(?<!\bits)(?! own)/gi, "$1's"],
  [/\bneed(?:n['’]t| not) (?=be\b)/gi, 'does not have to '],
  [/^i (?:do not|don['’]t) (?:think|believe|see why) (?:that )?(?:we|you) (?:should|need to|have to|must|want to) /i, 'we do not need to '],
  [/^i (?:do not|don['’]t) (?:think|believe|see why) (?:that )?we /i, 'we do not '],
  [/^(?:you|we|they) (?:forgot|missed|left out|overlooked) (?:a|one|the) step[:,]? /i, 'there is a step missing: '],
  [/\b(say|use|write|put) (.+?) (?:where(?:ver)?|when(?:ever)?) (?:you|it|we) (?:now )?(?:says?|uses?|writes?) /i, '$1 $2 instead of '],
  [/^everything (?:about|on|with|that says) (.+?) should (?:say|read|be(?: called)?) /i, '$1 should be called '],
  // "The clerk shouldn't refund the deposit, the manager should"
  [
    /^((?:the |our )?[\p{L} ]+?) (?:do|does|should|must|shall|will|can)(?:n['’]t| not) ([^,;]+?)(?:,| but| –| —| -|;)(?: but)? ((?:the |our )?[\p{L} ]+?) (?:do|does|should|must|shall|will|can)(?: (?:it|that|this|so))?[.!]*$/iu,
    '$3 should $2, not $1',
  ],
  [/^((?:the )?[\p{L} ]+?) (?:does|do) the (\p{L}+ing)\b/iu, '$2 is the job of $1'],
]

/** Null for a question that asks for no change. "Could X be called Y?" asks for it, "Should X be called Y?" asks whether. */
export function plainAsk(sentence: string): string | null {
  let text = plainer.reduce((said, [pattern, by]) => said.replace(pattern, by), sentence.trim())
  const ask = /\?[\s?!]*$/.test(text) ? [...text.matchAll(new RegExp(asks, 'gi'))].at(-1) : asks.exec(text)
  if (ask && (ask.index === 0 || text.endsWith('?'))) {
    const body = text.slice(ask.index + ask[0].length).replace(/\s*\?+$/, '')
    const [first] = readTokens(body)
    const isDoing = first && /ing$/.test(first.lower) && /mind|about/i.test(ask[0])
    text = `${text.slice(0, ask.index)}${isDoing ? `${first.lemma}${body.slice(first.text.length)}` : body}`
  }
  text = asWish(
    text.replace(/,? (?:is|are|does|do|would|should|can)n['’]t (?:it|they|that|he|she)\s*\?+$|,? (?:right|ok|okay|no)\s*\?+$/i, ''),
  )
  if (/\?\s*$/.test(text)) return null
  text = text.replaceAll(scope, '').replace(/^[\s,]+/, '')
  for (let before = ''; before !== text;) [before, text] = [text, text.replace(preamble, '')]
  return text.replace(/[\s,]*(?:\b(?:please|pls|thanks|thank you|cheers|if possible|lol))?[\s.!]*$/i, '')
}

/** "Could X be called Y?" is "X should be called Y". */
function asWish(text: string): string {
  const [whole, lead = '', modal = '', rest = ''] =
    /^(.*?(?:[,;:]\s*|\bso\s+)|)(can|could|might|may|(?:should|could|ca)n['’]t)\s+([^?]+?)(?:,?\s*(?:please|pls))?\s*\?+$/i.exec(text) ?? []
  const words = whole === undefined ? [] : readTokens(rest)
  const verb = words.findIndex(({ tag, lower, lemma }, at) => at > 0 && /^(?:VERB|AUX)$/.test(tag) && lower === lemma)
  if (verb < 0 || modal === '' || words[0]!.tag === 'PRON') return text
  return `${lead}${rest.slice(0, words[verb]!.start)}should ${rest.slice(words[verb]!.start)}`
}

/** What is asked for behind "I would be grateful if", "my colleagues and I feel that": words of whoever speaks, which name no part of the design. */
export function withoutLeads(text: string, namesPart: (text: string) => boolean): string[] {
  const words = readTokens(text)
  const found: string[] = []
  for (const [at, { lower, end }] of words.entries()) {
    const lead = text.slice(0, words[at]!.start)
    if (!/^(?:that|if|whether|to)$/.test(lower) || at < 2 || at > 14 || namesPart(lead)) continue
    const core = text.slice(end).trim()
    const isOurs =
      /\b(?:i|we|it (?:would|is|might|makes?))\b/i.test(lead) &&
      !/n['’]t\b|\b(?:not|no|never|doubt\w*|was|were told|heard|said|says|if|unless|when|until|once|while)\b/i.test(lead)
    const isOpen = lower === 'if' || lower === 'whether'
    if (isOurs && (!isOpen || (/\b(?:can|could|would|might|you|we)\b/i.test(core) && !/\bshould\b/i.test(core))))
      found.push(
        lower === 'to'
          ? core
          : core.replace(/^(?:you|we) (?:can|could|would)\s+/i, '').replace(/\b(?:might|could|would)(?: not)?\b/i, 'should'),
      )
  }
  return found.slice(0, 2)
}
