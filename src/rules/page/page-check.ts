// Shared by page checks: the parameter that names the page, the result for an unreadable page, and findings that say where to look.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { type Artifact, type Check, type Files, type CheckResult, checkError, notApplicable, unknown } from '../check.ts'
import { type PageMeasure, type Part, type ViewName, viewWords, views } from './measure.ts'

const at = z.string().min(1).optional().describe('a file, a folder or an address on this machine, checked instead of the artifact')

/** The place of a finding that is about no element. */
export const wholePage: Part = { selector: 'html', box: { x: 0, y: 0, width: 0, height: 0 } }

/** The parameters of a page check: its own, and the one that names the page. */
export const onPage = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...shape, at })

export interface PageInput<P> {
  params: P
  page: PageMeasure
  artifact: Artifact
  files: Files
  /** Evidence about one element in one view. */
  seen(part: Part, view: ViewName, evidence: Omit<Finding, 'location'>): Finding
}

interface PageCheck<P> extends Omit<Check<P>, 'run' | 'needs' | 'version'> {
  demands(params: P): string
  /** The HTML alone decides it without a browser, or at least certain failures. */
  withoutBrowser?: true
  /** About the page's look, and meaningless if nothing is visible or styles were blocked. */
  looks?: true
  run(input: PageInput<P>): CheckResult | Promise<CheckResult>
}

export function definePageCheck<P extends { at?: string | undefined }>({ withoutBrowser, looks, run, ...check }: PageCheck<P>): Check<P> {
  return {
    ...check,
    version: '1',
    needs: ['page', 'files'],
    run({ params: given, artifact, files, pages }) {
      const page = pages.measure(given.at)
      if (page.problem !== null) return checkError(page.problem)
      if (page.by === 'text' && !withoutBrowser) return unknown(`not measured: ${page.notes[0] ?? 'there was no browser'}`)
      if (looks && page.look === 'blank') return unknown('the page shows nothing')
      if (looks && page.look === 'undressed')
        return notApplicable(`its styles weren't loaded: ${page.blocked.map(({ url }) => url).join(', ')}`)
      const seen: PageInput<unknown>['seen'] = ({ selector, box, opened }, view, evidence) => {
        const picture = opened ? opened.picture : (page.views[view]?.picture ?? (view === 'narrow' ? page.views.mobile?.picture : null))
        const { width, height } = views[view]
        const shown = box.width > 0 || box.height > 0 ? box : { x: 0, y: 0, width, height }
        return {
          ...evidence,
          ...(opened && { message: `${evidence.message} (seen after ${opened.by})` }),
          location: {
            file: given.at ?? artifact.name,
            sight: { view: viewWords[view], selector, ...(page.by === 'browser' && { box: shown }), ...(picture && { picture }) },
          },
        }
      }
      // A finding about no element is about the page: look at its first screen.
      const placed = (evidence: Finding): Finding => {
        const sight = seen(wholePage, 'desktop', evidence).location?.sight
        return evidence.location?.sight ? evidence : { ...evidence, location: { ...evidence.location, ...(sight && { sight }) } }
      }
      const told = (result: CheckResult): CheckResult => ({ ...result, evidence: result.evidence.map(placed) })
      const found = run({ params: given, page, artifact, files, seen })
      return found instanceof Promise ? found.then(told) : told(found)
    },
  }
}

/** Normalises blanks, quotes, dashes and the like, so that typography makes no difference. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019\u201B\u2032]/g, "'")
    .replaceAll(/[\u201C\u201D\u201F\u2033\u00AB\u00BB]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\u00AD\u200B-\u200D\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
