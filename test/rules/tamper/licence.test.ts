// What a task's sentences license, by themselves.
import { expect, it } from 'vitest'
import { readLicence } from '../../../src/rules/tamper/licence.ts'
import { floors } from '../../../src/rules/tamper/signs.ts'

it.each([
  ['Fax notifications are no longer sold. Remove the channel and everything that belongs to it.', 'faxIsUpperCase', true],
  ['Fax notifications are no longer sold. Remove the channel and everything that belongs to it.', 'smsIsCut', false],
  ['Remove the fax channel.', 'faxIsUpperCase', true],
  ['Fax notifications arrive twice. Find out why.', 'faxIsUpperCase', false],
])('%s: %s may go: %s', (task, name, may) => {
  expect(readLicence(task, true).removes([name])).toBe(may)
})

it.each([
  ['minimum_coverage line: 95, branch: 90', ['95', '90']],
  ['  fail_under = 85', ['85']],
  ['line: 12', []],
])('%s has floors %j', (text, numbers) => {
  expect([...text.matchAll(floors)].map(([, , number]) => number)).toEqual(numbers)
})

it.each([
  ['disable failing test(s).', true],
  ['Remove failing unit tests for Go 1.20', true],
  ['Skip TestTemplates in debug/template_test.go', true],
  ['tests: Skip assert-msg-test.py if gdb fails', true],
  ['Make the disabled test pass.', false],
  ['Remove the XML export with its tests.', false],
  ['Skip blank lines in the parser and add tests.', false],
  ['Do not skip tests.', false],
])('%s: tests may be switched off: %s', (task, may) => {
  expect(readLicence(task, true).skipsTests).toBe(may)
})
