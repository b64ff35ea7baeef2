// Pictures of pages with findings marked: a box links to its finding, and a finding to its box.
import type { Picture } from '../document.ts'
import { plural } from './format.ts'
import { Empty, Mark, Pick } from './parts.tsx'
import { go, place, withQuery } from './route.tsx'

export function Pictures({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return <Empty title="There are no pictures." />
  const marked = pictures.filter(({ marks = [] }) => marks.length > 0)
  return marked.length > 0 ? <Marked pictures={marked} /> : <Gallery pictures={pictures} />
}

function Marked({ pictures }: { pictures: readonly Picture[] }) {
  const { query } = place.value
  const rule = query.get('mark')
  const named = pictures.findIndex(({ name, label }) => `${name} ${label}` === query.get('picture'))
  const at = named >= 0 ? named : pictures.length - 1
  const { url, label = '', name, size, marks = [] } = pictures[at] as Picture
  const rules = [...Map.groupBy(marks, (mark) => mark.rule)]
  return (
    <>
      <div class="toolbar">
        <Pick
          label="Which picture"
          value={`${name} ${label}`}
          options={pictures.map((each) => [`${each.name} ${each.label}`, each.label ?? each.name])}
          query="picture"
        />
        <Pick
          label="Which finding"
          value={rule ?? ''}
          options={rules.map(([id, all]) => [id, `${id} (${all.length})`])}
          query="mark"
          none="everything found"
        />
        <span class="grow" />
        <a href={url} target="_blank" rel="noreferrer">
          Open alone
        </a>
      </div>
      <div class="marked" style={{ maxWidth: size ? `${size.width}px` : undefined }}>
        <img src={url} alt={label || name} {...size} />
        {size && boxes(marks).map((all) => <BoxMark key={JSON.stringify(all[0].box)} all={all} size={size} rule={rule} />)}
      </div>
      <ul class="legend-list">
        {rules
          .filter(([id]) => rule === null || id === rule)
          .map(([id, all]) => (
            <li key={id}>
              <Mark tone={all[0]?.tone ?? 'wait'}>{plural(all.length, 'place')}</Mark> {all[0]?.says} <code class="quiet">{id}</code>
            </li>
          ))}
      </ul>
    </>
  )
}

type Box = NonNullable<Picture['marks']>[number]

/** One box for all findings at the same place; the smallest on top, so that each can be clicked. */
function boxes(marks: readonly Box[]): [Box, ...Box[]][] {
  const area = ([{ box }]: readonly [Box, ...Box[]]) => box.width * box.height
  return ([...Map.groupBy(marks, ({ box }) => JSON.stringify(box)).values()] as [Box, ...Box[]][]).sort((a, b) => area(b) - area(a))
}

function BoxMark({ all, size, rule }: { all: readonly [Box, ...Box[]]; size: NonNullable<Picture['size']>; rule: string | null }) {
  const { box } = all[0]
  const isChosen = all.some((mark) => mark.rule === rule)
  const tone = all.some((mark) => mark.tone === 'bad') ? 'bad' : 'wait'
  // A finding about a whole screen must not tint what is on it.
  const whole = box.width * box.height * 3 > size.width * size.width
  const says = all.map((mark) => `${mark.rule}: ${mark.says}`).join('; ')
  return (
    <button
      class={`box ${tone}${whole ? ' whole' : ''}${isChosen ? ' chosen' : rule ? ' dim' : ''}`}
      title={says}
      aria-label={says}
      aria-pressed={isChosen}
      onClick={() => go(withQuery({ mark: isChosen ? null : all[0].rule }), { replace: true })}
      style={{
        left: `${share(box.x, size.width)}%`,
        top: `${share(box.y, size.height)}%`,
        width: `${share(Math.min(box.width, size.width - box.x), size.width)}%`,
        height: `${share(box.height, size.height)}%`,
      }}
    />
  )
}

const share = (part: number, whole: number) => Math.max(0, Math.min(100, (part / whole) * 100))

function Gallery({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ul class="pictures">
      {pictures.map(({ name, url }) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={url}
              alt={name
                .slice(name.lastIndexOf('/') + 1)
                .replace(/\.\w+$/, '')
                .replaceAll(/[-_]+/g, ' ')}
              loading="lazy"
            />
          </a>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
