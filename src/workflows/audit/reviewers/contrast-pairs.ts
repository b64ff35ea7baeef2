// Which colours meet on a screen: text on its surface and control parts on theirs, from token names alone.
import type { Token } from '../../../rules/page/token-files.ts'

interface Pair {
  readonly front: Token
  readonly back: Token
  readonly needed: number // 4.5 for text, 3 for large text and parts of controls
}

interface Pairs {
  readonly pairs: readonly Pair[]
  readonly left: number // pairs beyond the limit, not checked
}

/** WCAG exempts disabled controls, and a plain border or divider is decoration; neither is paired. */
export function contrastPairs(colors: readonly Token[], limit = 2000): Pairs {
  const named = colors.map((token) => ({ token, words: wordsOf(token.name) }))
  const byCore = Map.groupBy(named, ({ words }) => words.filter((word) => !surfaceWords.has(word) && !filler.has(word)).join(' '))
  const plainSurfaces = named.filter(
    ({ words }) => isSurface(words) && words.every((word) => neutral.has(word) || surfaceWords.has(word) || filler.has(word)),
  )
  const surfaces = {
    inverse: plainSurfaces.filter(({ words }) => words.includes('inverse')).map((each) => each.token),
    normal: plainSurfaces.filter(({ words }) => !words.includes('inverse')).map((each) => each.token),
  }
  const pairs: Pair[] = []
  let left = 0
  for (const { token, words } of named) {
    if (words.includes('disabled') || isSurface(words)) continue
    const needed = neededRatio(words)
    if (needed === null) continue
    const own = ownSurface(words)
    const core = own === null ? [] : (byCore.get(own) ?? []).map((each) => each.token)
    const backs = own !== null ? core : words.includes('inverse') ? surfaces.inverse : surfaces.normal
    const room = Math.max(0, limit - pairs.length)
    for (const back of backs.slice(0, room)) if (back !== token) pairs.push({ front: token, back, needed })
    left += Math.max(0, backs.length - room)
  }
  return { pairs, left }
}

/** `color.onPrimary` and `color.primary-foreground` name the one surface they are made for. */
function ownSurface(words: readonly string[]): string | null {
  const core = words.filter((word) => !filler.has(word))
  const on = core.indexOf('on')
  const before = core.slice(0, -1)
  const named =
    on !== -1 && on < before.length
      ? core.slice(on + 1)
      : before.length > 0 && core.at(-1) === 'foreground' && !before.some((word) => textWords.has(word))
        ? before
        : null
  return named?.filter((word) => !surfaceWords.has(word)).join(' ') ?? null
}

function neededRatio(words: readonly string[]): number | null {
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word))
  if (words.some((word) => word === 'border' || word === 'stroke')) return has(controlWords) ? 3 : null
  if (has(partWords)) return 3
  if (has(textWords) || (words.includes('on') && words.at(-1) !== 'on'))
    return words.includes('large') || words.includes('display') ? 3 : 4.5
  return null
}

function isSurface(words: readonly string[]): boolean {
  return (
    words.some((word) => surfaceWords.has(word)) &&
    !words.includes('on') &&
    !words.some((word) => textWords.has(word) || partWords.has(word) || word === 'border' || word === 'overlay' || word === 'scrim')
  )
}

export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const set = (words: string) => new Set(words.split(' '))
const textWords = set('text foreground fg heading label caption link placeholder')
const surfaceWords = set('background bg surface canvas paper')
const partWords = set('icon focus ring outline indicator')
const controlWords = set('input control field interactive strong focus')
const filler = set('color colors colour semantic sys alias')
const neutral = set(
  'primary secondary tertiary default base subtle muted page raised sunken elevated card app body main level inverse 0 1 2 3 4 5',
)
