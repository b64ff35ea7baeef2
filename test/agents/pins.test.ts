// Which answers count as the model that was asked.
import { expect, it } from 'vitest'
import { modelChanged, temperatureDropped } from '../../src/agents/pins.ts'

it.each([
  ['gpt-6-sol', 'gpt-6-sol', false],
  ['gpt-6-sol', 'gpt-6-sol-2026-09-22', false],
  ['claude-haiku-4-5', 'claude-haiku-4-5-20251001', false],
  ['anthropic/claude-opus-5', 'claude-opus-5', false],
  ['gemini-3.8-flash', 'models/gemini-3.8-flash', false],
  ['llama3.2', 'llama3.2:latest', false],
  ['sonnet', 'claude-sonnet-5-5', false],
  ['4o', 'openai/gpt-4o', false],
  ['m-1', null, false],
  ['unknown', 'anything', false],
  ['gpt-6-sol', 'gpt-6-sol-mini', true],
  ['gpt-6', 'gpt-6.1', true],
  ['claude-opus-5', 'claude-opus-5-5', true],
  ['gpt-6-sol', 'gpt-6-luna', true],
])('%s answered by %s: changed %s', (pinned, reported, changed) => {
  expect(modelChanged(pinned, reported)).toBe(changed)
})

it('a dropped temperature is recognised among other warnings', () => {
  expect(temperatureDropped(['seed is not supported', 'temperature is not supported for reasoning models'])).toBe(true)
  expect(temperatureDropped(['seed is not supported'])).toBe(false)
})
