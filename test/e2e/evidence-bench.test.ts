// The bench's claim, held: with the evidence a maker that can only mend what it is told passes, without it does not.
import { expect, test } from 'vitest'
import { benchEvidence } from '../../bench/evidence.ts'

test('every shipped template’s failing example passes in at most three iterations with the evidence, and none without', async () => {
  const rows = (await benchEvidence()) as { template: string; told: string; passed: boolean; iterations: number }[]
  expect(new Set(rows.map(({ template }) => template))).toEqual(new Set(['api-spec', 'docs', 'config', 'code']))
  for (const { template, told, passed, iterations } of rows)
    if (told === 'every finding') expect({ template, passed, soon: iterations <= 3 }).toEqual({ template, passed: true, soon: true })
    else expect({ template, passed }).toEqual({ template, passed: false })
}, 120_000)
