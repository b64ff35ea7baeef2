// Colours as tokens write them, and the WCAG contrast between two of them.
import { type Rgb, clampRgb, converter, formatHex, interpolate, parse, wcagContrast } from 'culori'

const toRgb = converter('rgb')

/** In sRGB, from 0 to 1; without alpha: opaque. */
export type Color = Rgb

/** Every way CSS has to write a colour; null for what is none. */
export function parseColor(text: string): Color | null {
  const color = parse(text.trim().toLowerCase())
  return color ? clampRgb(toRgb(color)) : null
}

/** From 1 to 21; a translucent foreground is laid over the background first. */
export function contrast(foreground: Color, background: Color): number {
  return wcagContrast(over(foreground, background), { ...background, alpha: 1 })
}

/** Cut, not rounded: 4.499 must not read as 4.5. */
export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toString()}:1`
}

export interface Alternative {
  readonly hex: string
  readonly ratio: number
}

/** The nearest shades of the colour, towards black and towards white, that reach the ratio. */
export function passingShades(color: Color, background: Color, needed: number): Alternative[] {
  const found: (Alternative & { steps: number })[] = []
  for (const end of ['black', 'white']) {
    const towards = interpolate([{ ...color, alpha: 1 }, parseColor(end === 'black' ? '#000' : '#fff') as Color], 'rgb')
    for (let steps = 1; steps <= 100; steps += 1) {
      const hex = formatHex(towards(steps / 100))
      const ratio = contrast(parseColor(hex) as Color, background)
      if (ratio < needed) continue
      found.push({ hex, ratio, steps })
      break
    }
  }
  return found.sort((a, b) => a.steps - b.steps).map(({ hex, ratio }) => ({ hex, ratio }))
}

export const toHex = (color: Color): string => formatHex(color)

function over({ r, g, b, alpha = 1 }: Color, bottom: Color): Color {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha)
  return { mode: 'rgb', r: mix(r, bottom.r), g: mix(g, bottom.g), b: mix(b, bottom.b) }
}
