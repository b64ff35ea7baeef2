// The token audit: format, aliases, light and dark, contrast, the 4 px grid, names and descriptions, each as checked facts.
import { type Check, check } from './check.ts'
import { formatHex } from 'culori'
import { colourOf, contrast, passingForegrounds } from '../../../rules/page/colour.ts'
import { contrastPairs, wordsOf } from './contrast-pairs.ts'
import { aliasFaults, aliasedType, colorIn, formatFault, isThemed, measured } from './token-format.ts'
import { type SourceFile, type Theme, type Token, type TokenSet, aliasName, readTokenFiles } from '../../../rules/page/token-files.ts'

interface TokenAudit {
  readonly set: TokenSet
  readonly checks: readonly Check[]
  readonly notes: readonly string[] // what wasn't checked, and why
}

export function auditTokens(files: readonly SourceFile[]): TokenAudit {
  const set = readTokenFiles(files)
  const tokens = [...set.tokens.values()]
  const colors = tokens.filter((token) => typeOf(token, set) === 'color' && !token.twin)
  const notes: string[] = []
  const contrasts = contrastChecks(colors, set, notes)
  if (set.files.length > 0 && contrasts.length === 0)
    notes.push('No pair of text and surface colours could be identified by the token names, so contrast was not measured.')
  return {
    set,
    notes,
    checks: [
      ...formatChecks(tokens, set),
      ...themeChecks(colors, set),
      ...contrasts,
      ...gridChecks(tokens, set),
      ...nameChecks(tokens),
      ...descriptionChecks(tokens),
    ],
  }
}

function formatChecks(tokens: readonly Token[], set: TokenSet): Check[] {
  const bare = set.bare.map(({ name, at }) => ({
    at,
    message: `token ${name || 'the document'} has an invalid format: a bare value, where an object with $type and $value is expected`,
  }))
  const checks = [...set.misfits, ...bare].map((misfit) => check('token-format', misfit))
  for (const token of tokens) {
    checks.push(check('token-format', formatFault(token, set)))
    const aliases = aliasFaults(token, set)
    for (const fault of aliases.faults) checks.push(check('token-alias', fault))
    for (let held = aliases.checked - aliases.faults.length; held > 0; held -= 1) checks.push(check('token-alias', null))
  }
  return checks
}

/** Raw palette colours need no dark variant: those that others reference, or in a group named for it. */
function themeChecks(colors: readonly Token[], set: TokenSet): Check[] {
  const referred = new Set(
    colors.flatMap((token) => [token.base, token.light, token.dark].flatMap((value) => (value ? (aliasName(value.node)?.name ?? []) : []))),
  )
  return colors
    .filter((token) => isThemed(token, set) || token.light || token.dark || (!referred.has(token.name) && !isPalette(token)))
    .map((token) => {
      const lacking = isThemed(token, set) ? null : token.dark ? 'light' : 'dark'
      return check(
        'light-and-dark',
        lacking === null ? null : { at: token.at, message: `colour ${token.name} has no value for the ${lacking} theme` },
      )
    })
}

function contrastChecks(colors: readonly Token[], set: TokenSet, notes: string[]): Check[] {
  const { pairs, left } = contrastPairs(colors)
  if (left > 0) notes.push(`${left} pairs of colours beyond the first ${pairs.length} were not measured.`)
  const themes: readonly Theme[] = colors.some((token) => token.dark) ? ['light', 'dark'] : ['light']
  const checks: Check[] = []
  let unknown = 0
  let failing = 0
  for (const { front, back, needed } of pairs) {
    for (const theme of themes) {
      const top = colorIn(front, theme, set)
      const bottom = colorIn(back, theme, set)
      if (!top || !bottom || (bottom.alpha ?? 1) < 1) {
        unknown += 1
        continue
      }
      const ratio = contrast(top, bottom)
      if (ratio >= needed) {
        checks.push(check('contrast', null))
        continue
      }
      failing += 1
      // Only the first are listed, so only they need a suggestion.
      const passing =
        failing > 40
          ? []
          : [
              ...paletteShades(colors, front, theme, set, (color) => contrast(color, bottom) >= needed),
              ...passingForegrounds(formatHex(top), formatHex(bottom), needed)
                .slice(0, 1)
                .map((hex) => `${hex} (${ratioText(contrast(colourOf(hex)!, bottom))})`),
            ]
      const message = `insufficient contrast in the ${theme} theme: ${front.name} ${formatHex(top)} on ${back.name} ${formatHex(bottom)} is ${ratioText(ratio)}, ${needed}:1 is required${passing.length === 0 ? '' : `; passing: ${passing.join(', ')}`}`
      checks.push(check('contrast', { at: (front[theme] ?? front.base)?.at ?? front.at, message }))
    }
  }
  if (unknown > 0)
    notes.push(`${unknown} pairs couldn't be measured: a value is missing, translucent, or in a colour space that is not computed.`)
  return checks
}

