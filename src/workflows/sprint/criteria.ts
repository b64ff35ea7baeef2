// What a page is measured by: every criterion with its dimension, its check, and whether it must pass or caps its dimension. Data; a contract chooses from it.
import type { TypedCheck } from '../../schema/rule.ts'
import type { DesignBrief } from './design-brief.ts'
import type { Dimension } from './dimensions.ts'

export interface Criterion {
  id: string
  dimension: Dimension
  /** What holds, as a sentence. */
  says: string
  check: TypedCheck
  /** Failing it fails the iteration; it belongs to every contract without being written there. */
  mustPass?: boolean
  /** Failing it is an anti-pattern: its dimension gets 0.50 at most. */
  caps?: boolean
  /** The statement of the brief or of a frozen design that it comes from. */
  from?: string
}

export interface Material {
  /** The page below the project, or a loopback address. */
  page: string
  /** Sections the brief asks for, by heading. */
  sections: readonly Section[]
  /** copy.json as given, or the brief's copy; null where neither says anything. */
  copy: object | null
  /** Path of the copy and of the tokens, for evidence. */
  copyPath: string | null
  tokens: object | null
  tokensPath: string | null
  /** How many primary calls to action the brief asks for. */
  primaryActions: number
  /** A frozen design that the page is held to. */
  design?: Pick<DesignBrief, 'screens' | 'flows'>
  /** Words the brand avoids. */
  avoids?: readonly string[]
}

export interface Section {
  title: string
  /** The brief's own words, as evidence of where it comes from. */
  from: string
}

/** All that can be asked of this page with this material. */
export function criteriaFor({ page, sections, copyPath, tokensPath, primaryActions, design, avoids = [] }: Material): Criterion[] {
  const on = (kind: string, params: object = {}): TypedCheck => ({ kind, at: page, ...params })
  const tokens = tokensPath === null ? {} : { tokens: tokensPath }
  return [
    {
      id: 'design.tokens',
      dimension: 'Design Quality',
      says: 'Colours, type and radii come from the design tokens',
      check: on('page.tokens', { ...tokens, aspects: ['colours', 'type', 'radii'] }),
    },
    {
      id: 'design.spacing',
      dimension: 'Design Quality',
      says: 'Spacing stays on the token scale',
      check: on('page.tokens', { ...tokens, aspects: ['spacing'] }),
      caps: true,
    },
    {
      id: 'design.contrast',
      dimension: 'Design Quality',
      says: 'Every text has the contrast WCAG AA asks for',
      check: on('page.contrast'),
    },
    {
      id: 'design.breakpoints',
      dimension: 'Design Quality',
      says: 'The layout holds at 768, 1024 and 1280 px',
      check: on('page.breakpoints'),
    },
    { id: 'design.text-size', dimension: 'Design Quality', says: 'Text is at least 16 px on a phone', check: on('page.text-size') },
    {
      id: 'originality.slop',
      dimension: 'Originality',
      says: 'No violet gradient over generic white cards',
      check: on('page.slop', { fingerprints: ['gradient-white-cards'] }),
      mustPass: true,
    },
    { id: 'originality.patterns', dimension: 'Originality', says: 'The page shows none of the generic patterns', check: on('page.slop') },
    {
      id: 'originality.icons',
      dimension: 'Originality',
      says: 'Icons are not a stock set',
      check: on('page.slop', { fingerprints: ['stock-icons'] }),
      caps: true,
    },
    {
      id: 'originality.wording',
      dimension: 'Originality',
      says: 'No worn-out wording',
      check: on('page.wording', avoids.length > 0 ? { also: avoids } : {}),
    },
    ...(copyPath === null
      ? []
      : [
          {
            id: 'completeness.copy',
            dimension: 'Completeness' as const,
            says: 'The copy is the contracted copy, word for word',
            check: on('page.copy', { copy: copyPath }),
            mustPass: true,
            caps: true,
          },
        ]),
    ...(sections.length === 0
      ? []
      : [
          {
            id: 'completeness.sections',
            dimension: 'Completeness' as const,
            says: `Every section of the brief is there: ${sections.map(({ title }) => title).join(', ')}`,
            check: on('page.sections', { required: sections.map(({ title }) => title) }),
            from: sections.map(({ from }) => from).join('; '),
          },
        ]),
    ...(design?.screens ?? []).map(({ id, title, from }) => ({
      id: `completeness.screen.${id}`,
      dimension: 'Completeness' as const,
      says: `The screen ${title} of the design is there`,
      check: on('page.sections', { required: [title] }),
      from,
    })),
    ...(design?.flows ?? []).map(({ id, title, controls, from }) => ({
      id: `completeness.flow.${id}`,
      dimension: 'Completeness' as const,
      says: `The flow "${title}" of the design can be followed: ${controls.join(', ')}`,
      check: on('page.offers', { names: controls }),
      from,
    })),
    { id: 'completeness.filled', dimension: 'Completeness', says: 'No section is empty', check: on('page.sections') },
    {
      id: 'completeness.placeholders',
      dimension: 'Completeness',
      says: 'Nothing on the page is a placeholder',
      check: { kind: 'content.placeholders' },
    },
    {
      id: 'functionality.mobile',
      dimension: 'Functionality',
      says: 'Nothing overflows and all text is readable at 375 px',
      check: on('page.overflow'),
      mustPass: true,
    },
    {
      id: 'functionality.actions',
      dimension: 'Functionality',
      says: 'Every link and button leads somewhere',
      check: on('page.actions'),
      mustPass: true,
    },
    { id: 'functionality.wcag', dimension: 'Functionality', says: 'No WCAG AA violation', check: on('page.axe'), mustPass: true },
    {
      id: 'functionality.accessibility',
      dimension: 'Functionality',
      says: 'The accessibility score is at least 80',
      check: on('page.accessibility-score', { min: 80 }),
      mustPass: true,
    },
    {
      id: 'functionality.one-action',
      dimension: 'Functionality',
      says: primaryActions === 1 ? 'One primary call to action' : `${primaryActions} primary calls to action`,
      check: on('page.primary-cta', { count: primaryActions }),
      mustPass: true,
    },
    { id: 'functionality.console', dimension: 'Functionality', says: 'The console stays free of errors', check: on('page.console') },
    {
      id: 'functionality.touch',
      dimension: 'Functionality',
      says: 'Touch targets are at least 44 by 44 px',
      check: on('page.touch-targets'),
    },
    {
      id: 'functionality.alt',
      dimension: 'Functionality',
      says: 'Every image that says something has an alt text',
      check: on('page.alt'),
      caps: true,
    },
  ]
}
