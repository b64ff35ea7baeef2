// Keys stay inside.
import { expect, it } from 'vitest'
import { redact, redactDeep } from '../../src/agents/redact.ts'

const key = 'sk-ant-"secret"/+key'

it.each([
  ['as it is', `bad key ${key}!`],
  ['inside JSON', `{"k":${JSON.stringify(key)}}`],
  ['inside a URL', `?key=${encodeURIComponent(key)}`],
  ['in Base64', Buffer.from(key).toString('base64')],
])('a key %s is replaced', (_how, text) => {
  const clean = redact(text, [key])
  expect(clean).toContain('[redacted]')
  expect(clean).not.toMatch(/secret/)
})

it('a key that contains another leaves nothing behind', () => {
  expect(redact('longer-key-1234', ['key-1234', 'longer-key-1234'])).toBe('[redacted]')
})

it('placeholders too short to be keys leave honest text alone', () => {
  expect(redact('ask ollama', ['ollama', ''])).toBe('ask ollama')
})

it('reaches every string of a value, keys included', () => {
  expect(redactDeep({ 'secret-key-1': ['secret-key-1', 3, null] }, ['secret-key-1'])).toEqual({ '[redacted]': ['[redacted]', 3, null] })
})
