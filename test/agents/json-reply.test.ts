// JSON replies as models give them: what is read, what is refused, and where the fault is said to be.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readForm, readJson } from '../../src/agents/json-reply.ts'
import { withoutThinking } from '../../src/agents/thinking.ts'
import type { Json } from '../../src/schema/event.ts'

const plan = '{"plan": ["a", "b", "c"]}'
const value = { plan: ['a', 'b', 'c'] }

describe('a reply that must be JSON', () => {
  it.each<[string, string]>([
    ['bare', plan],
    ['with a byte order mark', `\uFEFF${plan}`],
    ['in a json fence', `\`\`\`json\n${plan}\n\`\`\``],
    ['in an unmarked fence', `\`\`\`\n${plan}\n\`\`\`\n`],
    ['in a fence marked JSON', `\`\`\`JSON\n${plan}\n\`\`\``],
    ['in a longer fence', `\`\`\`\`json\n${plan}\n\`\`\`\``],
    ['in a fence between sentences', `Sure! Here is the plan:\n\n\`\`\`json\n${plan}\n\`\`\`\n\nShall I go on?`],
    ['in a fence beside one of another language', `Run\n\`\`\`sh\nnpm test {a}\n\`\`\`\nthen\n\`\`\`json\n${plan}\n\`\`\``],
    ['after a sentence', `Here you are: ${plan}`],
    ['before a sentence', `${plan}\n\nI hope that helps.`],
    ['between sentences with links and footnotes', `See [the notes](x.md) and [1]. ${plan} That covers (a) and {b}.`],
    ['after thinking', `<think>\nMaybe {"plan": ["x"]}? No.\n</think>\n\n${plan}`],
    ['after thinking, in a fence', `<thinking>hm</thinking>\n\`\`\`json\n${plan}\n\`\`\``],
    ['after thinking whose opening tag was dropped', `Okay, {"plan": []} is too short.\n</think>\n${plan}`],
    ['after thinking in brackets', `[THINK]Maybe {"plan": ["x"]}?[/THINK]${plan}`],
    ['after thinking between triangles', `◁think▷Maybe {"plan": ["x"]}?◁/think▷${plan}`],
    [
      'after thinking in a channel of its own',
      `<|channel|>analysis<|message|>Maybe {"plan": ["x"]}?<|end|><|start|>assistant<|channel|>final<|message|>${plan}`,
    ],
    ['in the final channel alone', `<|start|>assistant<|channel|>final<|message|>${plan}`],
    ['after thinking and a sentence', `<think>x</think> Here: ${plan}`],
    ['after the form that was asked for', `You asked for {"plan": ["…", …]}. Here it is: ${plan}`],
  ])('is taken %s', (_what, reply) => expect(readJson(reply)).toEqual({ value }))

  it.each<[string, string, RegExp]>([
    ['prose alone', 'I cannot do that.', /expected JSON: JSON line 1, column 1/],
    ['nothing', '', /expected JSON/],
    ['two documents in fences', '```json\n{}\n```\n```json\n{}\n```', /expected one JSON document, found 2/],
    ['two documents in prose', `First ${plan}, or {"plan": []}`, /found 2/],
    ['a reply that was cut', 'Here: {"plan": ["a", "b"], "more": {"x": 1}', /expected JSON/],
    ['a cut reply that holds a whole list', '{"plan": ["a", "b", "c"], "x": ', /expected JSON/],
    ['a doubled key', '{"a":1,"a":2}', /"a"/],
    ['__proto__', 'Well: {"__proto__":{"x":1}}', /__proto__/],
    ['nesting without end', '['.repeat(100_000), /nested deeper/],
    ['a trailing comma, with its place in the reply', `Here:\n\n\`\`\`json\n{\n  "plan": ["a",]\n}\n\`\`\``, /line 5, column 16/],
    ['a fault in a bare document after prose', 'One\ntwo {"a": tru}', /line 2, column 11/],
    ['a fault after thinking', '<think>\nx\n</think>\n{"a": tru}', /line 4, column 7/],
  ])('is refused: %s', (_what, reply, problem) => expect(readJson(reply)).toEqual({ problem: expect.stringMatching(problem) }))

  const prose = fc
    .array(fc.constantFrom('Sure!', 'Here is it:', 'as asked', 'See (a).', 'Done.', '**bold**', '- item', '1 < 2', "it's"), {
      maxLength: 4,
    })
    .map((words) => words.join('\n'))
  const document = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 }),
    fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { minLength: 1 }),
  )
  const fit = (value: unknown) =>
    !JSON.stringify(value).includes('__proto__') && !JSON.stringify(value).includes('```') && JSON.stringify(value).isWellFormed()

  it('is the same however it is wrapped', () => {
    fc.assert(
      fc.property(
        document.filter(fit),
        prose,
        prose,
        fc.boolean(),
        fc.constantFrom('bare', 'fence', 'pretty'),
        (made, before, after, thinks, form) => {
          const expected = JSON.parse(JSON.stringify(made)) as Json
          const body = form === 'pretty' ? JSON.stringify(made, null, 2) : JSON.stringify(made)
          const shown = form === 'bare' ? body : `\`\`\`json\n${body}\n\`\`\``
          const reply = `${thinks ? '<think>\nlet me see {"a": 1}\n</think>\n' : ''}${before}\n${shown}\n${after}`
          expect(readJson(reply)).toEqual({ value: expected })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never throws and is read in reasonable time, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => void readJson(text)),
      { numRuns: 500 },
    )
    for (const text of [
      '[a](b) '.repeat(200_000),
      '{x} '.repeat(300_000),
      '{"a":x} '.repeat(50_000),
      '"{'.repeat(300_000),
      '<think>'.repeat(100_000),
      '</think>\n'.repeat(100_000),
    ])
      expect(readJson(text)).toHaveProperty('problem')
  })
})

