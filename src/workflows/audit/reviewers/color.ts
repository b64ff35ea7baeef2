// Colours as tokens write them, and the WCAG contrast between two of them.

export interface Color {
  readonly red: number // 0–255
  readonly green: number
  readonly blue: number
  readonly alpha: number // 0–1
}

/** Hex, rgb(), hsl() and `transparent`; null for what is no colour we can compute with. */
export function parseColor(text: string): Color | null {
  const value = text.trim().toLowerCase()
  if (value === 'transparent') return { red: 0, green: 0, blue: 0, alpha: 0 }
  if (value === 'black' || value === 'white') return parseColor(value === 'black' ? '#000' : '#fff')
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1]
  if (hex !== undefined) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    const part = (index: number) => Number.parseInt(full.slice(index * 2, index * 2 + 2), 16)
    return { red: part(0), green: part(1), blue: part(2), alpha: full.length === 8 ? part(3) / 255 : 1 }
  }
  const call = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(value)
  if (!call) return null
  const parts = call[2]!.split(/[\s,/]+/).filter((part) => part !== '')
  const numbers = parts.map((part) =>
    /^-?\d{1,6}(?:\.\d{1,10})?(?:%|deg)?$|^\.\d{1,10}$/.test(part) ? Number.parseFloat(part) : Number.NaN,
  )
  if (numbers.length < 3 || numbers.length > 4 || numbers.some(Number.isNaN)) return null
  const [a, b, c, d] = numbers as [number, number, number, number?]
  const alpha = clamp(d === undefined ? 1 : parts[3]!.endsWith('%') ? d / 100 : d, 1)
  if (call[1] === 'hsl') return { ...fromHsl(a, clamp(b / 100, 1), clamp(c / 100, 1)), alpha }
  const channel = (number: number, part: string) => clamp(part.endsWith('%') ? number * 2.55 : number, 255)
  return { red: channel(a, parts[0]!), green: channel(b, parts[1]!), blue: channel(c, parts[2]!), alpha }
}

/** From 1 to 21; a translucent foreground is laid over the background first. */
export function contrast(foreground: Color, background: Color): number {
  const [light, dark] = [luminance(over(foreground, background)), luminance(background)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
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
  for (const end of [0, 255]) {
    for (let steps = 1; steps <= 100; steps += 1) {
      const mix = (channel: number) => Math.round(channel + ((end - channel) * steps) / 100)
      const shade = { red: mix(color.red), green: mix(color.green), blue: mix(color.blue), alpha: 1 }
      const ratio = contrast(shade, background)
      if (ratio < needed) continue
      found.push({ hex: toHex(shade), ratio, steps })
      break
    }
  }
  return found.sort((a, b) => a.steps - b.steps).map(({ hex, ratio }) => ({ hex, ratio }))
}

export function toHex(color: Color): string {
  return `#${[color.red, color.green, color.blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function over(top: Color, bottom: Color): Color {
  const mix = (a: number, b: number) => a * top.alpha + b * (1 - top.alpha)
  return { red: mix(top.red, bottom.red), green: mix(top.green, bottom.green), blue: mix(top.blue, bottom.blue), alpha: 1 }
}

function luminance({ red, green, blue }: Color): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Color, 'alpha'> {
  const amount = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    return 255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { red: channel(0), green: channel(8), blue: channel(4) }
}

function clamp(number: number, most: number): number {
  return Math.min(most, Math.max(0, number))
}
