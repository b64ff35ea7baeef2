// The few meanings an ask is made of, each with the words that have it; and patterns written in those meanings.
import { areSynonyms } from '../../../lib/english/lexicon.ts'

const verbs: Readonly<Record<string, string>> = {
  remove:
    'remove delete drop strike omit cut scrap discard eliminate erase ditch strip scratch axe kill bin chuck dump toss retire abolish purge skip pull excise lose exclude',
  rename: 'rename relabel retitle rebrand change replace substitute',
  call: 'call name label title dub term entitle designate christen',
  say: 'say use write prefer read speak talk call go choose adopt put take',
  merge: 'merge combine join unify fold consolidate collapse unite absorb fuse blend integrate amalgamate lump roll',
  add: 'add include introduce insert append give',
  keep: 'store keep record track hold save note capture log collect register remember know see have get show enter document ask',
  lack: 'miss lack need want forget overlook expect require await desire',
  carry: 'have carry contain hold include bear get receive state show come',
  move: 'move shift transfer relocate migrate put place bring attach',
  sit: 'belong sit live go hang fit be stand appear reside',
  type: 'make turn change convert switch set store keep treat model save retype use define handle declare record hold express represent transform',
  hold: 'be become hold take accept contain store',
  mark: 'make mark let set declare flag keep consider leave',
  give: 'give assign reassign hand transfer delegate entrust pass leave move allot allocate',
  demand: 'require demand force oblige compel request insist',
  fill: 'fill give enter provide supply specify complete state indicate',
  vanish: 'go disappear vanish leave',
  extend: 'extend enrich equip supplement complete complement augment',
}

/** Words of one meaning that are no verbs. */
const words: Readonly<Record<string, string>> = {
  needless:
    'superfluous redundant unnecessary obsolete pointless unneeded useless irrelevant needless dispensable expendable outdated unused relic leftover overkill clutter ballast surplus gone',
  use: 'need reason use sense point purpose place business justification benefit value room call',
  word: 'word wording term name label title heading designation expression denomination',
  poor: 'bad wrong odd poor misleading confusing strange awkward ugly silly unclear ambiguous clumsy technical long short old-fashioned vague',
  right: 'right better correct proper good usual best official appropriate',
  yes: 'required mandatory compulsory obligatory must-have',
  no: 'optional voluntary',
  empty: 'empty blank missing open out',
  duty: 'job task work duty responsibility business matter affair',
  one: 'one same single',
}

const lemmasOf = (sense: string): string[] => (verbs[sense] ?? words[sense] ?? sense).split(' ')

export const means = (lemma: string, sense: string) => lemmasOf(sense).includes(lemma) || areSynonyms(sense, lemma)

/** Whether a verb asks for some edit. */
export const isEditVerb = (lemma: string) => ['remove', 'rename', 'merge', 'add', 'move'].some((sense) => means(lemma, sense))

const mention = (kinds: string) => `@${kinds === 'o' ? '' : '(?!eo#)'}[a-z]*[${kinds}][a-z]*#\\d+ `
const slots: Readonly<Record<string, string>> = {
  T: mention('aerfc'),
  A: mention('a'),
  E: mention('e'),
  G: '@[a-z]*[er][a-z]*#\\d+ ',
  U: mention('aerfcsgi'),
  R: mention('r'),
  S: mention('s'),
  F: mention('f'),
  C: mention('c'),
  Y: mention('y'),
  O: mention('o'),
  Q: '(?:"|@[a-z]*q)#\\d+ ',
  W: '(?:[^ #@",;:]+\\.[njp]#\\d+ ){0,2}[^ #@",;:]+\\.[np]#\\d+ ',
  N: String.raw`(?:(?:@[a-z]+|"|[^ #@",;:]+\.[njpgdbu])#\d+ )(?:(?:@[a-z]+|"|[^ #@",;:]+\.[njpgdbua])#\d+ ){0,5}(?:(?:of\.a#\d+ (?:@r|[^ #@",;:]+\.n)|in\.a#\d+ [^ #@",;:]+\.n)#\d+ )?`,
}

/**
 * A pattern as an expression over the plain form. "%remove" is a verb of that meaning as said of oneself, "%remove.d" as said of the thing,
 * "%word" a word; capitals are slots, with "s" behind one or several; "~" is up to three words that name nothing; "WISH" is where a wish may begin.
 */
export function patternOf(text: string): RegExp {
  const count: Record<string, number> = {}
  const source = text.split(' ').map((element) => {
    const optional = element.endsWith('?') ? '?' : ''
    const bare = optional ? element.slice(0, -1) : element
    if (bare === 'WISH') return wish
    if (bare === 'START') return '(?<=^|[,;:]#\\d+ |\\b(?:and|so|but|then)\\.\\w#\\d+ )'
    if (bare === 'END') return '(?=$|[,;:.]#|(?:and|so|but|because|since|as|which|therefore|for|to|at|in|by|from|with)\\.\\w#)'
    if (bare === 'X') return '(?<X>.+)$'
    if (bare === 'Z') return '(?<Z1>(?:[^ ]+ )+?)'
    if (bare === 'STOP') return '(?=$|[,;:]#)'
    if (bare === '~') return '(?:(?!not\\.|must\\.|may\\.)[^@", ;:#]+#\\d+ ){0,3}?'
    const [, slot, many] = /^([A-Z])(s?)\d?$/.exec(bare) ?? []
    if (slot && slots[slot]) {
      const n = (count[slot] = (count[slot] ?? 0) + 1)
      const one = slots[slot]
      if (slot === 'N' && many) return `(?<N${n}>${one}(?:(?:(?:,|and\\.\\w)#\\d+ )+${one})*)${optional}`
      return `(?<${slot}${n}>${many ? `${one}(?:(?:(?:,|and\\.\\w)#\\d+ )+(?:both\\.\\w#\\d+ )?(?!@[a-z]*p#)${one})*` : one})${optional}`
    }
    return `(?:${bare
      .split('|')
      .map((each) => {
        const [, sense, form] = /^%(\w+?)(?:\.(\w))?$/.exec(each) ?? []
        if (sense) return `(?:${lemmasOf(sense).join('|')})\\.${verbs[sense] ? (form ?? '[bn]') : '\\w'}#\\d+ `
        const [, lemma, as] = /^(\w+)\.(\w)$/.exec(each) ?? []
        return /^[,;:]$/.test(each) ? `${each}#\\d+ ` : `${lemma ?? each}\\.${as ?? '\\w'}#\\d+ `
      })
      .join('|')})${optional}`
  })
  return new RegExp(`(?<![^ ])${source.join('')}`, 'g')
}

/** At the start, behind a comma, behind "we should", "I'd like to", "the design ought to". */
const wish = String.raw`(?<=(?:^|[,;:]#\d+ |\b(?:and|so|but|then|therefore|thus|hence)\.\w#\d+ |\b(?:i|we|you|one|design|model|text|draft|document)\.\w#\d+ (?:must|may)\.\w#\d+ |\blet\.\w#\d+ us\.\w#\d+ |\b(?:like|want|wish|ask|suggest|propose|prefer|recommend|better|good|best|time|must|may|desirable|help|helpful|possible)\.\w#\d+ (?:you\.\w#\d+ )?to\.\w#\d+ |\b(?:suggest|propose|recommend|ask|request)\.\w#\d+ that\.\w#\d+ (?:you|we)\.\w#\d+ )(?:better\.\w#\d+ )?)`
