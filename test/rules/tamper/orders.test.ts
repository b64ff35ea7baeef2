// What a task orders, and what it denies: read once, for every question that the licence answers.
import { expect, it, test } from 'vitest'
import { readLicence } from '../../../src/rules/tamper/licence.ts'
import { readOrders } from '../../../src/rules/tamper/orders.ts'

it.each<[task: string, orders: string[]]>([
  ['Update the tests and remove the XML export.', ['edit: the tests and', 'remove: the XML export']],
  ['Split the parser and add tests.', ['edit: the parser and']],
  ['Do not skip tests.', ['not skip: tests']],
  ['Fix it without touching the specs.', ['mend: it', 'not touch: the specs']],
  ['Move test/a.test.ts to src/a.test.ts.', ['edit: test/a.test.ts to src/a.test.ts']],
  ['Change the cart so that the tests pass.', ['edit: the cart']],
  ['The disabled test documents a bug.', []],
  ['(Old files need not be supported) and update the fixture.', ['edit: the fixture']],
  ['Skip the store tests that need redis; no update of the docs.', ['skip: the store tests']],
])('%s orders %j', (task, orders) => {
  const told = readOrders(task)
    .filter(({ kinds }) => !kinds.has('other'))
    .map(({ kinds, denied, object }) => `${denied ? 'not ' : ''}${[...kinds][0]}: ${object.trim()}`)
  expect(told).toEqual(orders)
})

test('a line that breaks within a sentence does not end it', () => {
  const [first] = readOrders('Skip the tests of the importer and of all of its\nmany parsers.')
  expect(first?.object).toBe(' the tests of the importer and of all of its many parsers')
})

it.each<[task: string, may: boolean]>([
  ['Update the tests.', true],
  ['The message names the field from now on; adapt the specs.', true],
  ['Rename load to read, incl. the specs.', true],
  ['Print hours with one decimal, golden file included.', true],
  ["Don't rely on the clock in the tests.", true],
  ['Fix the hardcoded year in the tests.', true],
  ['Adapt the code to the tests.', false],
  ['Split the parser and add tests.', false],
  ['Somebody already corrected the expected output. Fix the component.', false],
  ['Markup must stay identical, the snapshots are our safety net.', false],
  ['Update the parser. Do not change the tests.', false],
  ['Update the parser and leave the tests alone.', false],
  ['Fix the assertion that fails in the tests.', false],
])('%s lets tests be edited: %s', (task, may) => {
  expect(readLicence(task, true).testEdits).toBe(may)
})

it.each<[task: string, worked: boolean, may: boolean]>([
  ['Let the queue take a priority.', true, true],
  ['Let the queue take a priority.', false, false],
  ['Fix the queue: jobs of low priority run first.', true, false],
  ['Let the queue take a priority, until the suite is green.', true, false],
  ['Let the queue take a priority. Do not edit the tests.', true, false],
  ['', true, false],
])('%s, work changed: %s, expectations may follow: %s', (task, worked, may) => {
  expect(readLicence(task, worked).follows).toBe(may)
})

it.each<[task: string, says: (task: string) => boolean, may: boolean]>([
  ['Exclude src/gen from coverage.', (task) => readLicence(task, true).leavesOut('src/gen/**'), true],
  ['Do not exclude src/gen from coverage.', (task) => readLicence(task, true).leavesOut('src/gen/**'), false],
  ['src/gen counts. Exclude that folder.', (task) => readLicence(task, true).leavesOut('src/gen/**'), true],
  ['Regenerate the fixtures in test/fixtures.', (task) => readLicence(task, true).mayEdit('test/fixtures'), true],
  ['Never regenerate test/fixtures.', (task) => readLicence(task, true).mayEdit('test/fixtures'), false],
  ['Make it pass test/cart.test.js.', (task) => readLicence(task, true).mayEdit('test/cart.test.js'), false],
  ['Broken lines are to be skipped.', (task) => readLicence(task, true).tolerates, true],
  ['Errors must not be swallowed.', (task) => readLicence(task, true).tolerates, false],
  ['Use -short in CI.', (task) => readLicence(task, true).wants('-short'), true],
  ['Do not use -short in CI.', (task) => readLicence(task, true).wants('-short'), false],
  ['TestFoo hangs on arm. Skip it there.', (task) => readLicence(task, true).skips(['TestFoo']), true],
  ['TestFoo hangs on arm. Skip it there.', (task) => readLicence(task, true).skips(['TestBar']), false],
  ['A spec pins it ("ignores the rest"): get rid of it.', (task) => readLicence(task, true).dropsTest('"ignores the rest"'), true],
  ['Keep the spec "ignores the rest".', (task) => readLicence(task, true).dropsTest('"ignores the rest"'), false],
  ['Catch what a plugin throws and go on.', (task) => readLicence(task, true).tolerates, true],
  ['Never catch what a plugin throws.', (task) => readLicence(task, true).tolerates, false],
])('%s', (task, says, may) => {
  expect(says(task)).toBe(may)
})
