// Finds texts that say the same: equal once inflection and order are put aside, or equal but for one word.
import type { Prose } from './prose.ts'

/** A text with fewer different words than this must be equal to count; one word is too much of it. */
const nearFrom = 7

/**
 * For each text the index of an earlier one it repeats, or -1. Every text leaves behind the fingerprint of its set of stems and,
 * if long enough, of that set with each stem left out; so one pass finds sets that differ by one stem.
 */
export function repeats(texts: readonly Prose[]): number[] {
  const exact = new Map<string, number>()
  const near = new Map<number, number[]>()
  return texts.map((text, i) => {
    if (text.stems.size === 0) return -1
    const key = [...text.stems].sort().join(' ')
    const same = exact.get(key)
    if (same !== undefined) return same
    exact.set(key, i)
    if (text.stems.size < nearFrom) return -1
    let sum = 0
    for (const stem of text.stems) sum = (sum + fingerprint(stem)) % modulus
    const prints = [sum, ...[...text.stems].map((stem) => (sum - fingerprint(stem) + modulus) % modulus)]
    const found = prints.flatMap((print) => near.get(print) ?? []).find((j) => differByOne(texts[j]!.stems, text.stems))
    for (const print of prints) if (!near.has(print)) near.set(print, [i])
    return found ?? -1
  })
}

const modulus = 2 ** 48

function fingerprint(stem: string): number {
  let h1 = 0x811c9dc5
  let h2 = 0x1234567
  for (let i = 0; i < stem.length; i++) {
    h1 = Math.imul(h1 ^ stem.charCodeAt(i), 0x01000193)
    h2 = Math.imul(h2 ^ stem.charCodeAt(i), 0x5bd1e995)
  }
  return (h1 >>> 0) * 65_536 + ((h2 >>> 0) & 0xffff)
}

function differByOne(a: Set<string>, b: Set<string>): boolean {
  if (Math.abs(a.size - b.size) > 1) return false
  let missing = 0
  for (const stem of a) if (!b.has(stem) && ++missing > 1) return false
  return true
}
