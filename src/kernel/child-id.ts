// A child run's id, derived from its parent's id and its task's key, so that a new driver finds the same child.
import { sha256 } from '../lib/hash.ts'

const longestParent = 80

export function childId(parent: string, key: string): string {
  const words = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 24)
  return [parent.slice(0, longestParent), ...(words ? [words] : []), sha256(`${parent}\0${key}`).slice(0, 8)].join('-')
}