it('thinking is taken off only where it is certain', () => {
  expect(withoutThinking('<think>a</think>\n# Title\n')).toEqual({ text: '# Title\n', above: 1, thought: 16 })
  for (const text of [
    '# About <think>\n\n</think>\n',
    '<think>never closed',
    '[THINK]never closed',
    '<|channel|>analysis<|message|>never final',
    '# Channels\n\n<|channel|>final<|message|>',
    '<think>only thought</think>\n',
    '```html\n</think>\n```\n# Tags\n',
    'a\n</think>\nb\n</think>\nc',
  ])
    expect(withoutThinking(text)).toEqual({ text, above: 0, thought: 0 })
})

it('a wrong form is told with its place and what the schema says there', () => {
  const form = z.object({ plan: z.array(z.string()).min(3), steps: z.array(z.object({ n: z.int() })).default([]) })
  const schema = z.toJSONSchema(form, { io: 'input' }) as Json
  expect(readForm({ plan: ['a', 'b', 'c'] }, form, schema)).toEqual({ value: { plan: ['a', 'b', 'c'], steps: [] } })
  expect(readForm({ plan: ['a'] }, form, schema)).toEqual({
    problem:
      '/plan: Too small: expected array to have >=3 items.\nThe schema asks for: /plan {"minItems":3,"type":"array","items":{"type":"string"}}',
  })
  expect(readForm({ plan: ['a', 'b', 3], steps: [{ n: 0.5 }] }, form, schema)).toEqual({
    problem: expect.stringMatching(
      /^\/plan\/2: .*; \/steps\/0\/n: .*\.\nThe schema asks for: \/plan\/2 \{"type":"string"\}; \/steps\/0\/n .*"type":"integer"/,
    ),
  })
  expect(readForm([], form, schema)).toEqual({
    problem: expect.stringMatching(/^\/: Invalid input: expected object, received array\.\nThe schema asks for: \/ \{"type":"object"/),
  })
})
