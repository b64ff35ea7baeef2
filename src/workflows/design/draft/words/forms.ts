// Forms of English words: singular and plural, base and third person, and the two spellings names are written in.
import nlp from 'compromise'

interface Transforms {
  noun: { toSingular(word: string, model: object): string; toPlural(word: string, model: object): string }
  verb: {
    toInfinitive(word: string, model: object, tense: string): string
    conjugate(word: string, model: object): { PresentTense?: string; PastTense?: string; Gerund?: string; Participle?: string }
  }
}

const transforms = (nlp.methods() as { two: { transform: Transforms } }).two.transform
const model = nlp.model()

const unchanging = new Set(
  'status news series species analysis basis bus canvas campus bonus virus census focus lens gas class address business process access progress success pass loss boss glass dress mess kiss press less stress wellness illness fitness witness data metadata media staff personnel equipment software hardware feedback information content inventory stock menu sms gps css dns aws https sales always this its his'.split(
    ' ',
  ),
)

/** The singular of a noun's last word: "delivery addresses" → "delivery address". */
export function singular(phrase: string): string {
  const at = phrase.lastIndexOf(' ') + 1
  const word = phrase.slice(at)
  if (/^(?:skus|menus|gurus|cpus|gpus|haikus|taxis|skis|bikinis)$/i.test(word)) return phrase.slice(0, -1)
  if (
    word.length < 3 ||
    unchanging.has(word.toLowerCase()) ||
    !/s$|men$|people$|children$|criteria$|mice$|feet$/i.test(word) ||
    /(?:ss|us|is)$/i.test(word)
  )
    return phrase
  if (/^[A-Z]{2,}s$/.test(word)) return phrase.slice(0, at) + word.slice(0, -1)
  return phrase.slice(0, at) + (transforms.noun.toSingular(word, model) || word)
}

export function plural(phrase: string): string {
  const at = phrase.lastIndexOf(' ') + 1
  const word = phrase.slice(at)
  if (unchanging.has(word.toLowerCase()) && !/(?:ss|us|class|address)$/.test(word)) return phrase
  return phrase.slice(0, at) + (transforms.noun.toPlural(word, model) || word)
}

export function looksPlural(word: string): boolean {
  return singular(word) !== word || /^(?:staff|people|personnel|children|men|women|media|data|police|team)$/i.test(word)
}

const participles: Readonly<Record<string, string>> = {
  shown: 'show',
  given: 'give',
  taken: 'take',
  written: 'write',
  chosen: 'choose',
  seen: 'see',
  done: 'do',
  known: 'know',
  drawn: 'draw',
  driven: 'drive',
  withdrawn: 'withdraw',
  hidden: 'hide',
  broken: 'break',
  spoken: 'speak',
  forgotten: 'forget',
  overridden: 'override',
  undone: 'undo',
  begun: 'begin',
  left: 'leave',
  found: 'find',
  built: 'build',
  met: 'meet',
  split: 'split',
  reset: 'reset',
  set: 'set',
  put: 'put',
  read: 'read',
  thrown: 'throw',
  worn: 'wear',
  torn: 'tear',
  grown: 'grow',
  flown: 'fly',
  blown: 'blow',
  frozen: 'freeze',
  stolen: 'steal',
  woken: 'wake',
  eaten: 'eat',
  fallen: 'fall',
  bitten: 'bite',
  lent: 'lend',
  spent: 'spend',
  told: 'tell',
  sold: 'sell',
  held: 'hold',
  kept: 'keep',
  paid: 'pay',
  sent: 'send',
  lost: 'lose',
  won: 'win',
  made: 'make',
  brought: 'bring',
  bought: 'buy',
  caught: 'catch',
  taught: 'teach',
  fed: 'feed',
  hung: 'hang',
  lit: 'light',
  cut: 'cut',
}

export function baseVerb(word: string, form: string): string {
  if (form === 'base' || form === '') return word
  if (form === 'past' && Object.hasOwn(participles, word)) return participles[word] ?? word
  const tense = form === 'past' ? 'PastTense' : form === 'gerund' ? 'Gerund' : 'PresentTense'
  return transforms.verb.toInfinitive(word, model, tense) || word
}

/** "carry" → "carries"; the head of a compound ("log in") takes the ending. */
export function thirdPerson(base: string): string {
  if (base === 'be') return 'is'
  if (base === 'have') return 'has'
  const prefix = /^(?:pre|re|un|co|de|auto|over|out|mis)-/.exec(base)?.[0] ?? '' // "pre-register" → "pre-registers"
  if (prefix !== '') return prefix + thirdPerson(base.slice(prefix.length))
  const compound = /^([\p{L}]+-)((?!in$|out$|up$|on$|off$|down$)[\p{L}]+)$/u.exec(base) // "soft-delete" → "soft-deletes", "check-in" → "checks-in"
  if (compound) return (compound[1] ?? '') + thirdPerson(compound[2] ?? '')
  const dash = base.search(/[ -]/)
  if (dash > 0) return thirdPerson(base.slice(0, dash)) + base.slice(dash)
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return `${base}s`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** At most so many characters, cut between words and never inside one character. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : (text.slice(0, most).replace(/\s+\S*$/, '') || text.slice(0, most)).toWellFormed()
}

/** Lower-case words joined by hyphens, for ids; never empty. */
export function slug(text: string, fallback: string): string {
  const words = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words.slice(0, 60).replace(/-+$/, '') || fallback
}
