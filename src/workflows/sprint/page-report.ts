// One evaluation as a self-contained page: what to fix first, the page before and after with boxes on findings, and the score over the iterations.
import { showShare } from '../../rules/score.ts'
import type { Finding } from '../../schema/verdict.ts'
import { type Dimension, dimensions, scoreText, share } from './dimensions.ts'
import { reportStyle } from './report-style.ts'
import { failing } from './scorecard.ts'
import type { Evaluation } from './state.ts'

export interface Picture {
  /** Any image source; a data URL keeps the page self-contained. */
  src: string
  width: number
  height: number
}

export interface PageReport {
  page: string
  /** All evaluations of the run, in order; the report is about the last. */
  evaluations: readonly Evaluation[]
  threshold: number
  /** By SHA-256; missing ones are left out. */
  pictures: Readonly<Record<string, Picture>>
}

export function evaluationPage({ page, evaluations, threshold, pictures }: PageReport): string {
  const now = evaluations.at(-1)
  if (!now) throw new Error('nothing has been evaluated')
  const before = evaluations.at(-2) ?? null
  const marks = marksOf(now).slice(0, mostMarks)
  const passed = now.decision.rule === 'pass'
  const used = new Set([
    ...[now, before].flatMap((each) => viewNames.flatMap(([view]) => each?.seen?.pictures[view] ?? [])),
    ...marks.flatMap(({ evidence }) => evidence.location?.sight?.picture ?? []),
  ])
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${text(page)}, iteration ${now.iteration}: ${showShare(now.card.overall)}</title>
<style>${reportStyle}${drawnOnce(pictures, used)}</style>
</head>
<body>
<main>
<header>
<p class="where">${text(page)}, iteration ${now.iteration}</p>
<h1><span class="score">${showShare(now.card.overall)}</span> <span class="verdict ${passed ? 'good' : 'bad'}">${passed ? 'passes' : "doesn't pass"}</span></h1>
<p>${text(verdictOf(now))}.</p>
</header>
<div class="top"><section>${first(marks)}${scores(evaluations, threshold)}</section>
${looks(now, before, marks, pictures)}</div>
${toFix(marks, pictures)}
${limits(now)}
</main>
</body>
</html>
`
}

/** In words, if the decision names must-pass criteria by id. */
function verdictOf({ card: { firewall, criteria }, decision: { because } }: Evaluation): string {
  const said =
    firewall.length > 0
      ? `must pass but fails: ${firewall.map(({ id }) => criteria.find((each) => each.id === id)?.says ?? id).join('; ')}`
      : because
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** A finding at a place, with its number on the pictures. */
interface Mark {
  number: number
  criterion: Evaluation['card']['criteria'][number]
  evidence: Finding
}

const mostMarks = 60

/** The same words of two criteria about one place appear once, where they matter more. */
function marksOf({ card }: Evaluation): Mark[] {
  const all = failing(card, ['fail', 'error']).flatMap((criterion) =>
    (criterion.evidence.length > 0 ? criterion.evidence : [{ message: criterion.message }]).map((evidence) => ({ criterion, evidence })),
  )
  const once = Map.groupBy(all, ({ evidence: { message, location } }) =>
    JSON.stringify([message, location?.sight?.selector ?? location?.file, location?.line]),
  )
  return [...once.values()].flatMap(([mark], index) => (mark ? [{ number: index + 1, ...mark }] : []))
}

/** A summary in a few lines. */
function first(marks: readonly Mark[]): string {
  const groups = [...Map.groupBy(marks, ({ criterion }) => criterion)]
  if (groups.length === 0) return '<p>Nothing left to fix: every criterion holds.</p>'
  const lines = groups.slice(0, mostFirst).map(([{ says, mustPass }, own]) => {
    const numbers = own.map(({ number }) => number)
    const at = numbers.length > 1 ? `${numbers[0]}–${numbers.at(-1)}` : `${numbers[0]}`
    return `<li class="${mustPass ? 'must' : ''}">${text(says)} <span class="what">${mustPass ? 'must pass, ' : ''}${at} on the pictures</span></li>`
  })
  const more = groups.length > mostFirst ? `<p class="what">and ${groups.length - mostFirst} more below</p>` : ''
  return `<h2>Fix first</h2><ol class="first">${lines.join('')}</ol>${more}`
}

const mostFirst = 5

function toFix(marks: readonly Mark[], pictures: Pictures): string {
  if (marks.length === 0) return ''
  const items = [...Map.groupBy(marks, ({ criterion }) => criterion)].map(
    ([{ says, message, mustPass, dimension }, own]) => `<li class="${mustPass ? 'must' : ''}">
<h3>${text(says)}</h3>
<p class="what">${text(dimension)}${mustPass ? ', must pass' : ''}: ${text(ownWords(message, own))}</p>
${[...Map.groupBy(own, kindOf).values()].map((alike) => group(alike, pictures)).join('')}
</li>`,
  )
  return `<section><h2>Every finding</h2><ol class="fix">${items.join('\n')}</ol></section>`
}

/** Findings that differ only in quoted words, figures and colours are alike. */
const plainWords = (message: string) => message.replaceAll(/"(?:[^"\\]|\\.)*"|#[\da-f]{3,8}\b|[\d.]+/gi, '')
const kindOf = ({ evidence: { message, expected = '' } }: Mark) => `${plainWords(message)} ${expected}`

/** What is wrong and where: another fault of the same element is separate. */
const faultOf = ({ criterion, evidence: { message, location } }: Mark) =>
  JSON.stringify([criterion.id, location?.sight?.selector ?? location?.file, plainWords(message)])

function group([one, ...more]: readonly Mark[], pictures: Pictures): string {
  if (!one) return ''
  const rest = `<details><summary>${more.length} more like it</summary><ul>${more.map((mark) => finding(mark, pictures)).join('')}</ul></details>`
  return `<ul>${finding(one, pictures)}</ul>${more.length === 0 ? '' : rest}`
}

/** Don't repeat the only finding if the message ends with it. */
const ownWords = (message: string, [first]: readonly Mark[]) =>
  first && message.endsWith(`: ${first.evidence.message}`) ? message.slice(0, -first.evidence.message.length - 2) : message

function finding({ number, evidence: { message, expected, actual, location } }: Mark, pictures: Pictures): string {
  const sight = location?.sight
  const place = sight ? `<code>${text(sight.selector)}</code> at ${text(sight.view)}` : text(location?.file ?? '')
  return `<li><span class="number">${number}</span><div><p>${text(message)}</p>
${crop(location, pictures)}${place === '' ? '' : `<p class="place">${place}</p>`}
${expected === undefined ? '' : `<p><b>Expected</b> ${text(expected)}</p>`}${actual === undefined ? '' : `<p><b>Found</b> ${text(actual)}</p>`}</div></li>`
}

const [cropWide, cropHigh, cropAround] = [400, 160, 24]

/** The place with a little context, cropped from the picture by CSS alone. */
function crop(location: Finding['location'], pictures: Pictures): string {
  const { box, picture: hash = '', selector = '' } = location?.sight ?? {}
  const picture = pictures[hash]
  if (!box || !picture || box.y >= picture.height || box.x >= picture.width) return ''
  const [left, top] = [Math.max(0, box.x - cropAround), Math.max(0, box.y - cropAround)]
  const wide = Math.min(picture.width - left, Math.max(cropWide, Math.min(box.width + 2 * cropAround, 2 * cropWide)))
  const scale = Math.min(1, cropWide / wide)
  const high = Math.min(picture.height - top, box.height + box.y - top + cropAround, cropHigh / scale)
  const px = (value: number) => `${Math.round(value * scale)}px`
  const place = `left:${px(box.x - left)};top:${px(box.y - top)};width:${px(box.width)};height:${px(box.height)}`
  return `<div class="crop ${className(hash)}" role="img" aria-label="${text(selector)} on the page" style="width:${px(wide)};height:${px(high)};background-size:${px(picture.width)} auto;background-position:-${px(left)} -${px(top)}"><i style="${place}"></i></div>`
}

type Pictures = PageReport['pictures']

/** Each picture is embedded once, as a background that figures and crops share. */
const className = (hash: string) => `p${hash.replaceAll(/[^a-z0-9]/gi, '').slice(0, 16)}`

const drawnOnce = (pictures: Pictures, used: ReadonlySet<string>) =>
  Object.entries(pictures)
    .filter(([hash]) => used.has(hash))
    .map(([hash, { src }]) => `.${className(hash)}{background-image:url("${src.replaceAll(/["\\\\\n<]/g, '')}")}`)
    .join('\n')

