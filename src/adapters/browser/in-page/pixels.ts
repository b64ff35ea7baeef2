// Contrast of texts over pictures and gradients, from the pixels behind them, since style sheets can't tell. Runs in the page.
/// <reference lib="dom" />
import type { ColourPair } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { overPicture?: Element[]; barer?: CSSStyleSheet }

/** Hides the texts and returns the part of the page that covers those axe couldn't decide. */
export function bare(): { x: number; y: number; width: number; height: number } {
  if (!document.body) return { x: 0, y: 0, width: 0, height: 0 } // a drawing that never becomes a picture
  const sheet = (whet.barer = new CSSStyleSheet())
  sheet.replaceSync(
    '*, *::before, *::after { color: transparent !important; -webkit-text-fill-color: transparent !important; transition: none !important }',
  )
  for (const root of whet.roots()) root.adoptedStyleSheets.push(sheet)
  const boxes = (whet.overPicture ?? []).map((element) => element.getBoundingClientRect())
  const [x, y] = [Math.min(...boxes.map(({ left }) => left)) + scrollX, Math.min(...boxes.map(({ top }) => top)) + scrollY]
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)) + scrollX, Math.max(...boxes.map((box) => box.bottom)) + scrollY]
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  return { x: left, y: top, width: Math.ceil(right) - left, height: Math.ceil(bottom) - top }
}

/** Colours from the pixels of a picture of that part, for each element axe couldn't decide. Shows the texts again. */
export async function readPixels(png: string, from: { x: number; y: number }): Promise<Omit<ColourPair, 'view'>[]> {
  for (const root of whet.roots()) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== whet.barer)
  whet.finish()
  if (png === '') return []
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) return []
  drawing.drawImage(bitmap, 0, 0)
  return (whet.overPicture ?? []).flatMap((element) => {
    const style = getComputedStyle(element)
    const own = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(style.color)
    // A shadow or an outline may make a text readable: that is for people to judge.
    if (!own || style.textShadow !== 'none' || style.backgroundClip.includes('text') || !whet.isShown(element)) return []
    const text = luminance(Number(own[1]), Number(own[2]), Number(own[3]))
    const seen = [...element.childNodes].flatMap((node) => (node.nodeType === 3 && node.nodeValue?.trim() ? pixelsOf(node) : []))
    if (seen.length === 0) return []
    const ratios = seen.map((pixel) => ({ pixel, ratio: ratioOf(text, luminance(...pixel)) })).sort((a, b) => a.ratio - b.ratio)
    const middle = ratios[Math.floor(ratios.length / 2)]
    if (!middle) return []
    const sizePx = Number.parseFloat(style.fontSize)
    const bold = Number(style.fontWeight) >= 700
    return [
      {
        ...whet.partOf(element),
        text: whet.wordsOf(element, 60),
        foreground: hex([Number(own[1]), Number(own[2]), Number(own[3])]),
        background: hex(middle.pixel),
        ratio: Math.floor(middle.ratio * 100) / 100,
        required: sizePx >= 24 || (bold && sizePx >= 18.66) ? 3 : 4.5,
        sizePx,
        bold,
      },
    ]
  })

  /** Every fourth pixel in both directions, behind the lines of a text. */
  function pixelsOf(node: Node): [number, number, number][] {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].flatMap((rect) => {
      const [x, y] = [Math.max(0, Math.round(rect.left + scrollX - from.x)), Math.max(0, Math.round(rect.top + scrollY - from.y))]
      const [width, height] = [Math.min(Math.round(rect.width), canvas.width - x), Math.min(Math.round(rect.height), canvas.height - y)]
      if (width < 1 || height < 1 || !drawing) return []
      const { data } = drawing.getImageData(x, y, width, height)
      const found: [number, number, number][] = []
      for (let row = 0; row < height; row += 4)
        for (let column = 0; column < width; column += 4) {
          const at = (row * width + column) * 4
          found.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
        }
      return found
    })
  }

  function luminance(...colour: [number, number, number]): number {
    const [r = 0, g = 0, b = 0] = colour.map((each) => (each <= 10 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  function ratioOf(one: number, other: number): number {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  }

  function hex(colour: [number, number, number]): string {
    return `#${colour.map((each) => each.toString(16).padStart(2, '0')).join('')}`
  }
}
