// A fact in the past tense, and the journal entry that commits the facts of one step together.

/** JSON as stored: nothing else may enter a journal. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What a workflow or the driver says happened; the journal adds time and place in the chain. */
export interface NewEvent {
  type: string
  data: object
}

export interface Event extends NewEvent {
  /** Epoch milliseconds of the entry that committed it. */
  at: number
}

/** One line of the journal: one step, complete or absent. */
export interface Entry {
  v: 1
  seq: number
  /** SHA-256 of the previous line's bytes, or of nothing for the first. */
  prev: string
  at: number
  events: NewEvent[]
  /** Small texts named by the events, by SHA-256; larger ones are synced to the object store first. */
  objects?: Record<string, string> | undefined
  /** SHA-256 of the line's bytes before this field: damage is located to its line, including the last. */
  sum: string
}

/** A text stored by its SHA-256. */
export interface ObjectRef {
  object: string
}
