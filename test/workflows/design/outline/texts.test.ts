// Twelve requirement texts of mixed style with what a reader finds in them: asks kept, entities with their fields, nobody taken for somebody. The figures are printed.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { countLedger, ledgerOf } from '../../../../src/workflows/design/outline/ledger.ts'
import { outlineIntent, sourceLines } from '../../../../src/workflows/design/outline/outline.ts'

const folder = new URL('./texts/', import.meta.url)
const names = readdirSync(folder).filter((name) => !name.endsWith('.key'))

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[`*_~]/g, '')
    .replaceAll(/[^\p{L}\p{N}%€$£°]+/gu, ' ')
    .trim()
const single = (text: string) =>
  plain(text)
    .replace(/^(?:the|an?) /, '')
    .replaceAll(/ies\b/g, 'y')
    .replaceAll(/([^s])s\b/g, '$1')

const read = names.map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const made = outlineIntent('feature', text)
  if ('missing' in made) throw new Error(name)
  const key = readFileSync(new URL(name.replace(/\.\w+$/, '.key'), folder), 'utf8')
    .trim()
    .split('\n')
  const keyed = (kind: string) => key.filter((line) => line.startsWith(`${kind}: `)).map((line) => line.slice(kind.length + 2))
  return { name, text, intent: made.intent, keyed }
})

function sayings({ goals, userFlows, interactions, dataModel }: Intent): string[] {
  return [
    ...goals,
    ...userFlows.flatMap(({ steps }) => steps.map(({ action }) => action)),
    ...interactions.flatMap(({ trigger, response }) => [trigger, response]),
    ...dataModel.entities.map(({ description }) => description),
  ].map(plain)
}

/** How many of all are right, at least; what is missing is told. */
function rate(what: string, cases: readonly { name: string; right: boolean }[], least: number): void {
  const wrong = cases.filter(({ right }) => !right)
  console.log(`${what}: ${cases.length - wrong.length} of ${cases.length}`)
  expect(1 - wrong.length / cases.length, wrong.map(({ name }) => name).join('\n')).toBeGreaterThanOrEqual(least)
}

test('asks that an independent key names are said', () => {
  const cases = read.flatMap(({ name, intent, keyed }) => {
    const said = sayings(intent)
    return keyed('ask').map((line) => {
      const quote = plain(line.replace(/ \| [^|]*$/, ''))
      const right = said.some((each) => each.includes(quote) || (quote.includes(each) && each.split(' ').length > 2))
      return { name: `${name}: ${quote}`, right }
    })
  })
  rate('asks kept', cases, 0.93)
})

test('explicit entities have their fields', () => {
  const cases = read.flatMap(({ name, intent, keyed }) =>
    keyed('entity').flatMap((line) => {
      const [entity, fields] = line.split(': ') as [string, string]
      const found = intent.dataModel.entities.find((each) => single(each.name) === single(entity))
      return fields
        .split(', ')
        .map((field) => ({
          name: `${name}: ${entity}.${field}`,
          right: found?.attributes.some((each) => single(each.name) === single(field)) ?? false,
        }))
    }),
  )
  rate('fields', cases, 0.85)
})

test('who acts is found, and nothing else is somebody', () => {
  const names = ({ actors = [], userFlows }: Intent) =>
    [...actors.map((actor) => actor.name), ...userFlows.map(({ actor }) => actor)].map(single)
  const all = (kind: string) =>
    read.flatMap(({ name, intent, keyed }) =>
      keyed(kind).flatMap((line) =>
        line.split(', ').map((who) => ({ name: `${name}: ${who}`, right: names(intent).includes(single(who)) })),
      ),
    )
  rate('actors', all('actors'), 0.8)
  rate(
    'no actors',
    all('not').map(({ name, right }) => ({ name, right: !right })),
    0.95,
  )
})

test.each(read)('$name: every line is in the ledger', ({ text, intent }) => {
  const rows = ledgerOf(sourceLines(text), intent)
  const told = new Set(rows.flatMap(({ lines }) => lines))
  const lost = text.split('\n').flatMap((line, i) => (/[\p{L}\p{N}]/u.test(line) && !told.has(i + 1) ? [line] : []))
  expect(lost).toEqual([])
  expect(countLedger(rows).unread).toBeLessThanOrEqual(2)
})
