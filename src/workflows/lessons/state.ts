// The state of a project's lessons: the book, and what is still to be written.
import type { Pins } from '../../agents/pins.ts'
import type { Book } from '../../learning/book.ts'

export interface LessonsInput {
  seed: string
}

/** A lesson to be written. */
export interface Wanted {
  /** Of the analysis that requested it, so that each request is unique. */
  round: number
  code: string
  occurrences: number
  sample: string | null
  /** The lesson it would replace, and how often that one didn't help. */
  rewrites: { id: string; text: string; version: number; failed: number; orders: number } | null
}

export interface LessonsState extends Book {
  wanted: readonly Wanted[]
  /** Occurrences at which nothing could be written for a code: requested again when there are more. */
  tried: Readonly<Record<string, number>>
  round: number
  pins: Partial<Pins>
  updatedAt: number
}
