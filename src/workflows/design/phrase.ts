// The words a person types to approve: derived from the design, so that another design asks for others.
import type { Intent } from './intent.ts'

export function phraseFrom({ userFlows, featureId }: Intent, hash: string): string {
  const chosen = userFlows[Number.parseInt(hash.slice(0, 8), 16) % Math.max(1, userFlows.length)]?.name ?? ''
  const words = chosen
    .toLowerCase()
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter(Boolean)
    .slice(0, mostWords)
  return words.join(' ') || featureId.replaceAll('-', ' ')
}

const mostWords = 4