const viewNames: readonly [string, string][] = [
  ['desktop', 'On a desktop'],
  ['mobile', 'On a phone'],
]

function looks(now: Evaluation, before: Evaluation | null, marks: readonly Mark[], pictures: PageReport['pictures']): string {
  const earlier = before ? marksOf(before) : []
  const [then, today] = [new Set(earlier.map(faultOf)), new Set(marksOf(now).map(faultOf))]
  const parts = viewNames.flatMap(([view, title]) => {
    const after = shownIn(now, view, pictures)
    if (!after) return []
    const earlierOne = before ? shownIn(before, view, pictures) : null
    const taken: Tag[] = []
    const fixed = earlier.filter((mark) => !today.has(faultOf(mark)))
    const figures = [
      ...(before && earlierOne
        ? [drawn(earlierOne, `Before: iteration ${before.iteration}`, boxes(fixed, earlierOne, 'fixed', null), `${title}, before`)]
        : []),
      drawn(
        after,
        before ? `After: iteration ${now.iteration}` : `Iteration ${now.iteration}`,
        (['new', 'open'] as const).flatMap((state) => {
          const own = marks.filter((mark) => (before && !then.has(faultOf(mark)) ? 'new' : 'open') === state)
          return boxes(own, after, state, taken)
        }),
        before ? `${title}, after` : title,
      ),
    ]
    return [`<h3>${title}</h3><div class="pair ${view}">${figures.join('')}</div>`]
  })
  if (parts.length === 0) return ''
  const drawing = parts.join('\n')
  const legend = Object.entries({ fixed: 'fixed since', open: 'still open', new: 'new' }).flatMap(([state, says]) =>
    drawing.includes(`<g class="${state}">`) ? [`<span class="${state}">${says}</span>`] : [],
  )
  const told = before && legend.length > 0 ? `<p class="legend">${legend.join(' ')}</p>` : ''
  return `<section><h2>How it looks</h2>${told}${drawing}</section>`
}

