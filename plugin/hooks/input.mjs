// What a hook is told on standard input; anything that is no such message is taken for an empty one.
import { readFileSync } from 'node:fs'

export function readInput() {
  try {
    const value = JSON.parse(readFileSync(0, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
