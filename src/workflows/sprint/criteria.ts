// What a page is measured by: every criterion with its dimension, its check, and whether it must pass or caps its dimension. Data; a contract selects from it.
import type { TypedCheck } from '../../schema/rule.ts'
import type { DesignBrief } from './design-brief.ts'
import { type Dimension, dimensions } from './dimensions.ts'

export interface Criterion {
  id: string
  dimension: Dimension
  /** What must hold, as a sentence. */
  says: string
  check: TypedCheck
  /** Failing it fails the iteration; it belongs to every contract implicitly. */
  mustPass?: boolean
  /** Failing it is an anti-pattern, which caps its dimension at 0.50. */
  caps?: boolean
  /** The statement of the brief or of a frozen design that it comes from. */
  from?: string
}

export interface Material {
  /** The page below the project, or a loopback URL. */
  page: string
  /** Sections the brief asks for, by heading. */
  sections: readonly Section[]
  /** copy.json as given, or the brief's copy; null without either. */
  copy: object | null
  /** Path of the copy and of the tokens, for evidence. */
  copyPath: string | null
  tokens: object | null
  tokensPath: string | null
  /** How many primary calls to action the brief asks for. */
  primaryActions: number
  /** A frozen design that the page must implement. */
  design?: Pick<DesignBrief, 'screens' | 'flows'>
  /** Words the brand avoids. */
  avoids?: readonly string[]
}

export interface Section {
  title: string
  /** The brief's own words, as evidence of the origin. */
  from: string
}

/** Every criterion that applies to this page with this material. */
export function criteriaFor({ page, sections, copyPath, tokensPath, primaryActions, design, avoids = [] }: Material): Criterion[] {
  const on = (kind: string, params: object = {}): TypedCheck => ({ kind, at: page, ...params })
  const tokens = tokensPath === null ? {} : { tokens: tokensPath }
  const [mustPass, caps] = [{ mustPass: true }, { caps: true }]
  const titles = sections.map(({ title }) => title)
  const oneOrMore = primaryActions === 1 ? 'One primary call to action' : `${primaryActions} primary calls to action`
  const all: [id: string, says: string, check: TypedCheck, more?: Partial<Criterion>][] = [
    [
      'design.tokens',
      'Colours, type and radii come from the design tokens',
      on('page.tokens', { ...tokens, aspects: ['colours', 'type', 'radii'] }),
    ],
    ['design.spacing', 'Spacing stays on the token scale', on('page.tokens', { ...tokens, aspects: ['spacing'] }), caps],
    ['design.contrast', 'Every text has the contrast WCAG AA asks for', on('page.contrast')],
    ['design.breakpoints', 'The layout holds at 768, 1024 and 1280 px', on('page.breakpoints')],
    ['design.text-size', 'Text is at least 16 px on a phone', on('page.text-size')],
    [
      'originality.slop',
      'No violet gradient over generic white cards',
      on('page.slop', { fingerprints: ['gradient-white-cards'] }),
      mustPass,
    ],
    ['originality.patterns', 'The page shows none of the generic patterns', on('page.slop')],
    ['originality.icons', 'Icons are not a stock set', on('page.slop', { fingerprints: ['stock-icons'] }), caps],
    ['originality.wording', 'No worn-out wording', on('page.wording', avoids.length > 0 ? { also: avoids } : {})],
  ]
  if (copyPath !== null)
    all.push([
      'completeness.copy',
      'The copy is the contracted copy, word for word',
      on('page.copy', { copy: copyPath }),
      { ...mustPass, ...caps },
    ])
  if (titles.length > 0)
    all.push([
      'completeness.sections',
      `Every section of the brief is there: ${titles.join(', ')}`,
      on('page.sections', { required: titles }),
      { from: sections.map(({ from }) => from).join('; ') },
    ])
  for (const { id, title, from } of design?.screens ?? [])
    all.push([
      `completeness.screen.${id}`,
      `The screen ${title} of the design is there`,
      on('page.sections', { required: [title] }),
      { from },
    ])
  for (const { id, title, controls, from } of design?.flows ?? []) {
    const says = `The flow "${title}" of the design can be followed: ${controls.join(', ')}`
    all.push([`completeness.flow.${id}`, says, on('page.offers', { names: controls }), { from }])
  }
  all.push(
    ['completeness.filled', 'No section is empty', on('page.sections')],
    ['completeness.placeholders', 'Nothing on the page is a placeholder', on('page.placeholders')],
    ['functionality.mobile', 'Nothing overflows and all text is readable at 375 px', on('page.overflow'), mustPass],
    ['functionality.actions', 'Every link, button and form works', on('page.actions'), mustPass],
    ['functionality.wcag', 'No WCAG AA violation', on('page.axe'), mustPass],
    ['functionality.accessibility', 'The accessibility score is at least 80', on('page.accessibility-score', { min: 80 }), mustPass],
    ['functionality.one-action', oneOrMore, on('page.primary-cta', { count: primaryActions }), mustPass],
    ['functionality.console', 'The console stays free of errors', on('page.console')],
    ['functionality.touch', 'Touch targets are at least 44 by 44 px', on('page.touch-targets')],
    ['functionality.alt', 'Every image that says something has an alt text', on('page.alt'), caps],
  )
  return all.map(([id, says, check, more]) => ({ id, dimension: dimensionOf(id), says, check, ...more }))
}

/** Dimension ids are abbreviated to their first word. */
const dimensionOf = (id: string) =>
  dimensions.find((dimension) => dimension.toLowerCase().startsWith(id.split('.')[0] as string)) as Dimension
