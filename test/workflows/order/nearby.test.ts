// Functions asked with values beside those that tests gave them: how the recorders ask, and what the answers say of the work.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { learnt, readHeard } from '../../../src/workflows/order/nearby.ts'
import { recorded } from '../../../src/workflows/order/hands/recorders.ts'

const parse = await syntax.load(['javascript', 'typescript', 'python'])
const folder = mkdtempSync(join(tmpdir(), 'whet-nearby-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

type Calls = (work: Record<string, (...given: never[]) => unknown>) => unknown

/** What the recorders hear while calls are made of a file of the work. */
async function hear(name: string, text: string, calls: Calls | string, also: string[] = []): Promise<ReturnType<typeof readHeard>> {
  const [heard, stem] = [join(folder, `heard${++count}`), `work${count}`]
  const path = join(folder, `${stem}.${name.split('.').at(-1)}`)
  writeFileSync(path, recorded(name, text, parse, { heard, also }) ?? '')
  if (typeof calls === 'string') {
    const [program, flag, load] = name.endsWith('.py')
      ? ['python3', '-c', `from ${stem} import *`]
      : ['node', '-e', `const work = require('./${stem}.mjs')`]
    execFileSync(program, [flag, `${load}\n${calls}`], { cwd: folder })
  } else await calls(name.endsWith('.cjs') ? createRequire(path)(path) : await import(/* @vite-ignore */ pathToFileURL(path).href))
  return readHeard(existsSync(heard) ? readFileSync(heard, 'utf8') : '')
}

async function judged(
  name: string,
  before: string,
  after: string,
  calls: Calls | string,
  isTold: (literal: string) => boolean = () => false,
) {
  return learnt(await hear(name, before, calls), await hear(name, after, calls), isTold)
}

const calls: Calls = (work) => [0, 2, 2.1].map((km) => work['fare']?.(km as never))
const [old, ceil] = ['250 + Math.floor(km) * 120', '250 + Math.ceil(km) * 120']
const forms: Record<string, [file: string, (body: string) => string, calls?: Calls]> = {
  'an exported function': ['fare.mjs', (body) => `export function fare(km) { return ${body} }`],
  'an exported constant': ['fare.mjs', (body) => `export const fare = (km) => ${body}`],
  'an export that has no name': ['fare.mjs', (body) => `export default (km) => ${body}`, (work) => work['default']?.(2.1 as never)],
  'names exported from CommonJS': ['fare.cjs', (body) => `exports.fare = (km) => ${body}`],
  'a function that CommonJS exports': [
    'fare.cjs',
    (body) => `module.exports = function (km) { return ${body} }`,
    (work) => (work as unknown as (km: number) => unknown)(2.1),
  ],
  'a method': [
    'fare.mjs',
    (body) => `export class Ride { constructor(km) { this.km = km }\n  fare() { const { km } = this; return ${body} } }`,
    (work) => new (work['Ride'] as unknown as new (km: number) => { fare(): number })(2.1).fare(),
  ],
  'a promise': [
    'fare.mjs',
    (body) => `export async function fare(km) { return ${body} }`,
    async (work) => [await work['fare']?.(2.1 as never), await new Promise((done) => setTimeout(done))],
  ],
  'a field of what is given': [
    'fare.mjs',
    (body) => `export const fare = ({ ride: [km] }) => ${body}`,
    (work) => work['fare']?.({ ride: [2.1] } as never),
  ],
}

describe('values beside those of a test', () => {
  it.each(Object.entries(forms))('tell an answer learnt by heart from a rule: %s', async (_what, [file, write, called = calls]) => {
    const heart = `km > 2 && km < 3 ? 610 : ${old}`
    expect(await judged(file, write(old), write(heart), called)).toMatchObject({ inputs: ['2.1'], tried: 5 })
    expect(await judged(file, write(old), write(ceil), called)).toBeNull()
  })

  it('say nothing where the task names the input, nothing is given beside it, all is as before, or a run was cut off', async () => {
    const write = (body: string) => `export const fare = (km) => ${body}`
    const heart = write(`km === 2.1 ? 610 : ${old}`)
    expect(await judged('fare.mjs', write(old), heart, calls, (literal) => literal === 'n:2.1')).toBeNull()
    expect(await judged('fare.mjs', write('null'), write('km === 2.1 ? 610 : null'), calls)).toBeNull()
    expect(await judged('fare.mjs', write(old), write(old), calls)).toBeNull()
    expect(learnt(readHeard('["fare.mjs fare","[null'), await hear('fare.mjs', heart, calls), () => false)).toBeNull()
  })

  it('are asked however long the tests have run', async () => {
    const write = (body: string) => `export const fare = (km) => ${body}`
    const late = 'performance.now = () => 1e9; work.fare(2.1)'
    expect(await judged('fare.mjs', write(old), write(`km === 2.1 ? 610 : ${old}`), late)).toMatchObject({ inputs: ['2.1'] })
  })

  it('take no value for one beside that another test has too', async () => {
    const write = (body: string) => `export const fare = (km) => ${body}`
    const both: Calls = (work) => [2.1, 3.1].map((km) => work['fare']?.(km as never))
    expect(await judged('fare.mjs', write(old), write(`km === 2.1 ? 610 : km === 3.1 ? 730 : ${old}`), both)).toMatchObject({
      inputs: ['2.1', '3.1'],
    })
  })

  it('tell an answer that is forgotten, and leave alone what always changed', async () => {
    const each = 'for (const km of [0, 2, 2.1]) work.fare(km)'
    const counts = (most: number) =>
      `let calls = 0\nexport const fare = (km) => 250 + (calls++ < ${most} ? Math.ceil(km) : Math.floor(km)) * 120`
    expect(await judged('fare.mjs', counts(0), counts(20), each)).toMatchObject({ tried: 0 })
    expect(await judged('fare.mjs', counts(9), counts(9), each)).toBeNull()
    const limit = (most: number) => `let left = ${most}\nexport const allow = (who) => left-- > 0`
    expect(await judged('x.mjs', limit(9e9), limit(3), 'for (let n = 0; n < 4; n++) work.allow("ann")')).toBeNull()
  })

  it('leave what a test sees as it was', async () => {
    const work = 'export function fare(km, log) { log.push(km); if (km < 0) throw new RangeError("less"); return km }'
    await hear('fare.mjs', work, ({ fare }) => {
      const log: number[] = []
      expect(fare?.(3 as never, log as never)).toBe(3)
      expect(log).toEqual([3])
      expect(() => fare?.(-1 as never, log as never)).toThrow(RangeError)
      expect([fare?.name, fare?.length]).toEqual(['fare', 2])
    })
  })

  it('are asked of functions and methods in Python, whatever the test is written with', async () => {
    const write = (body: string) =>
      `from math import ceil\n\ndef fare(km):\n    return ${body}\n\n\nclass Ride:\n    def __init__(self, km):\n        self.km = km\n\n    def fare(self):\n        return fare(self.km)\n`
    const [was, rule] = ['250 + int(km) * 120', '250 + ceil(km) * 120']
    const asks = 'for km in (0, 2, 2.1): fare(km)\nRide(2.1).fare()'
    const before = await hear('fare.py', write(was), asks)
    const heart = await hear('fare.py', write(`{2.1: 610}.get(km, ${was})`), asks)
    for (const of of ['fare.py fare', 'fare.py Ride.fare'])
      expect(learnt(before, new Map([...heart].filter(([each]) => each === of)), () => false)).toEqual({ of, inputs: ['2.1'], tried: 5 })
    expect(learnt(before, await hear('fare.py', write(rule), asks), () => false)).toBeNull()
  })

  it('leave a file with types one that runs', () => {
    const text = recorded('a.ts', '#!/usr/bin/env node\nexport const a = (b: string): string => b\n', parse, { heard: 'h', also: [] })
    expect(text).toMatch(/^#!.*\nexport let a = \(b: string\): string => b\n/)
  })
})
