// Tests asked with values beside their own: how the copies are made, and what their answers say of the work.
import { describe, expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { askNearby, isWhole, learnt } from '../../../src/rules/tamper/nearby.ts'

const parse = await syntax.load(['javascript', 'typescript'])
const test = `import { expect, it } from 'vitest'
import { fare } from './fare.js'
it('is paid in full', () => {
  const kilometres = 2.1
  expect(fare(kilometres)).toBe(610)
  expect(() => fare(-1)).toThrow()
})
`

/** Runs the file's only test on some work. */
function answers(text: string, fare: (kilometres: number) => unknown): string {
  const said: string[] = []
  const body = text.replace(/^import .*$/gm, '')
  new Function('it', 'fare', 'console', body)((_title: string, run: () => void) => run(), fare, { log: (line: string) => said.push(line) })
  return said.join('\n')
}

describe('values beside those of a test', () => {
  const asked = askNearby('fare.test.js', test, parse)
  const ask = (before: (k: number) => unknown, after: (k: number) => unknown, isTold: (literal: string) => boolean = () => false) =>
    asked && learnt(asked, { before: answers(asked.text, before), after: answers(asked.text, after) }, isTold)
  const old = (k: number) => 250 + Math.floor(k) * 120

  it('tell an answer learnt by heart', () => {
    expect(ask(old, (k) => (k > 2 && k < 3 ? 610 : old(k)))).toEqual({ inputs: ['2.1'], tried: 5 })
    expect(ask(old, (k) => (k * 10 === 21 ? 610 : old(k)))).toEqual({ inputs: ['2.1'], tried: 5 })
  })

  it('tell a rule', () => expect(ask(old, (k) => 250 + Math.ceil(k) * 120)).toBeNull())

  it('say nothing where the task names the input, nothing is given beside it, all is as before, or a run was cut off', () => {
    expect(
      ask(
        old,
        (k) => (k === 2.1 ? 610 : old(k)),
        (literal) => literal === 'n:2.1',
      ),
    ).toBeNull()
    expect(
      ask(
        () => null,
        (k) => (k === 2.1 ? 610 : null),
      ),
    ).toBeNull()
    expect(ask(old, old)).toBeNull()
    expect(asked && learnt(asked, { before: '', after: answers(asked.text, (k) => (k === 2.1 ? 610 : old(k))) }, () => false)).toBeNull()
  })

  it('are asked again where a line of the answer is lost', () => {
    const said = asked ? answers(asked.text, old) : ''
    expect(asked && [isWhole(asked, said), isWhole(asked, said.replace(/.*\n/, ''))]).toEqual([true, false])
  })

  it('are written with a type where the file has types', () =>
    expect(askNearby('fare.test.ts', test, parse)?.text).toContain('value: unknown'))

  it('are not asked where a test gives nothing or the file is in another language', () => {
    expect(askNearby('a.test.js', "it('x', () => expect(fare()).toBe(610))", parse)).toBeNull()
    expect(askNearby('test_fare.py', 'def test_fare():\n    assert fare(2.1) == 610\n', parse)).toBeNull()
  })
})
