// What an assistant should do next, in our own words, outside the data.
import type { RunReport } from '../../operations/runs.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import type { NewEvent } from '../../schema/event.ts'

export function guidance(document: unknown): string {
  if (!isReport(document)) return ''
  switch (document.at) {
    case 'host':
      if (document.requests.length === 0) return 'It waits for its page to change: fix what the card names, then resume.'
      return 'A task is yours: next_step gives it, submit_step takes your reply.'
    case 'gate':
      return "A person must decide before it continues. You can't; request_decision asks them."
    case 'child':
      return 'It waits for a run that it started; status names that run.'
    case 'maker':
      return "Its maker can't be asked now; `waiting` says why and until when. resume continues later; nothing is lost."
    case 'interrupt':
      return 'Interrupted; resume continues where it stopped.'
    case 'end':
      return document.passed ? 'Ended: the artifact passed.' : 'Ended without passing; the card says why.'
  }
}

export function isReport(document: unknown): document is RunReport {
  return typeof document === 'object' && document !== null && 'at' in document && 'card' in document
}

/** What a commit tells a watcher, one line per event. */
export function inWords(definition: AnyWorkflow, events: readonly NewEvent[], at: number): string[] {
  return events.flatMap((event) => {
    const line = definition.view.describe({ ...event, at })
    return line === null ? [] : [`${event.type}: ${line}`]
  })
}
