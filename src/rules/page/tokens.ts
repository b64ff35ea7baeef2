// Whether a page keeps to its design tokens: colours, spacing, radii and type in its rules.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { checkError, judge, notApplicable } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { hexOf } from './colour.ts'
import type { Declaration } from './measure.ts'
import { definePageCheck, onPage } from './page-check.ts'
import { type Tokens, families, noTokens, tokensInFile, toPx, tokensOfPage } from './read-tokens.ts'

const aspects = ['colours', 'spacing', 'radii', 'type'] as const

export const pageTokens = definePageCheck({
  kind: 'page.tokens',
  looks: true,
  summary: "Colours, spacing, radii and type come from tokens.json, or from the page's own custom properties.",
  params: onPage({
    tokens: z.string().min(1).optional().describe("tokens.json, a path inside the working folder; default: the page's custom properties"),
    aspects: z
      .array(z.enum(aspects))
      .min(1)
      .default([...aspects])
      .describe('what is compared'),
  }),
  demands: ({ tokens, aspects: asked }) => `uses only ${asked.join(', ')} of ${tokens ?? 'its own custom properties'}`,
  async run({ params: { tokens: path, aspects: asked }, page, files, seen }) {
    const text = path === undefined ? null : await files.read(path)
    if (path !== undefined && text === null) return checkError(`${path} can't be read`)
    const tokens = text === null ? tokensOfPage(page.properties) : tokensInFile(text)
    if (path !== undefined && tokens === null) return checkError(`${path} ${noTokens}`)
    if (tokens === null) return notApplicable('there is no tokens.json, and the page has no custom properties to use instead')
    const own = path === undefined
    const compared = asked.filter((aspect) => sets[aspect](tokens) && (!own || keepsTo(aspect, page.declarations)))
    if (compared.length === 0) return notApplicable(`${path ?? 'the page'} defines no ${asked.join(', no ')}`)
    const problems = page.declarations.flatMap((declaration): Finding[] => {
      if (own && declaration.named) return []
      const off = compared.flatMap((aspect) => offToken[aspect](declaration, tokens))
      const part = declaration.parts[0]
      if (off.length === 0 || !part) return []
      const { property, value, resolved, named, rule, count } = declaration
      const written = `${property}: ${value}${named && resolved !== value ? ` (${resolved})` : ''}`
      return off.map(({ found, near }) =>
        seen(part, 'desktop', {
          message: `${property} ${found} isn't one of the tokens (${rule}${count > 1 ? `, ${count} elements` : ''})`,
          expected: near === '' ? 'a token' : `a token, such as ${near}`,
          actual: written,
        }),
      )
    })
    return judge(
      problems,
      `${plural(page.declarations.length, 'declaration')} compared: ${compared.join(', ')} are all tokens of ${path ?? 'the page'}`,
      (count) => `${plural(count, 'value')} off the tokens of ${path ?? 'the page'}`,
      page.declarations.length,
    )
  },
})

const sets: Record<(typeof aspects)[number], (tokens: Tokens) => boolean> = {
  colours: ({ colours }) => colours.size > 0,
  spacing: ({ spacing }) => spacing.size > 0,
  radii: ({ radii }) => radii.size > 0,
  type: ({ sizes, families: names }) => sizes.size > 0 || names.size > 0,
}

/** Custom properties count as a page's tokens only if most of its values use them. */
function keepsTo(aspect: (typeof aspects)[number], declarations: readonly Declaration[]): boolean {
  const about = declarations.filter(
    ({ property, resolved }) =>
      properties[aspect].test(property) && !/^(?:0(?:px)?|none|auto|inherit|transparent|normal|\s)+$/.test(resolved),
  )
  return about.filter(({ named }) => named).length * 2 >= about.length
}

const properties: Record<(typeof aspects)[number], RegExp> = {
  colours: /color$|^background|^border(?!.*radius)|^outline|^fill$|^stroke$/,
  spacing: /^(?:margin|padding|gap|row-gap|column-gap)/,
  radii: /radius$/,
  type: /^font-(?:size|family)$/,
}

interface Off {
  found: string
  near: string
}

const offToken: Record<(typeof aspects)[number], (declaration: Declaration, tokens: Tokens) => Off[]> = {
  colours({ property, resolved }, { colours }) {
    if (!properties.colours.test(property)) return []
    const used = [...resolved.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)|\b[a-z]+\b/gi)].map(
      ([text]) => text,
    )
    const hexes = used
      .filter((text) => !/^(?:currentcolor|transparent|none|inherit|initial|unset|auto)$/i.test(text))
      .flatMap((text) => hexOf(text) ?? [])
    return [...new Set(hexes)].filter((hex) => !colours.has(hex)).map((hex) => ({ found: hex, near: [...colours].slice(0, 3).join(', ') }))
  },
  spacing({ property, resolved }, { spacing }) {
    if (!properties.spacing.test(property)) return []
    return lengths(resolved)
      .filter((px) => px > 1 && !spacing.has(px))
      .map((px) => ({ found: `${px}px`, near: nearest(px, spacing) }))
  },
  radii({ property, resolved }, { radii }) {
    if (!properties.radii.test(property)) return []
    // 50 % or larger than any box: fully round whatever the tokens are.
    return lengths(resolved)
      .filter((px) => px > 0 && px < 999 && !radii.has(px))
      .map((px) => ({ found: `${px}px`, near: nearest(px, radii) }))
  },
  type({ property, resolved }, tokens) {
    if (property === 'font-size' && tokens.sizes.size > 0)
      return lengths(resolved)
        .filter((px) => !tokens.sizes.has(px))
        .map((px) => ({ found: `${px}px`, near: nearest(px, tokens.sizes) }))
    if (property !== 'font-family' || tokens.families.size === 0) return []
    const [first] = families(resolved)
    return first === undefined || first === 'inherit' || tokens.families.has(first)
      ? []
      : [{ found: first, near: [...tokens.families].slice(0, 2).join(', ') }]
  },
}

/** Plain lengths of a value, without computed, relative or automatic ones. */
function lengths(value: string): number[] {
  if (/\(/.test(value)) return []
  return value.split(/[\s/]+/).flatMap((part) => {
    const px = /^-?[\d.]+(?:px|rem)$/.test(part) ? toPx(part) : null
    return px === null ? [] : [Math.abs(Math.round(px * 100) / 100)]
  })
}

function nearest(px: number, among: ReadonlySet<number>): string {
  return [...among]
    .sort((a, b) => Math.abs(a - px) - Math.abs(b - px))
    .slice(0, 2)
    .map((each) => `${each}px`)
    .join(' or ')
}
