// What the makers' tests share: a request with nothing special about it, and a world that does not really wait.
import type { AskWorld } from '../../src/agents/ask.ts'
import type { ProviderRequest, ProviderReply, ProviderResult } from '../../src/agents/provider.ts'

export function request(overrides: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    run: 'run-0001',
    task: 'produce.1',
    role: 'produce',
    prompt: 'Say hello.',
    fence: 'f0f0f0f0f0f0',
    slots: {},
    expects: 'text',
    temperature: 0,
    timeoutMs: 30_000,
    maxReplyBytes: 1_000_000,
    signal: new AbortController().signal,
    ...overrides,
  }
}

export function replied(result: ProviderResult): ProviderReply {
  if (result === 'pending' || 'failed' in result) throw new Error(`expected a reply, got ${JSON.stringify(result)}`)
  return result
}

/** Waits are recorded and over at once, but one that never ends while `hang` says so. */
export function quickWorld(hang: (ms: number) => boolean = () => false): AskWorld & { waits: number[] } {
  const waits: number[] = []
  let drawn = 0
  let now = 0
  return {
    waits,
    now: () => (now += 5),
    wait: (ms, signal) => {
      waits.push(ms)
      if (!hang(ms)) return Promise.resolve()
      return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
    },
    nonce: () => `nonce${drawn++}`,
  }
}
