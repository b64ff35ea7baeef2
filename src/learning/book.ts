// The book of lessons of one project: every lesson with its trial, the versions of the base prompt, and what waits for a person.
import type { Analysis, Lesson } from './lesson.ts'
import { tokensOf } from './told.ts'
import type { OrderRecord, RunRecord } from './record.ts'

export interface Book {
  /** Of the coin; drawn once. */
  seed: string
  lessons: readonly Taught[]
  versions: readonly BaseVersion[]
  /** In the order they were proposed; decided ones stay. */
  proposals: readonly Proposal[]
  experiments: readonly Experiment[]
  /** Codes that occur and that nobody could write a lesson for. */
  unwritten: readonly string[]
}

export interface Taught extends Lesson {
  /** What the last analysis that saw something new found. */
  analysis: (Analysis & { at: number; observed: number | null; tokensPaid: number }) | null
}

export interface BaseVersion {
  /** Numbers go through all workflows, so that one names a version. */
  number: number
  /** Whose base prompt; left out: an order's. */
  workflow?: string
  parent: number | null
  /** The lessons it holds, in order. */
  lessons: readonly string[]
  /** What goes into a prompt; {{guidelines}} is the place of the lessons in trial. */
  template: string
  active: boolean
  at: number
}

export interface Proposal {
  id: string
  kind: 'lesson' | 'threshold'
  /** The lesson or the experiment. */
  about: string
  description: string
  expectedImpact: string
  evidence: object
  status: 'pending_approval' | 'approved' | 'rejected' | 'rolled_back'
  /** Kept also when it was rejected. */
  reason: string | null
  by: string | null
  at: number
  decidedAt: number | null
}

/** A cheaper proposer is tried on harder work than it is trusted with. */
export interface Experiment {
  id: string
  proposer: string
  current: number
  experimental: number
  status: 'running' | 'promoted' | 'rejected' | 'paused'
  attempts: number
  successes: number
  at: number
}

/** What one run of a workflow gives to the database. */
export type Contribution = { order: OrderRecord } | { run: RunRecord } | { book: Book }

const place = '{{guidelines}}'

export function templateOf(texts: readonly string[]): string {
  return texts.length === 0 ? place : `STANDING GUIDELINES:\n\n${texts.join('\n\n')}\n\n${place}`
}

export const renderBase = (template: string, guidelines: string) => template.replace(place, () => guidelines).trimEnd()

export const standingTokens = (template: string) => tokensOf(template.replace(place, '').trimEnd())

export const activeVersion = ({ versions }: Pick<Book, 'versions'>, of = 'order') =>
  versions.find(({ active, workflow = 'order' }) => active && workflow === of) ?? null

/** What a person is asked first: the best reduction first among what was proposed together. */
export const pending = ({ proposals }: Pick<Book, 'proposals'>) => proposals.filter(({ status }) => status === 'pending_approval')
