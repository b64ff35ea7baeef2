// How an order's outcome is recorded for learning: its band, its failure category, and which successes are sampled.
import { sha256 } from '../lib/hash.ts'

const categories = ['contract_violation', 'syntax_error', 'import_error', 'type_error', 'compile_error', 'unknown_failure'] as const
export type FailureCategory = (typeof categories)[number]

export interface Failed {
  /** Error codes in order of occurrence. */
  codes: readonly string[]
  /** The maker broke its contract: wrote outside its copy, made no change, or changed what it must not. */
  contractViolated: boolean
  /** The change doesn't compile. */
  compiles: boolean
}

/** The first that applies. */
export function failureCategory({ codes, contractViolated, compiles }: Failed): FailureCategory {
  if (contractViolated) return 'contract_violation'
  if (codes.some((code) => /^TS1\d{3}$/.test(code) || code === 'SyntaxError')) return 'syntax_error'
  if (codes.some((code) => code === 'TS2307' || code === 'TS2304')) return 'import_error'
  if (codes.some((code) => /^TS2\d{3}$/.test(code))) return 'type_error'
  return compiles ? 'unknown_failure' : 'compile_error'
}

/** `0.3-0.4`; 1.0 is in the last band. */
export function bandOf(complexity: number): string {
  const tenth = Math.min(9, Math.floor(complexity * 10 + 1e-9))
  return `0.${tenth}-${tenth === 9 ? '1.0' : `0.${tenth + 1}`}`
}

export const successSampling = 0.1

/** One success in ten, chosen by the hash of its id, so that rebuilding picks the same ones. */
export const isSampled = (order: string) => Number.parseInt(sha256(order).slice(0, 8), 16) / 2 ** 32 < successSampling
