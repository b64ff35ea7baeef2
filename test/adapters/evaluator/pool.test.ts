// The pool: a check that hangs, crashes or eats all memory is a result, and the others never notice.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Job } from '../../../src/adapters/evaluator/job.ts'
import { CheckPool } from '../../../src/adapters/evaluator/pool.ts'
import type { TypedCheck } from '../../../src/schema/rule.ts'

const root = mkdtempSync(join(tmpdir(), 'whet-pool-'))
const modules = [fileURLToPath(new URL('./checks-module.ts', import.meta.url))]
const job = (text: string, more: Partial<Job> = {}): Job => ({ text, name: 'artifact.md', root, modules: [], ...more })
const contains = (text: string): TypedCheck => ({ kind: 'content.contains', text })

const threads = new CheckPool({ threads: 2, timeoutMs: 700 })
const patient = new CheckPool({ threads: 2 })
const inline = new CheckPool({ threads: 0 })
afterAll(async () => {
  await Promise.all([threads, patient, inline].map((pool) => pool.close()))
  rmSync(root, { recursive: true, force: true })
})

describe('a check that misbehaves', () => {
  const around = Array.from({ length: 20 }, (_, i) => contains(i % 2 === 0 ? 'aaaa' : 'zzzz'))

  async function amongOthers(bad: TypedCheck, pool = threads): Promise<string> {
    const checks = [...around.slice(0, 10), bad, ...around.slice(10)]
    const found = await pool.run(job(`${'a'.repeat(40)}!`, { modules }), checks)
    const others = found.filter((_, index) => index !== 10).map(({ outcome }) => outcome)
    expect(others).toEqual(around.map((_, i) => (i % 2 === 0 ? 'pass' : 'fail')))
    expect(found[10]?.outcome).toBe('error')
    return found[10]?.message ?? ''
  }

  it.each([
    [
      'a regular expression that blows up',
      { kind: 'content.regex', pattern: '(a+)+$' },
      'the check content.regex took longer than 0.7 s and was stopped',
    ],
    ['one that runs forever', { kind: 'mine.hangs' }, 'the check mine.hangs took longer than 0.7 s and was stopped'],
    ['one that never answers', { kind: 'mine.never' }, 'the check mine.never took longer than 0.7 s and was stopped'],
    ['one that throws', { kind: 'mine.throws' }, 'the check mine.throws crashed: oops'],
    ['one that rejects', { kind: 'mine.rejects' }, 'the check mine.rejects crashed: rejected'],
    ['one that throws where nobody catches', { kind: 'mine.crashes' }, 'the check mine.crashes ended its thread: thrown outside'],
    ['one that ends its process', { kind: 'mine.exits' }, 'the check mine.exits ended its thread'],
    [
      'one that runs commands without having said so',
      { kind: 'mine.undeclared' },
      'the check mine.undeclared crashed: this check must declare that it needs exec',
    ],
    ['one there is not', { kind: 'content.contain', text: 'x' }, 'content.contain: kind: there is no check "content.contain"'],
    ['one with the wrong parameters', { kind: 'content.contains', test: 'x' }, 'content.contains: text: '],
  ])('is an error that says so, and the others are judged: %s', async (_, bad, message) => {
    expect(await amongOthers(bad)).toContain(message)
  })

  it('is an error when it eats all memory', async () => {
    expect(await amongOthers({ kind: 'mine.eats' }, patient)).toMatch(/mine\.eats (ended its thread|did not end)/)
  })

  it('may take longer when it says so in advance', async () => {
    const [slow, fast] = await threads.run(job('x', { modules }), [{ kind: 'mine.slow' }, { kind: 'mine.length' }])
    expect([slow?.outcome, fast?.message]).toEqual(['pass', '1 characters'])
  })

  it('does not spoil the thread for the next one', async () => {
    for (let i = 0; i < 3; i++) {
      const found = await threads.run(job('a', { modules }), [{ kind: 'mine.hangs' }, contains('a'), { kind: 'mine.throws' }])
      expect(found.map(({ outcome }) => outcome)).toEqual(['error', 'pass', 'error'])
    }
  })
})