/** Up to two existing colours, from the palette or the same group, that would pass. */
function paletteShades(
  colors: readonly Token[],
  front: Token,
  theme: Theme,
  set: TokenSet,
  passes: (color: NonNullable<ReturnType<typeof colorIn>>) => boolean,
): string[] {
  const found: string[] = []
  const group = front.name.slice(0, front.name.lastIndexOf('.') + 1)
  for (const token of colors.slice(0, 300)) {
    if (found.length === 2) break
    const related = isPalette(token) || (group.includes('.') && token.name.startsWith(group))
    if (token === front || !related) continue
    const color = colorIn(token, theme, set)
    if (color && (color.alpha ?? 1) === 1 && passes(color)) found.push(`{${token.name}} ${formatHex(color)}`)
  }
  return found
}

function gridChecks(tokens: readonly Token[], set: TokenSet): Check[] {
  const checks: Check[] = []
  for (const token of tokens) {
    if (typeOf(token, set) !== 'dimension' || !wordsOf(token.name).some((word) => gridWords.has(word))) continue
    const value = token.base ?? token.light ?? token.dark
    const size = value && measured(value.node.value, ['px', 'rem'])
    if (!value || !size) continue
    const pixels = size.unit === 'rem' ? size.value * 16 : size.value
    const steps = pixels / 4
    const off = Math.abs(steps - Math.round(steps)) > 1e-6
    const message = `${token.name} is ${pixels}px, off grid: spacing goes in steps of 4px (${Math.floor(steps) * 4}px or ${Math.ceil(steps) * 4}px)`
    checks.push(check('grid', off ? { at: value.at, message } : null))
  }
  return checks
}

const gridWords = new Set(['space', 'spacing', 'spaces', 'gap', 'padding', 'margin', 'inset', 'gutter'])

/** One naming style in the whole set; the rarer style is reported. */
function nameChecks(tokens: readonly Token[]): Check[] {
  const styles = tokens.map((token) => ({
    token,
    style: /[a-z][A-Z]/.test(token.name)
      ? 'camelCase'
      : /[a-zA-Z]-[a-zA-Z]/.test(token.name)
        ? 'kebab-case'
        : /_/.test(token.name)
          ? 'snake_case'
          : null,
  }))
  const counts = Map.groupBy(
    styles.flatMap(({ style }) => style ?? []),
    (style) => style,
  )
  const usual = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0]?.[0]
  return styles.map(({ token, style }) =>
    check(
      'naming',
      style === null || style === usual
        ? null
        : { at: token.at, message: `naming: ${token.name} is written in ${style}, most names in ${usual}` },
    ),
  )
}

/** Reported once for all, because a finding per token would drown the rest. */
function descriptionChecks(tokens: readonly Token[]): Check[] {
  const bare = tokens.filter((token) => !token.described)
  if (tokens.length === 0) return []
  const message = `documentation: ${bare.length} of ${tokens.length} tokens carry no $description, their own or their group's; the first is ${bare[0]?.name}`
  return [check('description', bare[0] ? { at: bare[0].at, message } : null)]
}

/** Truncated, not rounded: 4.499 must not read as 4.5. */
function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toString()}:1`
}

function isPalette(token: Token): boolean {
  return wordsOf(token.name).some((word) =>
    ['palette', 'primitive', 'primitives', 'core', 'global', 'ref', 'reference', 'base', 'raw'].includes(word),
  )
}

function typeOf(token: Token, set: TokenSet): string | null {
  return token.type ?? aliasedType(token, set)
}
