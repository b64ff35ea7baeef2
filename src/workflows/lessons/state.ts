// What the lessons of a project come to: the book, and what is still to be written.
import type { Pins } from '../../agents/pins.ts'
import type { Book } from '../../learning/book.ts'

export interface LessonsInput {
  seed: string
}

/** A lesson somebody is asked to write. */
export interface Wanted {
  /** Of the analysis that wants it, so that each asking is one of its own. */
  round: number
  code: string
  occurrences: number
  sample: string | null
  /** The lesson it would replace, and how often that one was of no help. */
  rewrites: { id: string; text: string; version: number; failed: number; orders: number } | null
}

export interface LessonsState extends Book {
  wanted: readonly Wanted[]
  /** Occurrences at which nobody could write for a code: asked again when there are more. */
  tried: Readonly<Record<string, number>>
  round: number
  pins: Partial<Pins>
  updatedAt: number
}
