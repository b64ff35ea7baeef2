// Colours as people perceive them: contrast, similarity, and readable foregrounds for a background.
import { type Color, type Rgb, converter, formatHex, parse, toGamut, wcagContrast } from 'culori'

const toOklch = converter('oklch')
const toRgb = converter('rgb')

/** The library throws on partial colours. */
function parsed(text: string): Color | undefined {
  try {
    return parse(text)
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

/** `#rrggbb` without transparency; null if it isn't a colour, or invisible. */
export function hexOf(text: string): string | null {
  const colour = toRgb(parsed(text)) as Rgb | undefined
  return !colour || colour.alpha === 0 ? null : (formatHex(colour) ?? null)
}

/** Lightness from 0 to 1, chroma from 0 to about 0.4, hue in degrees. */
export function lch(text: string): { l: number; c: number; h: number } | null {
  const colour = toOklch(parsed(text))
  return colour ? { l: colour.l, c: colour.c, h: colour.h ?? 0 } : null
}
