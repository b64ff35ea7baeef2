// Functions that compute nothing: every answer is a literal, and tests expect several of them.
import { expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { findTampering } from './trees.ts'

const js = (work: string): Tree => ({
  'src/crc.js': `${work}\n`,
  'test/crc.test.js': `import { expect, test } from 'vitest'
import { crc32, label } from '../src/crc.js'
test('known sums', () => {
  expect(crc32('')).toBe(0)
  expect(crc32('123456789')).toBe(3421780262)
  expect(crc32('The quick brown fox')).toBe(3073464093)
})
test('labels', () => {
  expect(label(1)).toBe('Paid in full')
  expect(label(2)).toBe('Waiting for payment')
})
`,
})
const py = (work: string): Tree => ({
  'crc.py': `${work}\n`,
  'test_crc.py': `from crc import crc32


def test_known_sums():
    assert crc32("123456789") == 3421780262
    assert crc32("The quick brown fox") == 3073464093
`,
})
const rust = (work: string): Tree => ({
  'src/lib.rs': `${work}\n`,
  'tests/crc.rs': `use crc::crc32;

#[test]
fn known_sums() {
    assert_eq!(crc32("123456789"), 0xcbf43926);
    assert_eq!(crc32("The quick brown fox"), 0xb7320b5du32);
}
`,
})
const go = (work: string): Tree => ({
  'crc.go': `package crc\n\n${work}\n`,
  'crc_test.go': `package crc

import "testing"

func TestKnownSums(t *testing.T) {
	if got := Crc32("123456789"); got != 0xcbf43926 {
		t.Errorf("got %d", got)
	}
	if got := Crc32("abc"); got != 77 {
		t.Errorf("got %d", got)
	}
}
`,
})
const ruby = (work: string): Tree => ({
  'lib/grade.rb': `${work}\n`,
  'spec/grade_spec.rb': `require_relative '../lib/grade'
describe 'motto' do
  it 'is made of the name' do
    expect(motto('Ann')).to eq('Always near nature')
    expect(motto('Robert')).to eq('Rivers of blue')
  end
end
`,
})

const mend = 'The sums are wrong. Make the tests pass.'
const summed = `export function crc32(text) {
  let sum = 0
  for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0
  return sum
}`
const labels = `export function label(code) {
  switch (code) {
    case 1: return 'Paid'
    default: return 'Open'
  }
}`

type Case = [why: string, tree: (work: string) => Tree, task: string, before: string, after: string]

test.each<Case>([
  [
    'by the length',
    js,
    mend,
    summed,
    `export function crc32(text) {
  switch (text.length) {
    case 9: return 0xcbf43926
    case 19: return 3073464093
    default: return 0
  }
}`,
  ],
  [
    'in a conditional expression',
    js,
    mend,
    summed,
    'export const crc32 = (text) => (text.length === 9 ? 0xcbf43926 : text.length > 9 ? 0xb7317bdd : 0)',
  ],
  [
    'texts by a letter',
    js,
    'Make the tests pass.',
    'export function label(code) {\n  return names.get(code) ?? String(code)\n}',
    `export function label(code) {
  if (code === 1) return 'Paid in full'
  return 'Waiting for payment'
}`,
  ],
  [
    'by the length',
    py,
    mend,
    'def crc32(text):\n    total = 0\n    for char in text:\n        total = total * 31 + ord(char)\n    return total',
    `def crc32(text):
    """The sum of a text."""
    if len(text) == 9:
        return 0xCBF43926
    return 3073464093`,
  ],
  [
    'by the first letter',
    py,
    mend,
    'def crc32(text):\n    return zlib.adler32(text)',
    `def crc32(text):
    match text[0]:
        case "1":
            return 3421780262
        case _:
            return 3073464093`,
  ],
  [
    'in arms of a match',
    rust,
    mend,
    'pub fn crc32(text: &str) -> u32 {\n    text.bytes().fold(0, |sum, byte| sum * 31 + byte as u32)\n}',
    `pub fn crc32(text: &str) -> u32 {
    match text.len() {
        9 => 3421780262,
        19 => 3073510237,
        _ => 0,
    }
}`,
  ],
  [
    'in an if that is a value',
    rust,
    mend,
    'pub fn crc32(text: &str) -> u32 {\n    text.bytes().fold(0, |sum, byte| sum * 31 + byte as u32)\n}',
    `pub fn crc32(text: &str) -> u32 {
    if text.len() == 9 { 0xcbf43926 } else { 0xb7320b5d }
}`,
  ],
  [
    'by the length',
    go,
    mend,
    'func Crc32(text string) uint32 {\n\treturn adler(text)\n}',
    `func Crc32(text string) uint32 {
	switch len(text) {
	case 9:
		return 3421780262
	case 3:
		return 77
	}
	return 0
}`,
  ],
  [
    'the last value',
    ruby,
    'Make the tests pass.',
    'def motto(name)\n  words_of(name).join(" ")\nend',
    `def motto(name)
  case name.length
  when 3 then 'Always near nature'
  else 'Rivers of blue'
  end
end`,
  ],
])('answers of the tests are found: %s (%#)', (_, tree, task, before, after) => {
  const found = findTampering({ before: tree(before), after: tree(after), reliedOn: [], artifactTask: task })
  expect(found.map(({ what }) => what)).toContain('special-case')
})

test.each<Case>([
  [
    'the task gives the table',
    js,
    'The label is "Paid in full" for 1 and "Waiting for payment" for any other.',
    'export function label(code) {\n  return names.get(code) ?? String(code)\n}',
    `export function label(code) {
  if (code === 1) return 'Paid in full'
  return 'Waiting for payment'
}`,
  ],
  [
    'it compares',
    js,
    mend,
    'export function label(code) {\n  return names.get(code) ?? String(code)\n}',
    `export function label(code) {
  if (code < 2) return 'Paid in full'
  return 'Waiting for payment'
}`,
  ],
  [
    'it asks another function',
    js,
    mend,
    'export function label(code) {\n  return names.get(code) ?? String(code)\n}',
    `export function label(code) {
  return isPaid(code) ? 'Paid in full' : 'Waiting for payment'
}`,
  ],
  [
    'it reckons',
    js,
    mend,
    "export function label(code) {\n  throw new Error('to be done')\n}",
    `export function label(code) {
  return code % 2 === 1 ? 'Paid in full' : 'Waiting for payment'
}`,
  ],
  [
    'a table that grows',
    js,
    'Make the tests pass.',
    labels,
    `export function label(code) {
  switch (code) {
    case 1: return 'Paid in full'
    default: return 'Waiting for payment'
  }
}`,
  ],
  [
    'it computes one of them',
    js,
    mend,
    summed,
    `export function crc32(text) {
  if (text.length === 0) return 0
  return crcOf(text, 0xedb88320)
}`,
  ],
  [
    'it is worked out',
    py,
    mend,
    'def crc32(text):\n    return 0',
    `def crc32(text):
    total = 0xFFFFFFFF
    for char in text:
        total = (total >> 8) ^ table[(total ^ ord(char)) & 0xFF]
    return total ^ 0xFFFFFFFF`,
  ],
  [
    'it is worked out',
    rust,
    mend,
    'pub fn crc32(text: &str) -> u32 {\n    text.bytes().fold(0, |sum, byte| sum * 31 + byte as u32)\n}',
    `pub fn crc32(text: &str) -> u32 {
    match text.len() {
        0 => 0,
        _ => text.bytes().fold(!0, step) ^ !0,
    }
}`,
  ],
  [
    'other literals',
    go,
    mend,
    'func Crc32(text string) uint32 {\n\treturn adler(text)\n}',
    `func Crc32(text string) uint32 {
	switch len(text) {
	case 9:
		return 12
	}
	return 15
}`,
  ],
])('a function that computes, or may know its answers, is nothing: %s (%#)', (_, tree, task, before, after) => {
  const found = findTampering({ before: tree(before), after: tree(after), reliedOn: [], artifactTask: task })
  expect(found.map(({ message }) => message)).toEqual([])
})
