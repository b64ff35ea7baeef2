// A version of the artifact, shown by its kind (prose, tree, page, code) or as numbered lines, with findings marked in place.
import { useEffect, useState } from 'preact/hooks'
import type { ComponentType } from 'preact'
import type { ShownRule, RunDocument, Work, WorkPart } from '../document.ts'
import { type RenderProps, anchorsIn } from './anchors.ts'
import { get } from './api.ts'
import { Line, useLines } from './code.tsx'
import { plural } from './format.ts'
import { JsonTree } from './json-tree.tsx'
import { Marks } from './marks.tsx'
import { Chips, Loading, Pick, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, place, withQuery } from './route.tsx'

const mostLines = 5000

export function Artifact({
  document: { row, versions },
  findings,
  at,
}: {
  document: RunDocument
  findings: readonly ShownRule[]
  at: number
}) {
  const { query } = place.value
  const number = Math.min(Math.max(1, Number(query.get('version')) || at), versions.length)
  const { value, trouble } = useResource(`${row.run} ${versions[number - 1]?.hash}`, 0, () =>
    get<Work>(`/api/runs/${row.run}/versions/${number}`),
  )
  const chosen = Number(query.get('f')) || 0
  const parts = value?.parts ?? []
  const judgedHere = number === at ? findings : [] // findings belong to the version that was judged
  const anchors = parts.map((part) => anchorsIn(part, judgedHere, parts.length === 1))
  const named = parts.findIndex(({ path }) => path === query.get('file'))
  const part =
    named >= 0
      ? named
      : Math.max(
          0,
          anchors.findIndex((all) => all.some((anchor) => anchor.number === chosen)),
        )
  const shown = parts[part]
  const isSource = query.get('as') === 'source'
  useEffect(() => {
    if (chosen > 0) window.document.querySelector('.artifact .chosen')?.scrollIntoView({ block: 'center' })
  }, [chosen, shown, isSource])
  if (!value && !trouble) return <Loading />
  return (
    <div class="artifact">
      <Troubled trouble={trouble} />
      <div class="toolbar">
        {versions.length > 1 && <Pick label="Which version" value={number} options={versionOptions(versions)} query="version" />}
        {parts.length > 1 && (
          <Pick label="Which file" value={shown?.path ?? ''} options={parts.map(({ path }) => [path, path])} query="file" />
        )}
        {shown && hasOwnForm(shown) && (
          <Chips label="Shown as" value={isSource ? 'source' : 'form'} options={{ form: formOf(shown), source: 'Source' }} query="as" />
        )}
        <span class="grow" />
        {shown && <Take run={row.run} part={shown} hash={versions[number - 1]?.hash ?? ''} />}
      </div>
      <div class="sheet">{shown && <Shown part={shown} anchors={anchors[part] ?? []} chosen={chosen} isSource={isSource} />}</div>
    </div>
  )
}

/** Versions are named after the iteration that made them. */
export const versionOptions = (versions: RunDocument['versions']) => versions.map(({ number, label }) => [number, label] as const)

const words = { markdown: 'Text', json: 'Tree', page: 'Page', code: 'Code', text: 'Text' } as const
const formOf = ({ kind, path }: WorkPart) => (path.endsWith('.svg') ? 'Drawing' : words[kind])
const hasOwnForm = ({ kind }: WorkPart) => kind === 'markdown' || kind === 'json' || kind === 'page'

function Shown({ isSource, ...props }: RenderProps & { isSource: boolean }) {
  const { part } = props
  if (!isSource && part.kind === 'markdown') return <Prose {...props} />
  if (!isSource && part.kind === 'json') return <JsonTree {...props} />
  if (!isSource && part.kind === 'page' && part.frame) return <Framed url={part.frame} title={part.path} />
  return <Source {...props} />
}

/** Without any permission: no scripts, no forms, an origin of its own. */
export function Framed({ url, title }: { url: string; title: string }) {
  return <iframe class="frame" sandbox="" src={url} title={title} referrerpolicy="no-referrer" loading="lazy" />
}

/** Loaded when prose is first shown, since not every run has any. */
function Prose(props: RenderProps) {
  const [Markdown, set] = useState<ComponentType<RenderProps> | null>(null)
  useEffect(() => void import('./markdown.tsx').then((read) => set(() => read.default)), [])
  return Markdown ? <Markdown {...props} /> : <Loading />
}

function Source({ part, anchors, chosen }: RenderProps) {
  const lines = useLines(part.text, part.language)
  const wanted = Number(place.value.query.get('line')) || 0
  useEffect(() => {
    if (wanted > 0) document.getElementById(`line-${wanted}`)?.scrollIntoView({ block: 'center' })
  }, [wanted, part])
  return (
    <>
      <pre class="lines" tabIndex={0} aria-label={part.path}>
        {lines.slice(0, mostLines).map((pieces, index) => {
          const here = anchors.filter(({ line }) => line === index + 1)
          const isMarked = index + 1 === wanted || here.some(({ number }) => number === chosen)
          return (
            <span key={index} id={`line-${index + 1}`} class={isMarked ? 'chosen' : here.length > 0 ? 'found' : undefined}>
              <Link to={withQuery({ line: index + 1 })} replace silent>
                {index + 1}
              </Link>
              <Line pieces={pieces} />
              {here.length > 0 && <Marks anchors={here} />}
              {'\n'}
            </span>
          )
        })}
      </pre>
      {lines.length > mostLines && (
        <p class="quiet">Only the first {mostLines.toLocaleString('en')} lines are shown. Download it for the rest.</p>
      )}
    </>
  )
}

function Take({ run, part, hash }: { run: string; part: WorkPart; hash: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(part.text).then(() => setCopied(true))
  const name = part.path.slice(part.path.lastIndexOf('/') + 1)
  return (
    <span class="take">
      <span class="quiet for-desk" title={`SHA-256 ${hash}`}>
        {plural(part.text.replace(/\n$/, '').split('\n').length, 'line')}
      </span>
      <button class="plain" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <button class="plain" onClick={() => download(name, part.text)} aria-label={`Download ${name} of ${run}`}>
        Download
      </button>
    </span>
  )
}

export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
