// Clock, waiting and randomness for asking makers.
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { AskWorld } from '../../agents/ask.ts'

export const askWorld: AskWorld = {
  now: () => Date.now(),
  wait: (ms, signal) => setTimeout(Math.min(ms, longestTimer), undefined, { signal }).catch(() => {}),
  nonce: () => randomBytes(12).toString('hex'),
}

/** Above this, Node's timer fires at once. */
const longestTimer = 2_147_483_647
