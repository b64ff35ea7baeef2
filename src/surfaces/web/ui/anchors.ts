// Where findings are in the artifact: by line, by pointer, or by the quoted words.
import type { ShownRule, Spot, WorkPart } from '../document.ts'
import { lineOfPointer } from './pointer.ts'

/** A finding's number in the list, and its place in one part. */
export interface Anchor {
  number: number
  tone: 'bad' | 'wait'
  line: number
  pointer: string | null
  says: string
}

/** Props of every way to show a part. */
export interface RenderProps {
  part: WorkPart
  anchors: readonly Anchor[]
  /** The number of the selected finding, or 0. */
  chosen: number
}

/** All places in this part that findings name. */
export function anchorsIn(part: WorkPart, findings: readonly ShownRule[], isOnly: boolean): Anchor[] {
  return findings.flatMap(({ outcome, evidence, message }, index) => {
    if (outcome === 'pass' || outcome === 'not-applicable') return []
    return evidence.flatMap(({ at, quote, message: seen }): Anchor[] => {
      if (at?.file && !isOnly && at.file !== part.path) return []
      const line = lineIn(part, at, quote)
      const tone = outcome === 'fail' || outcome === 'error' ? 'bad' : 'wait'
      return line > 0 ? [{ number: index + 1, tone, line, pointer: at?.pointer ?? null, says: seen || message }] : []
    })
  })
}

/** From 1; 0 if it isn't in this part. */
function lineIn({ text, line: first }: WorkPart, at: Spot | undefined, quote: string | undefined): number {
  const lines = text.split('\n').length
  if (at?.line) {
    const line = at.file ? at.line : at.line - first + 1
    return line >= 1 && line <= lines ? line : 0
  }
  if (at?.pointer !== undefined) return lineOfPointer(text, at.pointer)
  const from = quote ? text.indexOf(quote.trim()) : -1
  return from < 0 ? 0 : text.slice(0, from).split('\n').length
}

/** Whether the page can link there. */
export const leadsTo = ({ at, quote }: ShownRule['evidence'][number]) =>
  Boolean(at?.line || at?.pointer !== undefined || at?.picture || (quote && quote.length > 3))
