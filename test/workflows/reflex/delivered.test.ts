// Passed means passed: what a loop judged, kept and saved is the same bytes, and `whet check` says the same of the saved file.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as check from '../../../src/operations/check.ts'
import { fill } from '../../../src/rules/template.ts'
import { type TaskType, taskTypes, templates } from '../../../src/workflows/reflex/templates/templates.ts'
import type { Rule } from '../../../src/schema/rule.ts'
import { folder, loop, openWorld, project, run, runFile, says, sha256, steady } from '../../operations/support.ts'

const spec = `openapi: 3.1.0
info: {title: Things, version: "1"}
security: [{key: []}]
paths:
  /things:
    get:
      summary: List things
      description: |
        Such as
        \`\`\`json
        [{"id": 1}]
        \`\`\`
      parameters: [{name: cursor, in: query, schema: {type: string}}]
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}, example: [{id: 1}]}}}
        "400": {description: bad}
        "500": {description: oops}
components:
  schemas: {Thing: {type: object, required: [id], properties: {id: {type: integer}}}}
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
`
const guide = '# Guide\n\nRead this first.\n\n## Use\n\n```sh\nnpm test\n```\n\nSee [use](#use) and [notes](notes.md).\n\n## End\n\nDone.\n'
const config = '# where it listens\nserver:\n  # PORT: the port\n  port: ${PORT:-8080}\n'
const code = '/** Adds. */\nexport function add(a: number, b: number): number {\n  return a + b\n}\n'
const fence = (lang: string, text: string, mark = '```') => `${mark}${lang}\n${text}${mark}\n`

/** For each template: what is made, good and bad, and the files it may be saved as. */
const works: Record<TaskType, { texts: string[]; targets: (string | undefined)[]; lang: string; answers?: object; rules?: Rule[] }> = {
  'api-spec': {
    texts: [spec, spec.replace('      summary: List things\n', ''), `${spec}  broken: [`, JSON.stringify({ openapi: '3.1.0' })],
    targets: [undefined, 'openapi.yaml', 'api/openapi.yml', 'spec.json', 'spec.md'],
    lang: 'yaml',
    answers: { operations: ['GET /things'] },
  },
  docs: {
    texts: [guide, guide.replace('## Use', '#### Use'), 'Only words.\n'],
    targets: [undefined, 'GUIDE.md', 'docs/guide.md'],
    lang: 'markdown',
  },
  config: {
    texts: [config, config.replace('# where', 'password: q9Xv2mLw8RtY4z\n# where'), 'a: [\n'],
    targets: [undefined, 'settings.yaml', 'conf/settings.yml'],
    lang: 'yaml',
    answers: { keys: ['server.port'] },
  },
  code: {
    texts: [code, code.replace(': number {', ' {'), fence('ts file=src/add.ts', code)],
    targets: [undefined, 'src/add.ts'],
    lang: 'ts',
    answers: { exports: ['add'] },
  },
  other: {
    texts: ['{"word": 1}\n', 'word\n', 'nothing\n'],
    targets: [undefined, 'x.json', 'x.txt', 'x.md'],
    lang: 'json',
    rules: [says('a.correctness.word', 'word'), { ...says('a.correctness.json', 'x'), check: { kind: 'parse' } }],
  },
}

const wrappings: ((text: string, lang: string) => string)[] = [
  (text) => text,
  (text, lang) => fence(lang, text, '````'),
  (text, lang) => `Certainly! Here it is:\n\n${fence(lang, text, '````')}\nAnything else?`,
  (text) => `<think>\nThat should do.\n</think>\n\n${text}`,
]

const notes = { 'docs/notes.md': '# Notes\n', 'notes.md': '# Notes\n' }

