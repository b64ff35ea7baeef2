// Who is asked on the command line: a person at a terminal, and nobody anywhere else.
import { afterEach, expect, it } from 'vitest'
import { terminalPerson } from '../../../src/surfaces/cli/person.ts'

const before = [process.stdin.isTTY, process.stderr.isTTY, process.env['CI']] as const
const be = (input: boolean, talk: boolean, ci: string | undefined) => {
  process.stdin.isTTY = input
  process.stderr.isTTY = talk
  delete process.env['CI']
  if (ci !== undefined) process.env['CI'] = ci
}
afterEach(() => be(...before))

it.each([
  [true, true, undefined, true],
  [true, true, '', true],
  [false, true, undefined, false],
  [true, false, undefined, false],
  [false, false, undefined, false],
  [true, true, '1', false],
])('a terminal to read from %s, to talk to %s, CI %j: there is somebody %s', (input, talk, ci, isThere) => {
  be(input, talk, ci)
  expect(terminalPerson({ end: () => {} } as never) !== null).toBe(isThere)
})
