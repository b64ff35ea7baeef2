// A document that contains its own digest: computed with the digest's 64 characters blanked, so that any changed byte shows.
//
// This proves that the bytes are those that were written, barring deliberate forgery. Whoever changes the document on purpose can
// recompute the digest; only the approver's signature protects against that, and it covers the design's checksum, not these words.
import { sha256 } from '../../lib/hash.ts'

export const blank = '0'.repeat(64)

const marks = {
  page: (digest: string) => `<meta name="whetstone-page-sha256" content="${digest}">`,
  statement: (digest: string) => `"statementSha256": "${digest}"`,
}

export type Sealed = keyof typeof marks

/** Inserts the digest where the document left it blank. */
export function seal(text: string, kind: Sealed): string {
  return text.replace(marks[kind](blank), () => marks[kind](sha256(text)))
}

export function blankMark(kind: Sealed): string {
  return marks[kind](blank)
}

/** Null if the seal is intact; otherwise what is wrong with it. */
export function sealProblem(text: string, kind: Sealed): string | null {
  const [before, after] = marks[kind]('\n').split('\n') as [string, string]
  const start = text.indexOf(before)
  const digest = text.slice(start + before.length, start + before.length + 64)
  if (start < 0 || !/^[0-9a-f]{64}$/.test(digest) || !text.startsWith(after, start + before.length + 64))
    return 'it carries no digest of itself'
  const actual = sha256(text.slice(0, start + before.length) + blank + text.slice(start + before.length + 64))
  return actual === digest ? null : `it was changed: its digest says ${digest}, its bytes give ${actual}`
}