describe.each(taskTypes)('a loop of %s', (type) => {
  const { texts, targets, lang, answers = {}, rules: own } = works[type]
  const rules =
    own ?? fill(templates[type], answers as never).filter(({ check: by }) => typeof by !== 'string' && by.kind !== 'judged-by-agent')

  it('judges, keeps and saves the same bytes, and the saved file is judged the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.constantFrom(...targets),
        fc.constantFrom(...wrappings),
        async (text, target, wrap) => {
          const at = project(notes)
          const { report } = await loop(at, {
            rules,
            makes: steady([wrap(text, lang)]),
            more: { type, max_iterations: 1 },
            input: target ? { saveTo: target } : {},
          })
          const kept = at.read(`${folder()}/artifact.md`)
          expect(report.artifact).toMatchObject({ text: kept, sha256: sha256(kept) })
          if (target) expect(at.read(target)).toBe(kept)
          const { evaluation } = runFile(at)
          expect(evaluation?.artifact_hash).toBe(sha256(kept))
          const file = target ?? `${folder()}/artifact.md`
          // Another project, which has no verdicts of the loop to go by.
          const elsewhere = project({ ...notes, 'criteria.json': at.read('criteria.json'), [file]: at.read(file) })
          const { checked } = await run(check, { files: [file], rules: 'criteria.json' }, openWorld(elsewhere))
          const found = new Map(checked[0]?.verdicts.map(({ ruleId, outcome }) => [ruleId, outcome]))
          for (const { id, verdict } of evaluation?.rule_results ?? []) expect([id, found.get(id)]).toEqual([id, verdict])
          if (report.passed) expect(checked[0]?.blockers).toEqual([])
        },
      ),
      { numRuns: 6 },
    )
  }, 300_000)
})

it('chatter is not saved: a loop that makes courses.json makes JSON, and tells its maker so', async () => {
  const at = project()
  const rules = [{ ...says('a.correctness.json', 'x'), check: { kind: 'parse' } }]
  const { report, asked, world } = await loop(at, {
    rules,
    makes: steady(['Certainly!\n\n```json\n{"courses": []}\n```\n\nAnything else?']),
    input: { saveTo: 'courses.json' },
  })
  expect(report.passed).toBe(true)
  expect(at.read('courses.json')).toBe('{"courses": []}\n')
  expect(asked.find(({ role }) => role === 'produce')?.prompt).toContain(
    'Form of the artifact: one JSON document, not markdown. Answer with it alone: no fence, no words around it. It becomes courses.json.',
  )
  expect(world.said.join('\n')).toMatch(/Removed from the reply: a fence marked json and what was said around it \(26 characters\)\./)
  const doubtful = project()
  const left = await loop(doubtful, {
    rules,
    makes: steady(['```json\n{}\n```\n```json\n[]\n```\n']),
    more: { max_iterations: 1 },
    input: { saveTo: 'courses.json' },
  })
  expect(left.report.passed).toBe(false)
  expect(left.world.said.join('\n')).toMatch(/Nothing was removed: there are 2 code fences/)
})

it('a loop that was left saves where it was told to when somebody else ends it', async () => {
  const at = project()
  const leave = new AbortController()
  await loop(at, {
    rules: [says('a.correctness.word', 'word')],
    makes: (request) => (request.role === 'produce' && leave.abort(), steady(['word\n'])(request)),
    input: { saveTo: 'out/a.txt' },
    world: { signal: leave.signal },
  })
  const { makerWorld } = await import('../../operations/support.ts')
  await run(await import('../../../src/operations/resume.ts'), {}, makerWorld(at, steady(['word\n'])))
  expect(at.read('out/a.txt')).toBe('word\n')
})

it('a loop that failed copies nothing to where its artifact should go', async () => {
  const at = project()
  const { report, world } = await loop(at, {
    rules: [says('a.correctness.word', 'word')],
    makes: (request) => (request.role === 'critique' ? 'no JSON' : steady(['nothing\n'])(request)),
    input: { saveTo: 'out/a.txt' },
  })
  expect(report.status).toBe('failed')
  expect(at.has('out/a.txt')).toBe(false)
  expect(world.said.join('\n')).toContain('nothing was copied to out/a.txt')
})
