// Something to send: the output of `whet report`, as Markdown to paste or as a page to attach.
import { useState } from 'preact/hooks'
import type { RunDocument, Trouble } from '../document.ts'
import { getText } from './api.ts'
import { download } from './artifact.tsx'
import { Dialog } from './dialog.tsx'
import { Pre, Troubled, code } from './parts.tsx'
import { troubleOf, useResource } from './resource.ts'

export function Share({ document: { row, entries }, onClose }: { document: RunDocument; onClose(): void }) {
  const [copied, setCopied] = useState(false)
  const [failed, setFailed] = useState<Trouble | null>(null)
  const from = `/api/runs/${row.run}/report`
  const { value: text, trouble } = useResource(`share ${row.run}`, entries, () => getText(`${from}?as=md`))
  const page = () =>
    getText(from).then(
      (made) => download(`${row.name}-report.html`, made, 'text/html'),
      (error: unknown) => setFailed(troubleOf(error)),
    )
  return (
    <Dialog title={`Share ${row.name}`} onClose={onClose} class="large">
      <p class="quiet">
        {code('This page opens only on this machine, so send the report instead of the address. It is what `whet report` writes.')}
      </p>
      <Troubled trouble={failed ?? trouble} />
      <p class="buttons">
        <button class="primary" disabled={!text} onClick={() => void navigator.clipboard.writeText(text ?? '').then(() => setCopied(true))}>
          {copied ? 'Copied' : 'Copy Markdown'}
        </button>
        <button onClick={() => void page()}>Download page</button>
        <button disabled={!text} onClick={() => download(`${row.name}-report.md`, text ?? '')}>
          Download Markdown
        </button>
      </p>
      <Pre label="The report as Markdown">{text ?? 'Loading…'}</Pre>
    </Dialog>
  )
}
