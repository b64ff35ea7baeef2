// The clock, the waiting and the chance that asking a maker needs.
import { randomBytes } from 'node:crypto'
import type { AskWorld } from '../../agents/ask.ts'

export const askWorld: AskWorld = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const finish = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, Math.min(ms, longestTimer))
      signal.addEventListener('abort', finish, { once: true })
    }),
  nonce: () => randomBytes(12).toString('hex'),
}

/** Beyond this Node fires at once. */
const longestTimer = 2_147_483_647
