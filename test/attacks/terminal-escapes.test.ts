// An attacker whose artifact, file name, rule, reply or stderr speaks to the terminal: every byte it would act on is shown instead.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { visible } from '../../src/lib/inert.ts'
import { Fault } from '../../src/schema/fault.ts'
import { createProgress } from '../../src/surfaces/cli/progress.ts'
import { complain, jsonText, print, printJson, talk } from '../../src/surfaces/terminal.ts'
import { type Project, newProject } from '../e2e/whet.ts'
import { harmless, hostile } from './blind/escapes.ts'

/** What no output of ours may hold, colours and the repainted line aside. */
const acts = /(?![\n\t])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|[\ud800-\udfff]/u
const ours = /\x1b\[(?:31|36|39|1|22)m|\r\x1b\[2K/g

afterEach(() => vi.restoreAllMocks())

function printed(stream: 'stdout' | 'stderr'): { text: string } {
  const got = { text: '' }
  vi.spyOn(process[stream], 'write').mockImplementation(((text: string, done?: () => void) => {
    got.text += text
    done?.()
    return true
  }) as typeof process.stdout.write)
  return got
}

describe('what is printed', () => {
  it.each(hostile)('shows %s', (_, text) => {
    expect(visible(text)).not.toMatch(acts)
    expect(visible(text)).toContain('⟨U+')
  })

  it.each(harmless)('leaves %s as it is', (_, text) => expect(visible(text)).toBe(text))

  it('holds no byte that is not ours, whatever the text: answer, document, talk, complaint, live line', async () => {
    const words = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile.map(([, text]) => text)))
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 5 }), async (parts) => {
        const text = parts.join('')
        const [out, err] = [printed('stdout'), printed('stderr')]
        const live = { text: '', isTTY: true, columns: 80, write: (part: string) => ((live.text += part), true) }
        await print(text)
        await printJson({ [text]: [text] })
        talk(text)
        await complain(new Fault('refused', text, { fix: text }))
        const progress = createProgress(live as unknown as NodeJS.WriteStream, { quiet: false })
        progress.say(text)
        progress.end()
        for (const said of [out.text, err.text, live.text]) expect(said.replace(ours, '')).not.toMatch(acts)
      }),
    )
  })

  it('a document reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(jsonText({ text }))).toEqual({ text })
      }),
    )
  })
})

describe('a project full of escapes', () => {
  const escape = '\u001b]0;owned\u0007\u001b[2J\u001b[8mhidden\u009b2K\u202e\rPASS'
  const name = `a${escape.replace('/', '')}.md`
  let at: Project
  beforeAll(async () => {
    at = newProject()
    at.write(name, `# Title ${escape}\n\nTODO ${escape}\n`)
    const rule = {
      id: 'a.completeness.sections',
      description: `has ${escape}`,
      severity: 'fail',
      weight: 1,
      check: { kind: 'markdown.sections', required: [`Usage ${escape}`] },
    }
    at.write('rules.json', JSON.stringify({ rules: [rule], max_iterations: 1 }))
    at.program(
      'maker',
      `process.stderr.write(${JSON.stringify(escape)}); process.stdout.write(/"plan"/.test(prompt) ? JSON.stringify({ plan: [${JSON.stringify(escape)}, 'b', 'c'] }) : ${JSON.stringify(`# ${escape}\n`)})`,
    )
    const { stdout, stderr } = await at.whet([
      'reflex',
      'new',
      `say ${escape}`,
      '--criteria',
      'rules.json',
      '--maker',
      'command:maker',
      '--alias',
      'loop',
    ])
    expect([stdout, stderr]).toEqual([expect.stringContaining('iteration_limit'), expect.anything()])
    for (const said of [stdout, stderr]) expect(said.replace(ours, '')).not.toMatch(acts)
  })
  afterAll(() => at.remove())

  it.each([
    ['check', [name, '--rules', 'rules.json']],
    ['check', [name, '--rules', 'rules.json', '--json']],
    ...['pretty', 'json', 'junit', 'sarif', 'markdown'].map((format) => ['check', [name, '--rules', 'rules.json', '--format', format]]),
    ['check', [`${name}.gone`, '--rules', 'rules.json']],
    ['show', []],
    ['show', ['--json']],
    ...['list', 'status', 'history', 'inbox', 'verify', 'resume', 'stats', 'trust', 'doctor'].map((verb) => [verb, []]),
    ['history', ['--json']],
    ['show', [escape]],
    [escape, []],
    ['reflex', ['new', `x ${escape}`, '--rules-of', escape]],
  ] as [string, string[]][])('%s %j', async (verb, args) => {
    const { stdout, stderr } = await at.whet([verb, ...args])
    expect(stdout + stderr).not.toBe('')
    expect(stdout.replace(ours, '')).not.toMatch(acts)
    expect(stderr.replace(ours, '')).not.toMatch(acts)
  })

  it('show --raw into a pipe gives the very bytes', async () => {
    const made = newProject()
    try {
      const text = `# Title ${escape}\n`
      made.write(
        'rules.json',
        JSON.stringify({
          rules: [
            {
              id: 'a.completeness.there',
              description: 'a title',
              severity: 'fail',
              weight: 1,
              check: { kind: 'content.contains', text: 'Title' },
            },
          ],
          max_iterations: 1,
        }),
      )
      made.program('maker', `process.stdout.write(/"plan"/.test(prompt) ? '{"plan":["a","b","c"]}' : ${JSON.stringify(text)})`)
      await made.whet(['reflex', 'new', 'a title', '--criteria', 'rules.json', '--maker', 'command:maker'])
      expect((await made.whet(['show', '--raw'])).stdout).toBe(text)
      expect((await made.whet(['show'])).stdout).toBe(visible(text))
    } finally {
      made.remove()
    }
  })
})
