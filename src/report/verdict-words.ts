// How a run stands, in a line: passed, not passed, waiting or running, with its score and what is open.
import { onScale } from '../lib/on-scale.ts'
import { type Story, isOpen, tellingAt } from './story.ts'

export function verdictWords({ passed, waits, judged, status, findings }: Story): string {
  const word = passed === true ? 'Passed' : passed === false ? `Not passed (${status})` : waits ? 'Waiting for a person' : 'Running'
  const last = judged[tellingAt(judged) - 1]
  const open = findings.flatMap((each) => each.findings).filter(isOpen).length
  return [
    word,
    last && `${last.shown}${last.threshold === null ? '' : `, threshold ${onScale(last.threshold, last.scale)}`}`,
    open > 0 && `${open} ${open === 1 ? 'finding' : 'findings'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
