// Measures outline, comparison and feedback on sets kept aside: node bench/design-sets.ts <folder> [--tell], where --tell also prints what went wrong.
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

const [folder = '.', tell] = process.argv.slice(2)
const at = (name: string) => join(folder, name)
const json = <T>(name: string): T => JSON.parse(readFileSync(at(name), 'utf8')) as T

function main() {
  if (existsSync(at('pairs.json'))) pairs(json('pairs.json'))
  if (existsSync(at('negations.json'))) negations(json('negations.json'))
  if (existsSync(at('texts'))) texts(readdirSync(at('texts')).filter((name) => name.endsWith('.key.json')))
  if (existsSync(at('keys'))) analyst(readdirSync(at('keys')))
  const feedbacks = readdirSync(folder).filter((name) => name.endsWith('-feedback.json'))
  if (feedbacks.length > 0) feedback(feedbacks)
}

interface Case {
  name: string
  right: boolean
}

function rate(what: string, cases: readonly Case[]) {
  const wrong = cases.filter(({ right }) => !right)
  console.log(`${what}: ${cases.length - wrong.length} of ${cases.length}`)
  if (tell) for (const { name } of wrong) console.log(`    ${name}`)
}

interface Pair {
  original: string
  restated: string
  changed: string
}

/** The original as the only statement, the restatement as a claim that names it. */
function pairs(all: readonly Pair[]) {
  const read = all.map(({ original, restated, changed }) => {
    const text = readStatements(original)
    const roles = new Set(text.flatMap(({ acts }) => acts.flatMap(({ subjects }) => subjects)).filter(isActor))
    const found = readStatements(restated).flatMap((statement) => compare(statement, text, { roles, known: new Set(), text }))
    const told = found.map(({ kind, certain }) => `${kind}${certain ? '!' : ''}`).join(' ')
    return {
      name: `${changed}: ${original} => ${restated} [${told}]`,
      changed,
      hard: found.some(({ certain }) => certain),
      any: found.length > 0,
    }
  })
  for (const kind of [...new Set(read.map(({ changed }) => changed))]) {
    const own = read.filter(({ changed }) => changed === kind)
    rate(
      `pairs, ${kind}, ${kind === 'no' ? 'without a hard alarm' : 'found as hard'}`,
      own.map(({ name, hard }) => ({ name, right: hard === (kind !== 'no') })),
    )
    rate(
      `pairs, ${kind}, ${kind === 'no' ? 'without any finding' : 'found at all'}`,
      own.map(({ name, any }) => ({ name, right: any === (kind !== 'no') })),
    )
  }
}

