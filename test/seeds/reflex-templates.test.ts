// The four rule templates, held against the lists that the reflex loop promises.
import { expect, test } from 'vitest'
import { parseRules } from '../../src/rules/load.ts'
import { templates } from '../../src/workflows/reflex/templates/templates.ts'

const severities = (name: keyof typeof templates) => Object.fromEntries(templates[name].rules.map((rule) => [rule.id, rule.severity]))

test('RX-058 the API spec template has its eight rules and thresholds', () => {
  expect(templates['api-spec'].thresholds).toEqual({ A: 8000, B: 9000 })
  expect(severities('api-spec')).toEqual({
    'a.correctness.endpoints': 'fail',
    'a.correctness.schemas': 'fail',
    'a.completeness.examples': 'fail',
    'a.completeness.errors': 'warn',
    'b.style.naming': 'warn',
    'b.completeness.pagination': 'warn',
    'b.completeness.auth': 'fail',
    'b.quality.descriptions': 'warn',
  })
})

test('RX-059 the code template has its eight rules and thresholds', () => {
  expect(templates.code.thresholds).toEqual({ A: 8000, B: 9000 })
  expect(severities('code')).toEqual({
    'a.correctness.compiles': 'fail',
    'a.correctness.logic': 'fail',
    'a.completeness.functions': 'fail',
    'a.completeness.types': 'warn',
    'b.quality.error-handling': 'warn',
    'b.quality.logging': 'warn',
    'b.style.conventions': 'warn',
    'b.security.input-validation': 'fail',
  })
})

test('RX-060 the docs template has its eight rules and thresholds', () => {
  expect(templates.docs.thresholds).toEqual({ A: 7500, B: 8500 })
  expect(severities('docs')).toEqual({
    'a.correctness.accuracy': 'fail',
    'a.completeness.sections': 'fail',
    'a.completeness.examples': 'warn',
    'a.quality.clarity': 'warn',
    'b.quality.structure': 'warn',
    'b.completeness.cross-refs': 'warn',
    'b.style.consistency': 'warn',
    'b.quality.audience': 'warn',
  })
})

test('RX-061 the config template has its eight rules and thresholds', () => {
  expect(templates.config.thresholds).toEqual({ A: 8000, B: 9000 })
  expect(severities('config')).toEqual({
    'a.correctness.syntax': 'fail',
    'a.correctness.required': 'fail',
    'a.completeness.env-vars': 'warn',
    'a.security.no-secrets': 'fail',
    'b.quality.defaults': 'warn',
    'b.completeness.comments': 'warn',
    'b.quality.portability': 'warn',
    'b.security.permissions': 'warn',
  })
})

test('RX-056 a rule without weight gets 2, 1 or 0 by its severity', async () => {
  const rules = ['fail', 'warn', 'info'].map((severity) => ({ id: `a.style.${severity}`, description: 'd', severity, check: 's' }))
  const loaded = await parseRules(JSON.stringify({ rules }), 'rules.json')
  expect('file' in loaded && loaded.file.rules.map((rule) => rule.weight)).toEqual([2, 1, 0])
  for (const { rules: own } of Object.values(templates))
    for (const rule of own) expect([rule.id, rule.weight]).toEqual([rule.id, { fail: 2, warn: 1, info: 0 }[rule.severity]])
})
