// A maker, a judge or a command that says a key out loud: it is in no journal, file, report or terminal; the artifact alone stays as made, with a warning.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { yesNo } from '../../src/agents/judge/anchors.ts'
import { readJudgement } from '../../src/agents/judge/judge.ts'
import { cleanReply, cleaner } from '../../src/agents/clean-reply.ts'
import { unwrap } from '../../src/workflows/reflex/unwrap.ts'
import { findSecrets, withoutSecrets } from '../../src/lib/secrets.ts'
import { type Project, newProject } from '../e2e/whet.ts'

const alphabet = 'k7Qz2Vw8Xb6Lt1Rn9Yc3Md5Pf4Hs0JuEaGiOTgCxSpDvWq'
/** A key of GitHub's form, another one for each name. */
const key = (name: string) =>
  `ghp_${Array.from({ length: 36 }, (_, n) => alphabet[(n * 7 + name.charCodeAt(n % name.length) * (n + 3)) % alphabet.length]).join('')}`
const usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }
const said = (text: string) => ({ text, usage, model: null, warnings: [] })

describe('a reply', () => {
  it('that is not the artifact loses its keys, and stays JSON', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, maxLength: 12 }), fc.jsonValue(), (name, other) => {
        const text = JSON.stringify({
          plan: [`use ${key(name)}`, 'b'],
          api_key: key(name),
          pem: `-----BEGIN PRIVATE KEY-----\n${key(name).slice(4).repeat(4)}\n-----END PRIVATE KEY-----`,
          other,
        })
        const { text: clean = '' } = cleanReply(said(text), { expects: 'json' }, []) as { text: string }
        expect(clean).not.toContain(key(name).slice(4))
        expect(JSON.parse(clean)).toMatchObject({ plan: ['use [redacted]', 'b'], api_key: '[redacted]' })
      }),
    )
  })

  it.each(['\n', '\t', '\r\n', '\n\n- '])('that has keys after %j in a string loses every one of them', (between) => {
    const names = ['one', 'two', 'three']
    const text = JSON.stringify({ problem: names.map(key).join(between), nested: JSON.stringify({ again: `x${between}${key('four')}` }) })
    const { text: clean = '' } = cleanReply(said(text), { expects: 'json' }, []) as { text: string }
    for (const name of [...names, 'four']) expect(clean).not.toContain(key(name).slice(4))
    expect(JSON.parse(clean)).toMatchObject({ problem: names.map(() => '[redacted]').join(between) })
  })

  it('that hides keys behind escapes of JSON loses them too', () => {
    const text = `{"a":"password=\\"${key('quoted').slice(4, 20)}\\"","b":"\\u0067hp_${key('spelled').slice(4)}"}`
    const { text: clean = '' } = cleanReply(said(text), { expects: 'json' }, []) as { text: string }
    expect(JSON.parse(clean)).toEqual({ a: 'password="[redacted]"', b: '[redacted]' })
  })

  it('that repeats a key from what it was shown, without the words that told it, loses it too', () => {
    const secret = 'tR4!vK9#zQ2mLx7'
    const shown = `password = "${secret}"`
    expect(findSecrets(shown)).toHaveLength(1)
    expect(cleaner([shown])(`The value ${secret} stands there.`)).toBe('The value [redacted] stands there.')
  })

  it('that is the artifact keeps every byte of it, and loses keys around it', () => {
    const artifact = `{ "token": "${key('artifact')}" }\n`
    const text = `Sure, I used ${key('chatter')}.\n\n\`\`\`json\n${artifact}\`\`\`\n\nYours, ${key('after')}`
    const { text: kept, secrets } = cleanReply(
      said(text),
      { expects: 'text', makes: 'json' },
      [],
      (reply, kind) => unwrap(reply, kind).text,
    ) as { text: string; secrets?: string[] }
    expect(unwrap(kept, 'json').text).toBe(artifact)
    expect(kept).not.toMatch(new RegExp(`${key('chatter')}|${key('after')}`))
    expect(secrets).toEqual(['GitHub token, line 1'])
  })

  it('is cleaned once: a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, name) => {
        const once = withoutSecrets(`${text} ${key(name)} password: "x9#Kf2!vTq8z"`)
        expect(withoutSecrets(once)).toBe(once)
      }),
    )
  })

  it('of a judge proves what it quotes, with the key gone', () => {
    const artifact = `# Setup\n\nexport GITHUB_TOKEN=${key('artifact')}\n`
    const quote = `export GITHUB_TOKEN=${key('artifact')}`
    const reply = cleanReply(
      said(JSON.stringify({ anchor: 'met', absent: false, quotes: [quote], reasoning: `it shows ${key('artifact')}` })),
      { expects: 'json' },
      [artifact],
    ) as { text: string }
    const judgement = readJudgement({ replyText: reply.text, artifact, anchors: yesNo })
    expect(judgement).toMatchObject({
      valid: true,
      outcome: 'pass',
      evidence: [
        { quote: 'export GITHUB_TOKEN=[redacted]', message: expect.stringContaining('with a key in it redacted'), location: { line: 3 } },
      ],
    })
    expect(JSON.stringify(judgement)).not.toContain(key('artifact'))
    const forged = readJudgement({
      replyText: JSON.stringify({ anchor: 'met', absent: false, quotes: ['anything [redacted] else'], reasoning: '' }),
      artifact,
      anchors: yesNo,
    })
    expect(forged).toMatchObject({ valid: false, reason: 'quote' })
  })
})