const rest = '# Shop\n\nThe clerk creates an order with a date and a total.\nThe clerk sends an invoice to the customer.\n'
const turning =
  /\b(?:no|not|never|nobody|nothing|none|neither|nor|cannot|without|except|unless|until|only|if|but|before|after|rather|instead|hardly|than)\b|n['’]t\b/gi
const cues = (text: string) =>
  (text.match(turning) ?? [])
    .map((word) => word.toLowerCase())
    .sort()
    .join(' ')

/** An item that is its whole statement turns nothing; of the others the words that turn a sentence must all be there. */
function negations(sentences: readonly (string | { text: string })[]) {
  const read = sentences.flatMap((each) => {
    const sentence = typeof each === 'string' ? each : each.text
    const intent = outlined(`${rest}\n${sentence}\n`)
    if (!intent) return [{ name: `no design: ${sentence}`, right: false, used: false }]
    const own = itemsOf(intent).filter(({ refs }) => !refs.some((ref) => rest.includes(textOf(intent, ref))))
    const turned = own.filter(({ text, refs }) => cues(text) !== cues([...new Set(refs.map((ref) => textOf(intent, ref, true)))].join(' ')))
    return [
      {
        name: `${sentence} -> ${(turned.length > 0 ? turned : own).map(({ text }) => text).join(' / ')}`,
        right: turned.length === 0,
        used: own.length > 0,
      },
    ]
  })
  rate('negations not turned', read)
  rate(
    'negations used in the design',
    read.map(({ name, used }) => ({ name, right: used })),
  )
}

interface Key {
  /** The file, where it is not the key's name with .md. */
  text?: string
  asks: { ask: string; line: number }[]
  /** In older sets asks are quotations, without their line. */
  key_asks?: { quote: string }[]
  entities: { name: string; attributes: string[] }[]
  actors: string[]
}

function texts(names: readonly string[]) {
  const cases: Record<string, Case[]> = {}
  const note = (what: string, name: string, right: boolean) => (cases[what] ??= []).push({ name, right })
  for (const name of names) {
    const key = json<Key>(join('texts', name))
    const text = readFileSync(at(join('texts', key.text ?? name.replace('.key.json', '.md'))), 'utf8')
    const asks = key.asks ?? key.key_asks?.map(({ quote }) => ({ ask: quote, line: lineOf(quote, text) }))
    const intent = outlined(text)
    note('texts with a design', name, intent !== null)
    if (!intent) continue
    const rows = ledgerOf(sourceLines(text), intent)
    const listed = new Set(rows.flatMap(({ lines }) => lines))
    for (const [i, line] of text.split('\n').entries())
      if (line.trim() !== '') note('lines in the ledger', `${name}:${i + 1} ${line}`, listed.has(i + 1))
    for (const row of rows) note('statements understood', `${name}:${row.lines[0]} ${row.text}`, row.became !== 'not understood')
    for (const { ask, line } of asks) {
      const words = new Set(readStatements(ask).flatMap(({ content }) => content.map(stemOf)))
      const best = rows
        .filter(({ lines }) => lines.includes(line))
        .map((row) => ({
          row,
          shared: readStatements(row.text)
            .flatMap(({ content }) => content.map(stemOf))
            .filter((stem) => words.has(stem)).length,
        }))
        .sort((a, b) => b.shared - a.shared)[0]?.row
      const used = best?.became === 'used' && best.as.some((as) => /^(?:goal|step|flow|interaction|entity)/.test(as))
      note('key asks covered', `${name}:${line} ${ask} [${best?.became}: ${best?.text}]`, used)
    }
    for (const item of itemsOf(intent))
      note(
        'items not turned',
        `${name} ${item.text}`,
        cues(item.text) === cues([...new Set(item.refs.map((ref) => textOf(intent, ref, true)))].join(' ')),
      )
    const critic = critique(intent)
    note(
      'outlines without a hard finding',
      `${name} ${critic.findings
        .filter(({ hard }) => hard)
        .map(({ ruleId, pointer, evidence }) => `${ruleId} ${pointer} ${evidence}`)
        .join('; ')}`,
      !critic.findings.some(({ hard }) => hard),
    )
    console.log(
      `  ${name}: overall ${critic.overall / 100}, entities ${intent.dataModel.entities.map((e) => `${e.name}${e.assumed ? '?' : ''}(${e.attributes.map((a) => a.name)})`).join(' ')}`,
    )
    for (const entity of key.entities) {
      const found = intent.dataModel.entities.find((each) => single(each.name) === single(entity.name))
      note('explicit entities', `${name} ${entity.name}`, found !== undefined)
      for (const field of entity.attributes)
        note(
          'attributes',
          `${name} ${entity.name}.${field}`,
          found?.attributes.some((each) => single(each.name) === single(field)) ?? false,
        )
    }
    for (const entity of intent.dataModel.entities.filter(({ assumed }) => !assumed))
      note(
        'entities that the key has too',
        `${name} ${entity.name}`,
        key.entities.some((each) => single(each.name) === single(entity.name)),
      )
    const actors = [...new Set([...(intent.actors ?? []).map((actor) => actor.name), ...intent.userFlows.map(({ actor }) => actor)])]
    for (const actor of key.actors)
      note(
        'actors',
        `${name} ${actor}`,
        actors.some((each) => single(each) === single(actor)),
      )
    const headings = text
      .split('\n')
      .filter((line) => /^#|^\*\*.*\*\*:?$/.test(line))
      .map((line) => single(line.replace(/^#+ /, '')))
    for (const actor of actors) {
      note(
        'actors that the key has too',
        `${name} ${actor}`,
        key.actors.some((each) => single(each) === single(actor)),
      )
      note(
        'actors that are no heading',
        `${name} ${actor}`,
        key.actors.some((each) => single(each) === single(actor)) || !headings.includes(single(actor)),
      )
    }
  }
  for (const [what, own] of Object.entries(cases)) rate(what, own)
}

interface Listed {
  actors: string[]
  entities: { name: string; attributes: { name: string; type: string | null; required: boolean | null }[]; relations: string[] }[]
  flows: { section: string; steps: { actor: string; text: string }[] }[]
}

const kinds: readonly (readonly [string, RegExp])[] = [
  ['number', /number|integer|decimal|money|amount|percent|duration/],
  ['date', /date|time|timestamp/],
  ['yes/no', /bool|yes/],
  ['choice', /choice|enum/],
  ['list', /list/],
]
/** Kinds of value that differ by name only; every other is text of some kind. */
const kindOf = (type: string) => kinds.find(([, pattern]) => pattern.test(type))?.[0] ?? 'text'

/** Against what a writer lists who read the text as an analyst would: actors, entities, fields, relations, steps in order. */
function analyst(names: readonly string[]) {
  const cases: Record<string, Case[]> = {}
  const note = (what: string, name: string, right: boolean) => (cases[what] ??= []).push({ name, right })
  for (const name of names) {
    const key = json<Listed>(join('keys', name))
    const intent = outlined(readFileSync(at(join('texts', name.replace('.json', '.md'))), 'utf8'))
    note('texts with a design', name, intent !== null)
    if (!intent) continue
    const has = (list: readonly string[], one: string) => list.some((each) => single(each) === single(one))
    const actors = [...new Set([...(intent.actors ?? []).map((each) => each.name), ...intent.userFlows.flatMap(doersOf)])].filter(
      (each) => each !== 'System',
    )
    for (const actor of key.actors) note('actors found', `${name} ${actor}`, has(actors, actor))
    for (const actor of actors) note('actors the key has too', `${name} ${actor}`, has(key.actors, actor))
    const entities = intent.dataModel.entities.filter(({ assumed }) => !assumed)
    const keyed = key.entities.map((entity) => entity.name)
    for (const { name: found } of entities) note('entities the key has too', `${name} ${found}`, has(keyed, found))
    for (const entity of key.entities) {
      const own = entities.find((each) => single(each.name) === single(entity.name))
      note('entities found', `${name} ${entity.name}`, own !== undefined)
      for (const field of entity.attributes) {
        const made = own?.attributes.find((each) => single(each.name) === single(field.name))
        const said = `${name} ${entity.name}.${field.name} ${field.type} [${made?.type}]`
        note('attributes found', said, made !== undefined)
        if (made && field.type !== null) note('types of those right', said, kindOf(made.type) === kindOf(field.type))
        if (made && field.required !== null) note('duty of those right', `${said} ${field.required}`, made.required === field.required)
      }
      for (const field of own?.attributes ?? [])
        note(
          'attributes the key has too',
          `${name} ${entity.name}.${field.name}`,
          has(
            entity.attributes.map((each) => each.name),
            field.name,
          ),
        )
      for (const to of entity.relations) {
        const other = entities.find((each) => single(each.name) === single(to))
        const joined = [own, other].some((from) => from?.relationships.some((each) => has([entity.name, to], each.to)))
        note('relations found', `${name} ${entity.name} ${to}`, own !== undefined && other !== undefined && joined)
      }
    }
    for (const { section, steps } of key.flows) {
      const placed = steps.map(({ text }) => placeOf(intent, text))
      const home = [
        ...Map.groupBy(
          placed.flatMap((each) => each ?? []),
          ({ flow }) => flow,
        ),
      ].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
      for (const [i, step] of steps.entries()) {
        const found = placed[i]
        const said = `${name} ${section}: ${step.actor}: ${step.text} [${found ? `${found.flow.name}: ${found.actor}` : 'none'}]`
        note('steps found', said, found !== undefined)
        if (!found) continue
        const before = placed.slice(0, i).findLast((each) => each?.flow === found.flow)
        note('of those in the flow of their section, in order', said, found.flow === home && (!before || before.index <= found.index))
        note(
          'of those with their actor',
          said,
          has(key.actors, step.actor) ? single(found.actor) === single(step.actor) : found.actor === 'System',
        )
      }
    }
  }
  for (const [what, own] of Object.entries(cases)) rate(what, own)
}

/** The step that says a text, whole or with more around it. */
function placeOf({ userFlows }: Intent, text: string) {
  const wanted = single(text)
  for (const flow of userFlows)
    for (const [index, step] of flow.steps.entries())
      if (single(step.action).includes(wanted)) return { flow, index, actor: step.actor ?? flow.actor }
  return undefined
}

interface Sentence {
  sentence: string
  kind: 'edit' | 'requirement' | 'other'
  expected: string
}

function feedback(files: readonly string[]) {
  const read = files.flatMap((file) => {
    const intent = outlined(readFileSync(at(file.replace('-feedback.json', '-requirements.md')), 'utf8'))
    if (!intent) throw new Error(`${file}: no design`)
    return json<Sentence[]>(file).map(({ sentence, kind, expected }) => {
      const heard = hear(sentence, intent)
      const became = heard.map((each) =>
        each.became === 'edit'
          ? each.edits.map(editText).join('; ')
          : each.became === 'not understood'
            ? `not understood (${each.why})`
            : each.became,
      )
      const kinds = new Set(heard.map((each) => (each.became === 'not understood' ? 'other' : each.became)))
      return {
        kind,
        kinds,
        name: `${file[0]} ${kind}: ${sentence}\n        wanted: ${expected}\n        became: ${became.join(' | ')}`,
        heard,
      }
    })
  })
  for (const kind of ['edit', 'requirement', 'other'] as const)
    rate(
      `feedback, ${kind}`,
      read.filter((each) => each.kind === kind).map(({ name, kinds }) => ({ name, right: kinds.size === 1 && kinds.has(kind) })),
    )
  rate(
    'sentences reported',
    read.map(({ name, heard }) => ({ name, right: heard.length > 0 })),
  )
  if (!tell) return
  console.log('edits made, to be read against what was wanted:')
  for (const { name } of read.filter(({ kinds }) => kinds.has('edit'))) console.log(`    ${name}`)
}

const lineOf = (quote: string, text: string): number => text.slice(0, text.indexOf(quote)).split('\n').length

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

/** The whole statement, without the role and the reason of a story, which are slots of their own. */
function textOf(intent: Intent, ref: SourceRef, once = false): string {
  const text = intent.sources.find(({ id }) => id === (typeof ref === 'string' ? ref : ref.id))?.text ?? ''
  const isStory = /\bas an?\b.*?\b(?:i|we) (?:want|need|would like|can)/is.test(text)
  return once && isStory && typeof ref !== 'string' ? text.slice(ref.start, ref.end) : text
}

const single = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|an?) /, '')
    .replaceAll(/ies\b/g, 'y')
    .replaceAll(/([^s])s\b/g, '$1')

main()
