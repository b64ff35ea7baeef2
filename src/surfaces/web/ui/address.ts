// Where a view of a run is found, and what every view is given.
import type { RunDocument } from '../document.ts'

export interface ViewProps {
  document: RunDocument
  /** Which evaluation is looked at, from 1; the last unless one was chosen. */
  at: number
}

export const address = (run: string, view: string, query = '') => `/run/${run}${view === 'overview' ? '' : `/${view}`}${query}`