interface Shown extends Picture {
  hash: string
}

function shownIn({ seen }: Evaluation, view: string, pictures: PageReport['pictures']): Shown | null {
  const hash = seen?.pictures[view]
  const picture = hash === undefined ? undefined : pictures[hash]
  return hash === undefined || picture === undefined ? null : { ...picture, hash }
}

/** One box per element and picture; several findings about it share it. */
function boxes(marks: readonly Mark[], { hash, width: whole }: Shown, state: State, taken: Tag[] | null): string[] {
  const places = Map.groupBy(
    marks.filter(({ evidence: { location } }) => location?.sight?.picture === hash && (location.sight.box?.width ?? 0) > 0),
    ({ evidence }) => evidence.location?.sight?.selector,
  )
  return [...places.values()].map((own) => {
    const { x, y, width, height } = own[0]?.evidence.location?.sight?.box ?? { x: 0, y: 0, width: 0, height: 0 }
    const label = own.map(({ number }) => number).join(', ')
    const tag = taken ? tagged(label, { x, y }, whole, taken) : ''
    return `<g class="${state}"><rect class="box" x="${x}" y="${y}" width="${width}" height="${height}"/>${tag}</g>`
  })
}

type State = 'fixed' | 'open' | 'new'
/** Positions already taken by numbers. */
interface Tag {
  x: number
  y: number
  width: number
}

