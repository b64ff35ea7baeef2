// A session folder as it is seen and as it is changed: the words between the audit workflow and the adapter that has hands.
import * as z from 'zod'

/** What to look at. Paths are below the session folder. */
export interface SessionQuery {
  /** The folder, as the project sees it. */
  session: string
  /** Whole folders; `texts` is how many bytes of contents are kept beside the hashes, a quarter of it from one file. */
  folders: { path: string; texts: number }[]
  /** Single files, with their texts; of a log that only grows, the last bytes will do. */
  files: { path: string; tail?: number }[]
  /** Reading ends after this time, and says what was left unread. */
  seconds: number | null
}

export const SessionFile = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  /** Null where it was not asked for, is no UTF-8 text or is too large to be kept; the end alone where that was asked for. */
  text: z.string().nullable(),
})
export type SessionFile = z.infer<typeof SessionFile>

export const SessionView = z.object({
  files: z.array(SessionFile),
  /** Files that could not be taken, each with the reason: a link that leads out, bytes that are not text, too large. */
  problems: z.array(z.object({ path: z.string(), what: z.string() })),
  unread: z.array(z.string()),
})
export type SessionView = z.infer<typeof SessionView>

/** What to change: each file from one known content to another, and lines to add to append-only files. Texts by hash. */
export interface SessionChange {
  session: string
  files: { path: string; before: string | null; after: string }[]
  lines: { path: string; line: string }[]
  /** Where there are many, all texts as one: a JSON list, by its hash. */
  bundle: string | null
}

/** A conflict means that nothing was written: the file holds neither what was there nor what should be. */
export const SessionChanged = z.object({
  conflicts: z.array(
    z.object({
      path: z.string(),
      expected: z.string().nullable(),
      found: z.string().nullable(),
      /** What it held, what it holds and what it should hold, where all three are texts of a size to be compared. */
      texts: z.object({ was: z.string(), is: z.string(), wanted: z.string() }).nullable(),
    }),
  ),
})
export type SessionChanged = z.infer<typeof SessionChanged>
