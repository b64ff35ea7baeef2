// What a sentence states: acts with polarity, actors, objects, numbers, conditions and exceptions, each at its place.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areKin, areOpposites, areSynonyms, isPerson, isUnit } from '../../../src/lib/english/lexicon.ts'
import { readSentences } from '../../../src/lib/english/read.ts'
import { readStatements } from '../../../src/lib/english/statement.ts'

/** Acts as `not verb(subject; object)`, main clause only. */
function acts(text: string): string {
  return readStatements(text)
    .flatMap((statement) => statement.acts.filter(({ part }) => part === 'main'))
    .map(
      (act) =>
        `${act.negated ? 'not ' : ''}${act.verb}${act.particle && `-${act.particle}`}(${act.subjects.join()}; ${act.objects.join()})`,
    )
    .join(' ')
}

const negations: [string, string][] = [
  ['Stock never goes negative.', 'not negative(stock; )'],
  ['No unpaid order may be shipped.', 'not ship(; order)'],
  ['No second refund occurs.', 'not occur(refund; )'],
  ['Nobody except an admin deletes a permit.', 'not delete(nobody; permit)'],
  ['The system shall not show or store card numbers.', 'not show(system; ) not store(system; number)'],
  ['The system prevents guests from editing posts.', 'prevent(system; guest,post) not edit(guest; post)'],
  ['Guests are not allowed to edit posts.', 'not allow(; guest) not edit(guest; post)'],
  ["The system doesn't let members renew overdue books.", 'not let(system; member) not renew(member; book)'],
  ['It must not be possible to delete an invoice.', 'not possible(it; ) not delete(it; invoice)'],
  ['Orders that are not paid are cancelled.', 'cancel(; order)'],
  ['Neither the player nor the coach sees the score.', 'not see(player,coach; score)'],
  ['The form shows no error.', 'not show(form; error)'],
  ['Users sign in without entering a password.', 'sign-in(user; password) not enter(user; password)'],
  ['The gate fails to open.', 'fail(gate; ) not open(gate; )'],
  ['The order is placed and no stock is reserved.', 'place(; order) not reserve(; stock)'],
  ['The clerk does not fail to reply.', 'not fail(clerk; ) reply(clerk; )'],
  ['Members can no longer renew.', 'not renew(member; )'],
  ['The list is not only sorted but also printed.', 'sort(; list) print(; list)'],
]

test.each(negations)('%s: %s', (text, expected) => {
  expect(acts(text)).toBe(expected)
})

const actors: [string, string][] = [
  ['Admin reviews reports', 'review(admin; report)'],
  ['Clerk approves permit', 'approve(clerk; permit)'],
  ['A reminder is sent by the clerk.', 'send(clerk; reminder)'],
  ['As a clerk, I want to export the list.', 'export(clerk; list)'],
  ['Clerk: approves permits', 'approve(clerk; permit)'],
  ['The owner orders parts and pays the bill.', 'order(owner; part) pay(owner; bill)'],
  ['Users log out.', 'log-out(user; )'],
  ['The owner can close an order; the front desk cannot.', 'close(owner; order)'],
]

test.each(actors)('%s: %s', (text, expected) => {
  expect(acts(text)).toBe(expected)
})

test('conditions and exceptions are spans of the text', () => {
  const text = 'When the user clicks Save, the form is stored unless a field is empty.'
  const [statement] = readStatements(text)
  expect(statement!.conditions.map(({ start, end }) => text.slice(start, end))).toEqual(['When the user clicks Save'])
  expect(statement!.exceptions.map(({ start, end }) => text.slice(start, end))).toEqual(['unless a field is empty'])
})

const numbers: [string, string][] = [
  ['lock the account after 3 failed attempts within 15 minutes', 'over 3 attempt, most 900 time'],
  ['Members cannot borrow more than 3 tools', 'most 3 tool'],
  ['Members borrow three tools or fewer', 'most 3 tool'],
  ['Members borrow at most 3 tools', 'most 3 tool'],
  ['Upload at least one photo', 'least 1 photo'],
  ['Orders over $1,000 need approval by 17:00', 'over 1000 dollar, most 1020 clock'],
  ['between 5 and 10 characters', 'least 5 character, most 10 character'],
  ['a three-day window', 'exactly 259200 time'],
  ['twenty-five members or more', 'least 25 member'],
  ['FR-003: shows 4 rows', 'exactly 4 row'],
  ['3. Add 2 items', 'exactly 2 item'],
  ['open until 9pm', 'most 1260 clock'],
  ['answered within half an hour', 'most 1800 time'],
  ['kept for half a decade', 'exactly 60 months'],
  ['20 % off for one day', 'exactly 20 percent, exactly 86400 time'],
]

test.each(numbers)('%s: %s', (text, expected) => {
  const found = readStatements(text).flatMap(({ quantities }) => quantities.map(({ bound, value, unit }) => `${bound} ${value} ${unit}`))
  expect(found.join(', ')).toBe(expected)
})

describe('words', () => {
  test.each([
    ['allow', 'forbid'],
    ['show', 'hide'],
    ['paid', 'unpaid'],
    ['approve', 'reject'],
    ['let', 'block'],
    ['valid', 'invalid'],
    ['enable', 'disable'],
    ['never', 'always'],
    ['optional', 'mandatory'],
  ])('%s and %s are opposites', (a, b) => {
    expect([areOpposites(a, b), areOpposites(b, a)]).toEqual([true, true])
  })

  test.each([
    ['buy', 'sell'],
    ['lend', 'borrow'],
    ['order', 'border'],
    ['form', 'inform'],
    ['show', 'display'],
    ['put', 'input'],
    ['delete', 'remove'],
  ])('%s and %s are not', (a, b) => {
    expect(areOpposites(a, b)).toBe(false)
  })

  test('synonyms, kin, persons and units', () => {
    expect([areSynonyms('delete', 'remove'), areSynonyms('show', 'delete')]).toEqual([true, false])
    expect([areKin('customer', 'client'), areKin('clerk', 'employee'), areKin('clerk', 'customer')]).toEqual([true, true, false])
    expect([isPerson('librarian'), isPerson('invoice'), isUnit('monday'), isUnit('invoice')]).toEqual([true, false, true, false])
  })
})

test('tokens and sentences lie where they say, whatever the text', () => {
  const word = fc.constantFrom(
    'The',
    'clerk',
    'cannot',
    'pay',
    "doesn't",
    '3',
    '5 pm',
    'e.g.',
    '.',
    ',',
    '\n',
    '  ',
    '**',
    'Ünïcode',
    '😀',
    '(',
    ')',
    'İ',
    '12.',
    '- ',
    'max. ',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 25 }), fc.string({ maxLength: 12 }), (words, noise) => {
      const text = words.join(' ') + noise
      for (const sentence of readSentences(text)) {
        expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text)
        let last = sentence.start
        for (const token of sentence.tokens) {
          expect(text.slice(token.start, token.end)).toBe(token.text)
          expect(token.start).toBeGreaterThanOrEqual(last)
          expect(token.end).toBeLessThanOrEqual(sentence.end)
          last = token.end
        }
      }
      readStatements(text)
    }),
    { numRuns: 150 },
  )
})
