// One project's book of lessons: every lesson with its trial, the versions of the base prompt, and what waits for a person.
import { type Analysis, type Lesson, unnamed } from './lesson.ts'
import { tokensOf } from './told.ts'
import type { OrderRecord, RunRecord } from './record.ts'

export interface Book {
  /** Seed of the coin; drawn once. */
  seed: string
  lessons: readonly Taught[]
  versions: readonly BaseVersion[]
  /** In order of proposal; decided ones stay. */
  proposals: readonly Proposal[]
  experiments: readonly Experiment[]
  /** Codes that occur but have no lesson yet. */
  unwritten: readonly string[]
}

export interface Taught extends Lesson {
  /** The result of the last analysis that found something new. */
  analysis: (Analysis & { at: number; observed: number | null; tokensPaid: number }) | null
}

export interface BaseVersion {
  /** Numbered across all workflows, so that a number identifies a version. */
  number: number
  /** Whose base prompt; an order's if omitted. */
  workflow?: string
  parent: number | null
  /** The lessons it contains, in order. */
  lessons: readonly string[]
  /** The text for the prompt; {{guidelines}} marks where lessons in trial go. */
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
  /** Kept even if it was rejected. */
  reason: string | null
  by: string | null
  at: number
  decidedAt: number | null
}

/** A trial of a cheaper proposer on harder work than it is trusted with. */
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

/** What one run of a workflow contributes to the database. */
export type Contribution = { order: OrderRecord } | { run: RunRecord } | { book: Book }

const place = '{{guidelines}}'

export function templateOf(texts: readonly string[]): string {
  return texts.length === 0 ? place : `STANDING GUIDELINES:\n\n${texts.join('\n\n')}\n\n${place}`
}

export const renderBase = (template: string, guidelines: string) => template.replace(place, () => guidelines).trimEnd()

export const standingTokens = (template: string) => tokensOf(template.replace(place, '').trimEnd())

export const activeVersion = ({ versions }: Pick<Book, 'versions'>, of = unnamed) =>
  versions.find(({ active, workflow = unnamed }) => active && workflow === of) ?? null

/** The next question for a person: among those proposed together, the best reduction first. */
export const pending = ({ proposals }: Pick<Book, 'proposals'>) => proposals.filter(({ status }) => status === 'pending_approval')
