// The code a change adds: the tokens of lines that were not there before, with everything around them at hand.
import { diffArrays } from 'diff'
import { languageOf } from './files.ts'
import type { Change } from './tampering.ts'
import { type Language, type Token, tokenize } from './tokens.ts'

export interface Added {
  language: Language
  /** All tokens of the file after the change. */
  tokens: Token[]
  /** Whether the token at this index stands on a line that was added or changed. */
  isNew(index: number): boolean
}

const maxEdits = 4_000

/** Numbers (from 1) of the lines of `after` that were added or changed. */
function addedLines({ before, after }: Change): Set<number> {
  const found = new Set<number>()
  if (after === null) return found
  const lines = after.split('\n').map((line) => line.trim())
  const parts = diffArrays(
    (before ?? '').split('\n').map((line) => line.trim()),
    lines,
    { maxEditLength: maxEdits },
  )
  if (!parts) return new Set(lines.map((_, index) => index + 1))
  let at = 1
  for (const part of parts) {
    if (part.removed) continue
    for (let index = 0; index < part.value.length; index++, at++) if (part.added) found.add(at)
  }
  return found
}

/** Null where the file is gone or in no language we read. */
export function readAdded(change: Change): Added | null {
  const language = languageOf(change.path)
  if (!language || change.after === null) return null
  const fresh = addedLines(change)
  const tokens = tokenize(change.after, language)
  return { language, tokens, isNew: (index) => fresh.has(tokens[index]?.line ?? 0) }
}
