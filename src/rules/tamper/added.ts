// The code a change adds: the leaves on lines that were not there before, with everything around them at hand.
import { diffArrays } from 'diff'
import type { Node, Source } from '../reading/syntax.ts'
import { type Language, languageOf } from './files.ts'
import type { Read } from './read.ts'
import type { Change } from './tampering.ts'

export interface Added {
  language: Language
  /** The file after the change. */
  source: Source
  /** Whether it begins on a line that was added or changed. */
  isNew(node: Node): boolean
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
export function readAdded(change: Change, read: Read): Added | null {
  const language = languageOf(change.path)
  const source = change.after === null ? null : read(change.path, change.after)
  if (!language || !source) return null
  const fresh = addedLines(change)
  return { language, source, isNew: ({ line }) => fresh.has(line) }
}
