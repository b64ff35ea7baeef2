// Colours as tokens write them, and the WCAG contrast between two of them.
import { type Rgb, clampRgb, converter, parse, wcagContrast } from 'culori'

const toRgb = converter('rgb')

/** In sRGB, from 0 to 1; opaque if alpha is missing. */
export type Color = Rgb

/** Every CSS colour syntax; null if it isn't one. */
export function parseColor(text: string): Color | null {
  const color = parse(text.trim().toLowerCase())
  return color ? clampRgb(toRgb(color)) : null
}

/** From 1 to 21; a translucent foreground is blended with the background first. */
export function contrast(foreground: Color, background: Color): number {
  return wcagContrast(over(foreground, background), { ...background, alpha: 1 })
}

/** Truncated, not rounded: 4.499 must not read as 4.5. */
export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toString()}:1`
}

function over({ r, g, b, alpha = 1 }: Color, bottom: Color): Color {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha)
  return { mode: 'rgb', r: mix(r, bottom.r), g: mix(g, bottom.g), b: mix(b, bottom.b) }
}