describe('a loop', () => {
  let at: Project
  beforeEach(() => (at = newProject()))
  afterEach(() => at.remove())

  it('keeps keys out of everything but the artifact, and warns', async () => {
    const artifact = `# Setup\n\nexport GITHUB_TOKEN=${key('artifact')}\n`
    at.program(
      'maker',
      `process.stderr.write('${key('stderr')}');
      const plan = JSON.stringify({ plan: ['use ${key('plan')}', 'b', 'c'] });
      const issues = JSON.stringify({ issues: [{ rule_id: 'a.quality.port', problem: '${key('critique')}', fix_instruction: 'x', expected_effect: 'y' }] });
      process.stdout.write(/"plan"/.test(prompt) ? plan : /"issues"/.test(prompt) ? issues : 'Here you are, with ${key('chatter')}:\\n\\n\`\`\`markdown\\n' + ${JSON.stringify(artifact)} + '\`\`\`\\n')`,
    )
    at.program(
      'judge',
      `process.stdout.write(JSON.stringify({ anchor: 'met', absent: false, quotes: ['export GITHUB_TOKEN=${key('artifact')}'], reasoning: 'it has ${key('artifact')}' }))`,
    )
    const command = `sh -c 'echo ${key('command').slice(0, 20)}""${key('command').slice(20)} >&2; false'`
    const rules = [
      { id: 'a.quality.shown', description: 'Shows the token', severity: 'fail', weight: 1, check: 'The token is shown' },
      {
        id: 'a.quality.port',
        description: 'Names the port',
        severity: 'fail',
        weight: 1,
        check: { kind: 'content.contains', text: 'port 7431' },
      },
      { id: 'a.quality.runs', description: 'Runs', severity: 'warn', weight: 1, check: { kind: 'command', command } },
    ]
    at.write('criteria.json', JSON.stringify({ rules, max_iterations: 2 }))
    const { stdout, stderr } = await at.whet([
      'reflex',
      'new',
      'a setup',
      '--criteria',
      'criteria.json',
      '--maker',
      'command:maker',
      '--judge',
      'command:judge',
      '--allow-commands',
      '--alias',
      'setup',
    ])
    const everything = at
      .files()
      .filter((path) => path.startsWith(at.root) && !path.endsWith('criteria.json'))
      .map((path) => readFileSync(path, 'utf8'))
      .concat(stdout, stderr)
      .join('\n')
    for (const place of ['stderr', 'plan', 'critique', 'chatter', 'command']) expect(everything, place).not.toContain(key(place))
    expect(at.read('.ai-factory/evolution/setup/artifact.md')).toBe(artifact)
    expect(stdout + stderr).toMatch(/the artifact holds what looks like a key \(GitHub token, line 3\)/)
    expect(stdout).toMatch(/^Warning: the artifact holds/m)
    const judged = at.journal().flatMap(({ events }) => events.filter(({ type }) => type === 'judged' || type === 'evaluation_done'))
    expect(JSON.stringify(judged)).toMatch(/with a key in it redacted/)
    expect(JSON.stringify(judged)).not.toContain(key('artifact'))
    expect((await at.whet(['verify', 'setup'])).code).toBe(0)
    expect((await at.whet(['replay', 'setup'])).code).toBe(0)
  }, 120_000)
})
