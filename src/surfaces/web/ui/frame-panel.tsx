// A page rendered during the run, alone or beside another.
import type { Panel } from '../document.ts'
import { Framed } from './artifact.tsx'
import { Pick } from './parts.tsx'
import { place } from './route.tsx'

export function Frame({ panel: { title, pages, note } }: { panel: Extract<Panel, { kind: 'frame' }> }) {
  const wanted = (name: string, fallback: number) =>
    Math.min(Math.max(0, Number(place.value.query.get(name) ?? fallback) || 0), pages.length)
  const at = wanted('page', pages.length) || pages.length
  const beside = wanted('beside', 0)
  const options = pages.map(({ label }, index) => [index + 1, label] as const)
  const shown = pages[at - 1]
  return (
    <>
      <div class="toolbar">
        {pages.length > 1 && (
          <>
            <Pick label={`Which ${title.toLowerCase()}`} value={at} options={options} query="page" />
            <label class="inline quiet">
              beside{' '}
              <Pick label={`Beside which ${title.toLowerCase()}`} value={beside || ''} options={options} query="beside" none="nothing" />
            </label>
          </>
        )}
        <span class="grow" />
        {shown && (
          <a href={shown.url} target="_blank" rel="noreferrer">
            Open alone
          </a>
        )}
      </div>
      <div class={beside > 0 ? 'frames two' : 'frames'}>
        {[beside, at].map((number, index) => {
          const page = pages[number - 1]
          return page && <Framed key={`${index} ${page.url}`} url={page.url} title={`${title}, ${page.label}`} />
        })}
      </div>
      <p class="quiet">{at === pages.length ? note : "An earlier version; its scripts don't run."}</p>
    </>
  )
}
