// Whether a page works: its links and buttons lead somewhere, and its scripts run without errors.
import * as z from 'zod'
import { judge, notApplicable, unknown } from '../check.ts'
import { plural, quoted } from '../reading/lines.ts'
import { type Action, type ActionResult, type Covered, type PageMeasure, type ViewName, viewWords, views } from './measure.ts'
import { definePageCheck, onPage } from './page-check.ts'
import { sounds } from './sections.ts'

const expected: Record<ActionResult['state'], string> = {
  works: '',
  untried: '',
  missing: 'a page, file or place that exists',
  dead: 'something that happens when it is pressed',
  broken: 'no error when it is pressed',
}

export const pageActions = definePageCheck({
  kind: 'page.actions',
  summary:
    'Every link has a target that exists, every button and form does something without an error, and nothing covers them; all are tried.',
  params: onPage({ ignore: z.array(z.string().min(1)).default([]).describe('texts or addresses to leave out') }),
  withoutBrowser: true,
  demands: ({ ignore }) =>
    `has only links that lead somewhere, and buttons and forms that do something, with nothing lying over them${ignore.length > 0 ? `, ${ignore.join(', ')} aside` : ''}`,
  run({ params: { ignore }, page, seen }) {
    const asked = page.actions.filter(({ text, to }) => !ignore.includes(text) && !ignore.includes(to))
    const bad = asked.filter(({ result }) => result.state !== 'works' && result.state !== 'untried')
    const covered = coveredIn(page).filter(
      ({ cover }) => !ignore.includes(cover.text) && !bad.some(({ selector }) => selector === cover.selector),
    )
    if (asked.length === 0 && covered.length === 0) return notApplicable('there is nothing to follow or to press')
    const untried = asked.filter(({ result }) => result.state === 'untried')
    if (bad.length === 0 && page.by === 'text') return unknown(`not measured: ${page.notes[0] ?? 'there was no browser'}`)
    const tried = asked.length - untried.length
    const why = [...Map.groupBy(untried, ({ result }) => ('why' in result ? result.why : ''))].map(
      ([says, all]) => `${all.length}: ${says}`,
    )
    if (tried === 0 && covered.length === 0) return notApplicable(`nothing could be tried (${why.join('; ')})`)
    return judge(
      [
        ...bad.map(({ result, view, ...action }) =>
          seen(action, view ?? 'desktop', {
            message: `${named(action)}: ${'why' in result ? result.why : ''}`,
            expected: expected[result.state],
            actual: action.to === '' ? result.state : `${result.state}: ${action.to}`,
          }),
        ),
        ...covered.map(({ cover: { text, by, ...part }, at: [first, ...more] }) =>
          seen(part, first, {
            message: `${text === '' ? part.selector : JSON.stringify(text)} can't be pressed at ${[first, ...more].map((name) => viewWords[name]).join(', ')}: ${by} covers it`,
            expected: 'a press in its middle that reaches it',
            actual: `a press that lands on ${by}`,
          }),
        ),
      ],
      `${tried} tried, all of them work${untried.length > 0 ? `; ${untried.length} not tried (${why.join('; ')})` : ''}`,
      (count) => `${count} of ${Math.max(tried, count)} ${count === 1 ? 'does' : 'do'} not work`,
    )
  },
})

/** Each covered element once, with its widths; unknown if the page's styles or scripts were blocked. */
function coveredIn(page: PageMeasure): { cover: Covered; at: [ViewName, ...ViewName[]] }[] {
  if (page.blocked.some(({ url, type }) => type === 'script' || (type === 'stylesheet' && !/font/i.test(url)))) return []
  const all = (Object.keys(views) as ViewName[]).flatMap((name) => (page.views[name]?.covered ?? []).map((cover) => ({ cover, name })))
  return [...Map.groupBy(all, ({ cover }) => cover.selector).values()].flatMap(([one, ...more]) =>
    one ? [{ cover: one.cover, at: [one.name, ...more.map(({ name }) => name)] as [ViewName, ...ViewName[]] }] : [],
  )
}

export const pageOffers = definePageCheck({
  kind: 'page.offers',
  summary: 'The page has a link, a button or a field with each of the given names.',
  params: onPage({ names: z.array(z.string().min(1)).min(1).describe('what a visitor must be able to follow, press or fill in') }),
  demands: ({ names }) => `offers ${quoted(names)}`,
  run({ params: { names }, page, artifact }) {
    const offered = [...page.actions.map(({ text }) => text), ...page.phone.targets.map(({ text }) => text)]
    const missing = names.filter((name) => !offered.some((text) => sounds(text, name)))
    const there = [...new Set(offered.filter((text) => text !== ''))].slice(0, 12)
    return judge(
      missing.map((name) => ({
        message: `nothing is called ${JSON.stringify(name)}`,
        expected: `a link, a button or a field named ${JSON.stringify(name)}`,
        actual: there.length > 0 ? quoted(there) : 'nothing to follow or to press',
        location: { file: artifact.name },
      })),
      `offers ${quoted(names)}`,
      (count) => `${count} of ${names.length} not offered`,
      names.length,
    )
  },
})

export const pageConsole = definePageCheck({
  kind: 'page.console',
  summary: 'The page loads without console errors or exceptions, and none of its own files is missing.',
  params: onPage({ allow: z.array(z.string().min(1)).default([]).describe('parts of messages to allow') }),
  demands: ({ allow }) =>
    `loads without errors and with all of its files there${allow.length > 0 ? `; messages with ${allow.join(', ')} may stay` : ''}`,
  run({ params: { allow }, page, artifact }) {
    const lines = page.errors.filter(({ text }) => !allow.some((part) => text.includes(part)))
    const says = { error: 'error on the console', exception: 'uncaught exception', missing: 'a file is missing' }
    return judge(
      lines.map(({ kind, text, source }) => ({
        message: `${says[kind]}: ${text}`,
        expected: kind === 'missing' ? 'the file, or no reference to it' : 'no error',
        location: { file: source.replace(/^\/|:\d+$/g, '') || artifact.name, ...lineOf(source) },
      })),
      'no error',
      (count) => `${plural(count, 'error')} while it loads`,
    )
  },
})

const named = ({ kind, text, selector }: Pick<Action, 'kind' | 'text' | 'selector'>) =>
  `${kind} ${text === '' ? selector : JSON.stringify(text)}`

function lineOf(source: string): { line?: number } {
  const line = Number(/:(\d+)$/.exec(source)?.[1] ?? 0)
  return line >= 1 ? { line } : {}
}