/** The approximate display width of desktop pictures. */
const shownWide = 500

/** A number as large as the text beside the picture, however small that is displayed, placed beside existing numbers. */
function tagged(label: string, { x, y }: { x: number; y: number }, whole: number, taken: Tag[]): string {
  const scale = Math.max(1, whole / shownWide)
  const [width, height] = [(14 + label.length * 9) * scale, 22 * scale]
  const tag = { x: Math.max(0, Math.min(x, whole - width)), y: Math.max(0, y - height), width }
  for (let turn = 0; turn < 20; turn++) {
    const other = taken.find((each) => Math.abs(each.y - tag.y) < height && each.x < tag.x + width && tag.x < each.x + each.width)
    if (!other) break
    if (other.x + other.width + width <= whole) tag.x = other.x + other.width
    else Object.assign(tag, { x: Math.max(0, Math.min(x, whole - width)), y: tag.y + height })
  }
  taken.push(tag)
  const at = (value: number) => Math.round(value)
  return `<rect class="tag" x="${at(tag.x)}" y="${at(tag.y)}" width="${at(width)}" height="${at(height)}"/><text style="font-size:${at(15 * scale)}px" x="${at(tag.x + 7 * scale)}" y="${at(tag.y + 16 * scale)}">${label}</text>`
}

const drawn = ({ hash, width, height }: Shown, caption: string, inside: readonly string[], alt: string) =>
  `<figure><figcaption>${text(caption)}</figcaption><div class="window" tabindex="0" role="region" aria-label="${text(alt)}"><div class="shot ${className(hash)}" role="img" aria-label="${text(alt)}" style="aspect-ratio:${width}/${height}"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${inside.join('')}</svg></div></div></figure>`

function scores(evaluations: readonly Evaluation[], threshold: number): string {
  const head = evaluations.map(({ iteration }) => `<th scope="col">${iteration}</th>`).join('')
  const cell = (shown: string, part: number) =>
    `<td><span class="bar" style="--part:${Math.round(part)}%"></span><span>${shown}</span></td>`
  const row = (dimension: Dimension) =>
    `<tr><th scope="row">${dimension}</th>${evaluations
      .map(({ card }) => card.dimensions.find((each) => each.dimension === dimension)?.score ?? 0)
      .map((score) => cell(scoreText(score), score))
      .join('')}</tr>`
  const whole = evaluations.map(({ card }) => cell(showShare(card.overall), card.overall / 100)).join('')
  return `<h2>Score</h2><div class="wide" tabindex="0" role="region" aria-label="Scores of all iterations"><table>
<thead><tr><th scope="col">Iteration</th>${head}</tr></thead>
<tbody>${dimensions.map(row).join('')}<tr class="whole"><th scope="row">Overall</th>${whole}</tr></tbody>
</table></div><p class="legend">It passes at ${share(threshold * 100)} or more, if every must-pass criterion passes.</p>`
}

function limits({ card, seen, guards }: Evaluation): string {
  const told = [
    ...(seen?.notes ?? []),
    ...(seen && seen.blocked.length > 0
      ? [`Not loaded, because it isn't on this machine: ${seen.blocked.map(({ url }) => url).join(', ')}`]
      : []),
    ...(card.unmeasured.length > 0 ? [`Not measured: ${card.unmeasured.join(', ')}`] : []),
    ...guards.filter(({ outcome }) => outcome === 'flagged').map(({ name, says }) => `${name}: ${says}`),
  ]
  return told.length === 0
    ? ''
    : `<section><h2>What to keep in mind</h2><ul>${told.map((line) => `<li>${text(line)}</li>`).join('')}</ul></section>`
}

/** Everything from a page or a maker is text here, never markup. */
const text = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
