// Something to send: a summary in Markdown, and how to make the whole report.
import { useState } from 'preact/hooks'
import type { RunDocument } from '../document.ts'
import { download } from './artifact.tsx'
import { Dialog } from './dialog.tsx'
import { figure, spend } from './format.ts'
import { code } from './parts.tsx'
import { tellingAt } from './address.ts'

export function Share({ document, onClose }: { document: RunDocument; onClose(): void }) {
  const [copied, setCopied] = useState(false)
  const text = summaryOf(document)
  return (
    <Dialog title={`Share ${document.row.name}`} onClose={onClose} class="large">
      <pre class="text" tabIndex={0} aria-label="Summary">
        {text}
      </pre>
      <p class="buttons">
        <button class="primary" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        <button onClick={() => download(`${document.row.name}.md`, text)}>Download</button>
      </p>
      <p class="quiet">{code('This page can be opened on this machine alone, so send the text, not the address.')}</p>
    </Dialog>
  )
}

export function summaryOf({ row, about, judged, stop, gate, usage }: RunDocument): string {
  const shown = judged[tellingAt(judged) - 1]
  const threshold = shown && shown.threshold !== null ? ` (needs ${figure(shown.threshold, shown.scale)})` : ''
  return [
    `# ${row.name} (${row.workflow})`,
    '',
    about.task
      .trim()
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    '',
    `- **State**: ${gate ? 'waiting for a decision' : row.status.toLowerCase()}${stop?.because ? `: ${stop.because}` : ''}`,
    ...(shown ? [`- **Score**: ${shown.shown}${threshold}, ${shown.label}`] : []),
    ...(shown ? shown.dimensions.map(({ name, score }) => `  - ${name}: ${figure(score, shown.scale)}`) : []),
    `- **Iterations**: ${row.iteration}${row.maxIterations > 0 ? ` of ${row.maxIterations}` : ''}`,
    `- **Spent**: ${spend(usage)}`,
    ...(stop && stop.cheapest.length > 0 ? ['', '## Open', ...stop.cheapest.map(({ rule, what }) => `- ${what} (${rule})`)] : []),
    '',
  ].join('\n')
}
