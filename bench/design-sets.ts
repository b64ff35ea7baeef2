// Measures outline, comparison, critic and feedback on sets kept aside: node bench/design-sets.ts <folder> [--tell], where --tell also prints what went wrong.
// Form: texts/*.md with *.key.json, pairs.json, feedback.json, defects.json; their types are below.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '../src/lib/english/compare.ts'
import { isActor } from '../src/lib/english/roles.ts'
import { readStatements } from '../src/lib/english/statement.ts'
import { stemOf } from '../src/lib/english/match.ts'
import { critique } from '../src/workflows/design/critic/critic.ts'
import { editText } from '../src/workflows/design/feedback/edit.ts'
import { hear } from '../src/workflows/design/feedback/hear.ts'
import { doersOf, type Intent, type SourceRef } from '../src/workflows/design/intent.ts'
import { ledgerOf } from '../src/workflows/design/outline/ledger.ts'
import { outlineIntent, sourceLines } from '../src/workflows/design/outline/outline.ts'

interface Key {
  asks: string[]
  actors: string[]
  entities: { name: string; attributes: string[] }[]
  relations: [string, string][]
  steps: { text: string; actor: string }[]
}
interface Pair {
  source: string
  other: string
  label: string
}
interface Feedback {
  text: string
  sentences: { say: string; want: 'edit' | 'requirement' | 'none'; edit: string | null }[]
}
interface Planted {
  text: string
  kind?: string
  original: string
  defect?: string
  harmless?: string
}

const [folder = '.', tell] = process.argv.slice(2)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const json = <T>(name: string): T => JSON.parse(read(name)) as T

const cases: Record<string, { name: string; right: boolean }[]> = {}
const note = (what: string, name: string, right: boolean) => (cases[what] ??= []).push({ name, right })

