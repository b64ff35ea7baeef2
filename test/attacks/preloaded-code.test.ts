// An agent that loads code of its own before ours, or speaks for a person through a pipe: it may get through, and is written down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preloads } from '../../src/adapters/preload.ts'
import { type Project, eventsOf, newProject } from '../e2e/whet.ts'
import { booking } from '../workflows/design/project.ts'

let project: Project
beforeAll(async () => {
  project = newProject()
  project.write('requirements.md', booking.text)
  await project.whet(['design', 'new', 'table-booking', '--requirements', 'requirements.md'])
})
afterAll(() => project.remove())

const journal = () => project.journal('design-table-booking')

describe('a fake terminal by NODE_OPTIONS', () => {
  it('is attended, as any program that runs as the person can be; the preload is recorded and shown', async () => {
    const { phrase } = eventsOf(journal(), 'evaluation_done').at(-1) as { phrase: string }
    const fake = project.write(
      'fake.cjs',
      `for (const stream of [process.stdin, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true })
process.stdin.setRawMode = () => process.stdin\n`,
    )
    const { stdout } = await project.whet(['approve', 'table-booking'], {
      input: `${phrase}\r`,
      env: { NODE_OPTIONS: `--require ${fake}`, CI: '' },
    })
    expect(stdout).toContain('FROZEN: table-booking')
    expect(eventsOf(journal(), 'gate_answered').at(-1)).toMatchObject({
      assurance: 'attended',
      preload: [`NODE_OPTIONS --require ${fake}`],
    })
    const seen = `had loaded foreign code first, which can type for a person: NODE_OPTIONS --require ${fake}`
    expect((await project.whet(['verify', 'table-booking'])).stdout).toContain(seen)
    expect((await project.whet(['history', 'table-booking'])).stdout).toContain(seen)
    expect((await project.whet(['verify', 'table-booking', '--require', 'signed'])).code).toBe(4)
  })

  it.each<[string, Record<string, string>, string[], string[]]>([
    ['nothing', {}, [], []],
    ['harmless flags', { NODE_OPTIONS: '--max-old-space-size=400' }, ['--enable-source-maps'], []],
    ['a flag and its value', { NODE_OPTIONS: '-r /a.cjs' }, [], ['NODE_OPTIONS -r /a.cjs']],
    [
      'a joined flag',
      { NODE_OPTIONS: '--import=/a.mjs --require "/b c.cjs"' },
      [],
      ['NODE_OPTIONS --import=/a.mjs', 'NODE_OPTIONS --require "/b c.cjs"'],
    ],
    ['node itself', {}, ['--import', './a.mjs'], ['node --import ./a.mjs']],
    [
      'a door for debuggers',
      { NODE_OPTIONS: '--inspect=9229' },
      ['--experimental-config-file=/a.json'],
      ['NODE_OPTIONS --inspect=9229', 'node --experimental-config-file=/a.json'],
    ],
    ['a library', { LD_PRELOAD: '/tmp/tty.so' }, [], ['LD_PRELOAD /tmp/tty.so']],
  ])('%s', (_, env, args, expected) => expect(preloads(env, args)).toEqual(expected))
})

describe('a word given through a pipe', () => {
  it('is recorded as unattested and shown as such: reject, abort, reset, trust', async () => {
    await project.whet(['design', 'new', 'second', '--requirements', 'requirements.md'])
    await project.whet(['reject', 'second', 'The guest can order a cake.'])
    await project.whet(['abort', 'second', 'enough'])
    expect((await project.whet(['design', 'reset', 'second'])).stdout).toContain('unattested')
    const told = (await project.whet(['history', 'second'])).stdout
    for (const words of ['rejected it (unattested)', 'aborted (unattested)', 'reset by']) expect(told).toContain(words)
    expect(told).toMatch(/reset by \S+ \(unattested\)/)
    const { history } = JSON.parse(project.read('features/second/design/state.json')) as {
      history: { choice?: string; assurance?: string }[]
    }
    expect(history.filter(({ choice }) => choice).map(({ choice, assurance }) => `${choice} ${assurance}`)).toEqual([
      'reject unattested',
      'abort unattested',
      'reset unattested',
    ])
    project.write('whetstone.yaml', 'makers: { default: claude }\n')
    expect((await project.whet(['trust'])).stdout).toContain('Recorded as unattested')
    expect(JSON.parse(project.read('../home/.config/whetstone/trust.json'))).toMatchObject({ [project.root]: { assurance: 'unattested' } })
    expect((await project.whet(['trust', '--show'])).stdout).toContain('Trusted')
  })
})