describe('a module that cannot be used', () => {
  it.each([
    ['it does not exist', null, "couldn't be loaded"],
    ['it does not compile', 'export default {', "couldn't be loaded"],
    ['it throws', 'throw new Error("at home")', 'at home'],
    ['it exports nothing', 'export const x = 1', 'exports no check'],
    ['it exports something else', 'export default [{ kind: "x" }]', 'exports no check'],
  ])('makes errors of its own checks only: %s', async (name, source, message) => {
    const path = join(root, `${name.replaceAll(' ', '-')}.mjs`)
    if (source !== null) writeFileSync(path, source)
    for (const pool of [threads, inline]) {
      const found = await pool.run(job('a', { modules: [path] }), [contains('a'), { kind: 'theirs' }])
      expect(found.map(({ outcome }) => outcome)).toEqual(['pass', 'error'])
      expect(found[1]?.message).toContain(message)
    }
  })
})

describe('with and without threads', () => {
  const word = fc.constantFrom('a', 'b', 'heading', 'Wörd', 'x y', '##', '(', '\\d')
  const check: fc.Arbitrary<TypedCheck> = fc.oneof(
    fc.record({ kind: fc.constant('content.contains'), text: word, absent: fc.boolean(), ignore_case: fc.boolean() }),
    fc.record({ kind: fc.constant('content.regex'), pattern: word, flags: fc.constantFrom('m', 'im', 'u') }),
    fc.record({ kind: fc.constant('content.count'), of: fc.constantFrom('words', 'lines', 'characters'), min: fc.nat(50) }),
    fc.record({ kind: fc.constant('markdown.sections'), sections: fc.array(word, { minLength: 1, maxLength: 2 }) }),
    fc.record({ kind: fc.constant('markdown.heading-order') }),
    fc.record({ kind: fc.constant('parse'), format: fc.constantFrom('json', 'yaml') }),
    fc.record({ kind: fc.constantFrom('no.such', 'secrets', 'mine.throws', 'mine.length') }),
    fc.record({ kind: fc.constant('file.exists'), path: fc.constantFrom('there', 'not-there', '../there') }),
  )
  const text = fc
    .array(fc.constantFrom('# heading\n', 'a b Wörd\n', '```json\n{"a": 1}\n```\n', '(x y) 12\n', '### deep\n', '\n'), { maxLength: 12 })
    .map((parts) => parts.join(''))

  it('the verdicts are the same, in the same order', async () => {
    writeFileSync(join(root, 'there'), '')
    await fc.assert(
      fc.asyncProperty(text, fc.array(check, { maxLength: 40 }), async (artifact, checks) => {
        const given = job(artifact, { modules })
        expect(await patient.run(given, checks)).toEqual(await inline.run(given, checks))
      }),
      { numRuns: 40 },
    )
  })
})

it.runIf(process.platform === 'linux')('thirty runs at once share two threads, and each gets its own verdicts', async () => {
  const pool = new CheckPool({ threads: 2 })
  const count = () => readdirSync('/proc/self/task').length
  const before = count()
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, i) => pool.run(job(`text ${i}`), [contains(`text ${i}`), contains(`text ${i + 1}.`)])),
  )
  expect(found.map((each) => each.map(({ outcome }) => outcome))).toEqual(found.map(() => ['pass', 'fail']))
  expect(count() - before).toBeLessThanOrEqual(2)
  await pool.close()
})

describe('being told to stop', () => {
  it.each([
    ['with threads', patient],
    ['without', inline],
  ] as const)('ends at once and judges nothing more: %s', async (_, pool) => {
    const abort = new AbortController()
    const running = pool.run(
      job('a', { modules }),
      [contains('a'), { kind: 'mine.slow' }, ...Array.from({ length: 50 }, () => contains('a'))],
      { signal: abort.signal },
    )
    setTimeout(() => abort.abort(), 300)
    const found = await running
    expect(found).toHaveLength(52)
    expect(found.filter(({ outcome, message }) => outcome === 'error' && message.includes('told to stop')).length).toBeGreaterThan(0)
    expect((await pool.run(job('a'), [contains('a')], { signal: abort.signal }))[0]?.outcome).toBe('error')
    expect((await pool.run(job('a'), [contains('a')]))[0]?.outcome).toBe('pass')
  })
})
