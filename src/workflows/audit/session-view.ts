// How a session folder is read and changed: the types between the audit workflow and its adapter.
import * as z from 'zod'

/** What to read. Paths are relative to the session folder. */
export interface SessionQuery {
  /** The folder, as the project sees it. */
  session: string
  /** Whole folders; `texts` is how many bytes of content to keep beside the hashes, at most a quarter from one file. */
  folders: { path: string; texts: number }[]
  /** Single files with their texts; for an append-only log the last bytes suffice. */
  files: { path: string; tail?: number }[]
  /** Reading stops after this time and reports what was left. */
  seconds: number | null
}

export const SessionFile = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Null if not requested, not UTF-8 or too large; only the end if that was requested. */
  text: z.string().nullable(),
})
export type SessionFile = z.infer<typeof SessionFile>

export const SessionView = z.object({
  files: z.array(SessionFile),
  /** Files that couldn't be read, with the reason: a link that leads out, binary, too large. */
  problems: z.array(z.object({ path: z.string(), what: z.string() })),
  unread: z.array(z.string()),
})
export type SessionView = z.infer<typeof SessionView>

/** Changes: each file from one known content to another, and lines to append. Texts by hash. */
export interface SessionChange {
  session: string
  files: { path: string; before: string | null; after: string }[]
  lines: { path: string; line: string }[]
  /** If there are many, all texts as one JSON list, by its hash. */
  bundle: string | null
}

/** A conflict means nothing was written: the file holds neither the old nor the new content. */
export const SessionChanged = z.object({
  conflicts: z.array(
    z.object({
      path: z.string(),
      expected: z.string().nullable(),
      found: z.string().nullable(),
      /** The old, current and intended content, if all three are small enough to compare. */
      texts: z.object({ was: z.string(), is: z.string(), wanted: z.string() }).nullable(),
    }),
  ),
})
export type SessionChanged = z.infer<typeof SessionChanged>
