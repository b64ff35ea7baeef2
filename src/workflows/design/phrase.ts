// The few words a person types to approve: drawn from the design itself, so that another design asks for others.
import type { Intent } from './intent.ts'

export function phraseFrom({ userFlows, dataModel, featureId }: Intent, hash: string): string {
  const flows = userFlows.map(({ name }) => name)
  const names = [...flows, ...dataModel.entities.map(({ name }) => name), featureId.replaceAll('-', ' ')]
  const from = flows.length > 0 ? flows : names
  const name = from[Number.parseInt(hash.slice(0, 8), 16) % from.length] ?? featureId
  const words = name.toLowerCase().split(/[^\p{L}\p{N}'-]+/u).filter(Boolean).slice(0, mostWords)
  return words.join(' ') || featureId.replaceAll('-', ' ')
}

const mostWords = 4
