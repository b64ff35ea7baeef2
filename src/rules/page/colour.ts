// Colours as people perceive them: contrast, similarity, and readable foregrounds for a background.
import { type Color, type Rgb, clampRgb, converter, formatHex, parse, toGamut, wcagContrast } from 'culori'
import { isRecord } from '../reading/parsed.ts'

const toOklch = converter('oklch')
const toRgb = converter('rgb')

/** The library throws on partial colours. */
function parsed(text: string): Color | undefined {
  try {
    return parse(text.trim().toLowerCase())
  } catch {
    return undefined
  }
}
const intoSrgb = toGamut('rgb', 'oklch')

/** Up to three, nearest first: the same hue darker or lighter until it passes, then until it reads easily, then black or white. */
export function passingForegrounds(foreground: string, background: string, required: number): string[] {
  const start = toOklch(parsed(foreground))
  if (!start || !parsed(background)) return []
  const towards = wcagContrast('#000000', background) >= wcagContrast('#ffffff', background) ? 0 : 1
  const nearest = (wanted: number): string | null => {
    for (let step = 0; step <= 200; step++) {
      const l = start.l + ((towards - start.l) * step) / 200
      const hex = formatHex(intoSrgb({ ...start, l })) ?? ''
      if (wcagContrast(hex, background) >= wanted) return hex
    }
    return null
  }
  const end = towards === 0 ? '#000000' : '#ffffff'
  const found = [nearest(required), nearest(required + 1), nearest(Math.max(7, required + 2)), end].filter((hex) => hex !== null)
  return [...new Set(found)].filter((hex) => wcagContrast(hex, background) >= required).slice(0, 3)
}

/** In sRGB, from 0 to 1, opaque if alpha is missing: from CSS, or from `{ colorSpace: 'srgb', components: [0, 0.5, 1], alpha, hex }`. */
export function colourOf(value: unknown): Rgb | null {
  if (typeof value === 'string') {
    const colour = parsed(value)
    return colour ? clampRgb(toRgb(colour)) : null
  }
  if (!isRecord(value)) return null
  const { hex, alpha, colorSpace, components } = value
  const opacity = typeof alpha === 'number' ? Math.min(1, Math.max(0, alpha)) : 1
  const parts = colorSpace === 'srgb' && Array.isArray(components) ? components : []
  if (parts.length === 3 && parts.every((part) => typeof part === 'number' && part >= 0 && part <= 1))
    return { mode: 'rgb', r: parts[0], g: parts[1], b: parts[2], alpha: opacity }
  const colour = typeof hex === 'string' ? colourOf(hex) : null
  return colour && { ...colour, alpha: opacity }
}

/** `#rrggbb` without transparency; null if it isn't a colour, or invisible. */
export function hexOf(value: unknown): string | null {
  const colour = colourOf(value)
  return !colour || colour.alpha === 0 ? null : formatHex(colour)
}

/** From 1 to 21; a translucent foreground is blended with the background first. */
export function contrast({ r, g, b, alpha = 1 }: Rgb, background: Rgb): number {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha)
  return wcagContrast(
    { mode: 'rgb', r: mix(r, background.r), g: mix(g, background.g), b: mix(b, background.b) },
    { ...background, alpha: 1 },
  )
}

/** Lightness from 0 to 1, chroma from 0 to about 0.4, hue in degrees. */
export function lch(text: string): { l: number; c: number; h: number } | null {
  const colour = toOklch(parsed(text))
  return colour ? { l: colour.l, c: colour.c, h: colour.h ?? 0 } : null
}