function outline(name: string, text: string, intent: Intent, key: Key) {
  const rows = ledgerOf(sourceLines(text), intent)
  const listed = new Set(rows.flatMap(({ lines }) => lines))
  for (const [i, line] of text.split('\n').entries())
    if (line.trim() !== '') note('lines in the ledger', `${name}:${i + 1} ${line}`, listed.has(i + 1))
  for (const row of rows) note('statements understood', `${name}:${row.lines[0]} ${row.text}`, row.became !== 'not understood')
  for (const item of itemsOf(intent)) {
    const whole = [...new Set(item.refs.map((ref) => statementOf(intent, ref)))].join(' ')
    note('items not turned', `${name} ${item.text} <- ${whole}`, cues(item.text) === cues(whole))
  }
  const used = rows.filter(({ became, as }) => became === 'used' && as.some((each) => /^(?:goal|step|flow|interaction|entity)/.test(each)))
  for (const ask of key.asks) {
    const wanted = stems(ask)
    const shares = used.map((row) => [...wanted].filter((stem) => stems(row.text).has(stem)).length / wanted.size)
    note('key asks covered (half of their words in one statement used)', `${name} ${ask}`, Math.max(0, ...shares) >= 0.5)
  }
  const findings = critique(intent).findings.filter(({ hard }) => hard)
  note(
    'outlines without a hard finding',
    `${name} ${findings.map(({ ruleId, pointer, evidence }) => `${ruleId} ${pointer} ${evidence}`).join('; ')}`,
    findings.length === 0,
  )
  const has = (list: readonly string[], one: string) => list.some((each) => single(each) === single(one))
  const actors = [...new Set([...(intent.actors ?? []).map((each) => each.name), ...intent.userFlows.flatMap(doersOf)])].filter(
    (each) => each !== 'System',
  )
  const headings = text.split('\n').flatMap((line) => /^(?:#+ |\*\*)(.*?)(?:\*\*)?:?$/.exec(line)?.[1] ?? [])
  for (const actor of key.actors) note('actors found', `${name} ${actor}`, has(actors, actor))
  for (const actor of actors) {
    note('actors the key has too', `${name} ${actor}`, has(key.actors, actor))
    note('actors that are no heading', `${name} ${actor}`, has(key.actors, actor) || !has(headings, actor))
  }
  const entities = intent.dataModel.entities.filter(({ assumed }) => !assumed)
  for (const { name: made } of entities)
    note(
      'entities the key has too',
      `${name} ${made}`,
      has(
        key.entities.map((each) => each.name),
        made,
      ),
    )
  for (const entity of key.entities) {
    const own = entities.find((each) => single(each.name) === single(entity.name))
    note('entities found', `${name} ${entity.name}`, own !== undefined)
    const made = (own?.attributes ?? []).filter(({ assumed }) => !assumed).map((each) => each.name)
    for (const field of entity.attributes)
      note('attributes found', `${name} ${entity.name}.${field} [${made.join(', ')}]`, has(made, field))
    for (const field of made) note('attributes the key has too', `${name} ${entity.name}.${field}`, has(entity.attributes, field))
  }
  for (const [from, to] of key.relations) {
    const [one, other] = [from, to].map((each) => intent.dataModel.entities.find((entity) => single(entity.name) === single(each)))
    const isJoined = [
      [one, to],
      [other, from],
    ].some(([own, far]) => typeof own === 'object' && own.relationships.some((each) => single(each.to) === single(far as string)))
    note('relations found', `${name} ${from} ${to}`, isJoined)
  }
  for (const { text: said, actor } of key.steps) {
    const found = stepSaying(intent, said)
    note('steps found', `${name} ${actor}: ${said}`, found !== undefined)
    if (!found) continue
    const isRight = has(key.actors, actor) ? single(found.actor) === single(actor) : found.actor === 'System'
    note('of those with their actor', `${name} ${actor}: ${said} [${found.actor}]`, isRight)
  }
}

/** The source as the only statement, the other as a claim that names it. */
function pairs(all: readonly Pair[]) {
  for (const { source, other, label } of all) {
    const text = readStatements(source)
    const roles = new Set(text.flatMap(({ acts }) => acts.flatMap(({ subjects }) => subjects)).filter(isActor))
    const found = readStatements(other).flatMap((statement) => compare(statement, text, { roles, known: new Set(), text }))
    const name = `${source} => ${other} [${found.map(({ kind, certain }) => `${kind}${certain ? '!' : ''}`).join(' ')}]`
    const isHard = found.some(({ certain }) => certain)
    note(`pairs, ${label}, ${label === 'same' ? 'without a hard alarm' : 'found as hard'}`, name, isHard === (label !== 'same'))
    note(`pairs, ${label}, ${label === 'same' ? 'without any finding' : 'found at all'}`, name, found.length > 0 === (label !== 'same'))
  }
}

/** Said in place of what the outline made of the original: a defect must lower the score with a new finding there, a harmless change must lower nothing. */
function defects(all: { defects: Planted[]; harmless: Planted[] }) {
  for (const { text, kind, original, defect, harmless } of [...all.defects, ...all.harmless]) {
    const intent = texts.find(({ name }) => name.replace(/\.md$/, '') === text.replace(/\.md$/, ''))?.intent
    const source = intent?.sources.find((each) => plain(each.text).includes(plain(original)))
    const put = defect ?? harmless ?? ''
    const said = kind === 'type' ? null : intent && source && plant(intent, source.id, unmarked(put), unmarked(original))
    const planted = said ?? (intent && plantData(intent, text, original, put))
    const what = defect ? `defects, ${kind}` : 'harmless changes that lower nothing'
    const name = `${text} ${original} => ${defect ?? harmless}`
    if (!intent || !planted) {
      note(defect ? what : 'harmless changes placed', `${name} [no place for it]`, false)
      continue
    }
    const [before, after] = [critique(intent), critique(planted.intent)]
    const [was, is] = [before, after].map(uncapped)
    const keyOf = ({ ruleId, pointer }: { ruleId: string; pointer: string }) => `${ruleId} ${pointer}`
    const fresh = after.findings.filter((each) => !before.findings.some((old) => keyOf(old) === keyOf(each)))
    const told = `${name} [${was} → ${is}; ${fresh.map((each) => `${keyOf(each)}${each.hard ? '!' : ''}`).join(' ')}]`
    if (defect) note(what, told, is! < was! && fresh.some(({ pointer }) => pointer.startsWith(planted.pointer)))
    else note(what, told, is! >= was!)
  }
}

/** The longest of what the design says of a statement says something else; the rest of what it says of it goes. */
function plant(intent: Intent, source: string, text: string, original: string): { intent: Intent; pointer: string } | null {
  const made = structuredClone(intent)
  const bare = original.replace(/[.!]$/, '').toLowerCase()
  const isOf = (refs: readonly SourceRef[] | undefined, said: string) =>
    (refs ?? []).some((ref) => (typeof ref === 'string' ? ref : ref.id) === source) &&
    (plain(original).includes(plain(said)) || said.toLowerCase().includes(bare))
  /** A part of a longer saying is changed inside of it. */
  const changed = (said: string) => {
    const at = said.length > bare.length + 1 ? said.toLowerCase().indexOf(bare) : -1
    return at < 0 ? text : said.slice(0, at) + text.replace(/[.!]$/, '') + said.slice(at + bare.length)
  }
  const places: { pointer: string; said: string; put: () => void }[] = []
  for (const [i, goal] of made.goals.entries())
    if (isOf(made.goalSourceRefs[i], goal))
      places.push({ pointer: `/goals/${i}`, said: goal, put: () => void (made.goals[i] = changed(goal)) })
  for (const [i, { steps }] of made.userFlows.entries())
    for (const [k, step] of steps.entries())
      if (isOf(step.sourceRefs, step.action))
        places.push({
          pointer: `/userFlows/${i}/steps/${k}`,
          said: step.action,
          put: () => Object.assign(step, { action: changed(step.action), sourceRefs: [source] }),
        })
  for (const [i, each] of made.interactions.entries())
    if (isOf(each.sourceRefs, each.response))
      places.push({
        pointer: `/interactions/${i}`,
        said: each.response,
        put: () => Object.assign(each, { response: changed(each.response), sourceRefs: [source] }),
      })
  for (const [i, each] of made.dataModel.entities.entries())
    if (isOf(each.sourceRefs, each.description))
      places.push({
        pointer: `/dataModel/entities/${i}`,
        said: each.description,
        put: () => Object.assign(each, { description: changed(each.description), sourceRefs: [source] }),
      })
  const isDescription = ({ pointer }: { pointer: string }) => pointer.startsWith('/dataModel')
  const [place] = places.sort((a, b) => Number(isDescription(a)) - Number(isDescription(b)) || b.said.length - a.said.length)
  place?.put()
  return place ? { intent: made, pointer: place.pointer } : null
}

/** The data model that the outline makes of the changed text, beside everything it made of the text as it is. */
function plantData(intent: Intent, name: string, original: string, put: string): { intent: Intent; pointer: string } | null {
  const changed = outlined(texts.find((each) => each.name === name)!.text.replace(original, put))
  const isOther = changed && JSON.stringify(changed.dataModel) !== JSON.stringify(intent.dataModel)
  return isOther ? { intent: { ...intent, dataModel: changed.dataModel }, pointer: '/dataModel' } : null
}

/** The outline as made, with its steps and actors shuffled, and with the words of its steps shuffled. */
function disorder() {
  const score = (intent: Intent) => uncapped(critique(intent))
  const rows = texts.flatMap(({ intent }) => (intent ? [[intent, shuffled(intent), salad(intent)].map(score)] : []))
  for (const [i, kind] of ['as made', 'shuffled', 'salad'].entries())
    console.log(`${kind}: ${rows.map((row) => (row[i]! / 100).toFixed(1)).join(' ')}`)
  for (const [i, row] of rows.entries()) note('as made above shuffled above salad', texts[i]!.name, row[0]! > row[1]! && row[1]! > row[2]!)
}

/** Without the cap of hard findings, which would hide what else lowers a score. */
const uncapped = ({ overall, uncapped }: ReturnType<typeof critique>) => uncapped ?? overall

const turned = <T>(list: readonly T[], by: number) => list.map((_, i) => list[(i * 7 + by) % list.length]!)

function shuffled(intent: Intent): Intent {
  const made = structuredClone(intent)
  const steps = made.userFlows.flatMap((flow) => flow.steps)
  const actions = turned(
    steps.map(({ action }) => action),
    Math.ceil(steps.length / 2),
  )
  for (const [i, step] of steps.entries()) step.action = actions[i]!
  const names = turned(
    made.userFlows.map(({ actor }) => actor),
    1,
  )
  for (const [i, flow] of made.userFlows.entries()) flow.actor = names[i]!
  return made
}

function salad(intent: Intent): Intent {
  const made = structuredClone(intent)
  const steps = made.userFlows.flatMap((flow) => flow.steps)
  const words = turned(
    steps.flatMap(({ action }) => action.split(' ')),
    3,
  )
  for (const step of steps) step.action = words.splice(0, step.action.split(' ').length).join(' ')
  return made
}

/** On the design as made, and on the same design with what the key has and it lacks, which tells the reader of sentences from the outline; then on the designs of all other texts. */
function feedback(all: readonly Feedback[]) {
  const sayings = all.flatMap(({ text, sentences }) => sentences.map((each) => ({ text: text.replace(/\.md$/, ''), ...each })))
  const designOf = (text: string) => {
    const made = texts.find(({ name }) => name === `${text}.md`)?.intent
    if (!made) throw new Error(`${text}: no design`)
    return made
  }
  const completed = new Map(
    texts.flatMap(({ name, intent }) =>
      intent ? [[name.replace('.md', ''), completedBy(intent, json<Key>(join('texts', name.replace('.md', '.key.json'))))]] : [],
    ),
  )
  for (const { kind, of } of [
    { kind: 'feedback', of: designOf },
    { kind: 'feedback, completed by the key', of: (text: string) => completed.get(text) ?? designOf(text) },
  ]) {
    const edits: string[] = []
    for (const { text, say, want, edit } of sayings) {
      const heard = hear(say, of(text))
      const name = `${say}\n        wanted: ${edit ?? want}\n        became: ${becameOf(heard)}`
      note(
        `${kind}, ${want}`,
        name,
        heard.length > 0 && heard.every(({ became }) => became === (want === 'none' ? 'not understood' : want)),
      )
      note('sentences reported', name, heard.length > 0)
      if (heard.some(({ became }) => became === 'edit')) edits.push(name)
    }
    console.log(`${kind}, edits made: ${edits.length}${tell ? ', to be read against what was wanted:' : ''}`)
    if (tell) for (const name of edits) console.log(`    ${name}`)
  }
  const strange = sayings.flatMap(({ text, say }) =>
    [...completed].flatMap(([other, design]) => {
      const heard = other === text ? [] : hear(say, design)
      return heard.some(({ became }) => became === 'edit') ? [`${say}\n        ${other}: ${becameOf(heard)}`] : []
    }),
  )
  console.log(`edits made to designs of other texts: ${strange.length} of ${sayings.length * (completed.size - 1)} sentences said`)
  if (tell) for (const name of strange) console.log(`    ${name}`)
}

const becameOf = (heard: ReturnType<typeof hear>) =>
  heard
    .map((each) =>
      each.became === 'edit'
        ? each.edits.map(editText).join('; ')
        : each.became === 'not understood'
          ? `not understood (${each.why})`
          : each.became,
    )
    .join(' | ')

/** With the entities, attributes, actors and steps that the key names and the design does not say. */
function completedBy(intent: Intent, key: Key): Intent {
  const made = structuredClone(intent)
  const isIn = (list: readonly { name: string }[], name: string) => list.some((each) => single(each.name) === single(name))
  for (const { name, attributes } of key.entities) {
    const entities = made.dataModel.entities
    if (!isIn(entities, name)) entities.push({ name, description: name, sourceRefs: [], attributes: [], relationships: [] })
    const own = entities.find((each) => single(each.name) === single(name))!
    const bare = own.attributes.map((each) => ({ name: each.name.replace(/ in \p{L}.*$/u, '') }))
    for (const field of attributes)
      if (!isIn([...own.attributes, ...bare], field)) own.attributes.push({ name: field, type: 'text', required: true })
  }
  made.actors ??= []
  for (const name of key.actors)
    if (!isIn([...made.actors, ...made.userFlows.flatMap(doersOf).map((each) => ({ name: each }))], name))
      made.actors.push({ name, sourceRefs: [] })
  const componentId = made.components[0]?.id ?? 'main'
  for (const [at, { text, actor: said }] of key.steps.entries()) {
    const actor = made.actors.find(({ name }) => single(name) === single(said))?.name ?? said
    if (stepSaying(made, text)) continue
    const name = `${actor} Steps`
    if (!made.userFlows.some((flow) => flow.name === name))
      made.userFlows.push({ id: `key-${single(actor).replaceAll(' ', '-')}`, name, actor, sourceRefs: [], steps: [] })
    const action = actor === 'System' ? `The system ${text}` : `The ${actor.toLowerCase()} ${text}`
    made.userFlows.find((flow) => flow.name === name)!.steps.push({ id: `key-step-${at}`, action, componentId, entityRefs: [] })
  }
  return made
}

/** The step, answer or goal that says a text, whole or with more around it. */
function stepSaying({ userFlows }: Intent, text: string) {
  for (const flow of userFlows)
    for (const step of flow.steps) if (single(step.action).includes(single(text))) return { actor: step.actor ?? flow.actor }
  return undefined
}

function outlined(text: string): Intent | null {
  const made = outlineIntent('feature', text)
  return 'missing' in made ? null : made.intent
}

function itemsOf({ goals, goalSourceRefs, userFlows, interactions }: Intent): { text: string; refs: readonly SourceRef[] }[] {
  return [
    ...goals.map((text, i) => ({ text, refs: goalSourceRefs[i] ?? [] })),
    ...userFlows.flatMap(({ steps }) => steps.map(({ action, sourceRefs = [] }) => ({ text: action, refs: sourceRefs }))),
    ...interactions.map(({ trigger, response, sourceRefs = [] }) => ({
      text: response.endsWith(trigger) ? response : `${trigger}, ${response}`,
      refs: sourceRefs,
    })),
  ]
}

const turning =
  /\b(?:no|not|never|nobody|nothing|none|neither|nor|cannot|without|except|unless|until|only|if|but|before|after|rather|instead|hardly|than)\b|n['’]t\b/gi

/** The words that turn a sentence; an item that has all those of its statement turns nothing. */
const cues = (text: string) =>
  (text.match(turning) ?? [])
    .map((word) => word.toLowerCase())
    .sort()
    .join(' ')

/** The whole statement, without the role and the reason of a story, which are slots of their own. */
function statementOf(intent: Intent, ref: SourceRef): string {
  const text = intent.sources.find(({ id }) => id === (typeof ref === 'string' ? ref : ref.id))?.text ?? ''
  const isStory = /\bas an?\b.*?\b(?:i|we) (?:want|need|would like|can)/is.test(text)
  return isStory && typeof ref !== 'string' ? text.slice(ref.start, ref.end) : text
}

const stems = (text: string) => new Set(readStatements(text).flatMap(({ content }) => content.map(stemOf)))
const unmarked = (text: string) =>
  text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/^(?:\*\*[^*]+\*\*:?|(?:\d+\.)+\d*|[A-Z]+-\d+:?)\s*/, '')
    .replaceAll(/[*_`]/g, '')
const plain = (text: string) =>
  unmarked(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const single = (text: string) =>
  plain(text.replaceAll('_', ' ').replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' '))
    .replace(/^(?:the|an?) /, '')
    .replaceAll(/ies\b/g, 'y')
    .replaceAll(/([^s])s\b/g, '$1')

const texts = readdirSync(join(folder, 'texts'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: read(join('texts', name)), intent: outlined(read(join('texts', name))) }))

for (const { name, text, intent } of texts) {
  note('texts with a design', name, intent !== null)
  if (intent) outline(name, text, intent, json<Key>(join('texts', name.replace('.md', '.key.json'))))
}
if (existsSync(join(folder, 'pairs.json'))) pairs(json('pairs.json'))
if (existsSync(join(folder, 'defects.json'))) defects(json('defects.json'))
disorder()
if (existsSync(join(folder, 'feedback.json'))) feedback(json('feedback.json'))

for (const [what, own] of Object.entries(cases)) {
  const wrong = own.filter(({ right }) => !right)
  console.log(`${what}: ${own.length - wrong.length} of ${own.length}`)
  if (tell) for (const { name } of wrong) console.log(`    ${name}`)
}
