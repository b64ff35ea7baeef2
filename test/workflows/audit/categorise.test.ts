// Severity by what a finding speaks of.
import { describe, expect, test } from 'vitest'
import { categorise, categoryOf } from '../../../src/workflows/audit/categorise.ts'

describe('by words', () => {
  test.each([
    ['Text contrast fails WCAG AA', 'Critical'],
    ['Contrast is only 3.2:1 (needs 4.5:1)', 'Critical'],
    ['Contrast 2.9:1 on placeholder text', 'Critical'],
    ['Icon buttons have no aria-label', 'Critical'],
    ['Not reachable by keyboard', 'Critical'],
    ['No visible focus indicator', 'Critical'],
    ['Invalid token format in color.primary', 'Critical'],
    ['Token radius.lg is malformed', 'Critical'],
    ['color.primary is missing $type', 'Critical'],
    ['Tokens do not follow the W3C format', 'Critical'],
    ['Token file is not in W3C format', 'Critical'],
    ['Unresolved reference in token color.link', 'Critical'],
    ['Missing hover state', 'High'],
    ['Button has no error state', 'High'],
    ['Disabled state not defined', 'High'],
    ['Inconsistent spacing between cards', 'High'],
    ['Hard-coded colour in the footer', 'High'],
    ['Inconsistent naming of surfaces', 'Medium'],
    ['Rename bg2', 'Medium'],
    ['Contrast pairs are not documented', 'Medium'],
    ['Missing documentation for states', 'Medium'],
    ['Prefer rounder corners', 'Low'],
    ['Consider a softer shadow', 'Low'],
    ['Minor: tighten the heading', 'Low'],
    ['No contrast failures', null],
    ['All contrast failures were fixed', null],
    ['Contrast failures must be fixed', 'Critical'],
    ['No issues in light; contrast fails in dark', 'Critical'],
    ['Large hero image', null],
  ])('%j is %s', (text, expected) => {
    expect(categoryOf(text)?.severity ?? null).toBe(expected)
  })

  test('what fits nothing is Medium when no severity is stated', () => {
    expect(categorise('Large hero image', null)).toEqual({ severity: 'Medium', category: null, raised: null })
  })

  test('long text costs no more than its length', () => {
    for (const text of ['no '.repeat(50_000), 'a'.repeat(200_000), 'invalid '.repeat(20_000), 'contrast '.repeat(20_000)]) categoryOf(text)
  })
})

describe('a stated severity', () => {
  test('gives way to a higher one, and that is said', () => {
    expect(categorise('Contrast fails WCAG AA', 'Low')).toEqual({
      severity: 'Critical',
      category: 'an accessibility failure',
      raised: 'the report says Low, but an accessibility failure is Critical',
    })
  })

  test('stays when the category is lower or none', () => {
    expect(categorise('Rename bg2', 'High')).toMatchObject({ severity: 'High', raised: null })
    expect(categorise('Large hero image', 'Low')).toMatchObject({ severity: 'Low', raised: null })
  })
})
