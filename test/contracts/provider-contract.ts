// What every maker must do, whoever it is; run by each implementation's tests.
import { describe, expect, it } from 'vitest'
import { type Provider, type ProviderRequest, failureKinds } from '../../src/agents/provider.ts'
import { replied, request } from '../agents/support.ts'

export interface ProviderUnderTest {
  provider: Provider
  /** A request it can answer, and the reply it must give. */
  answers: { request: Partial<ProviderRequest>; text: string }[]
  /** A request it fails at; left out only by makers that never fail. */
  fails?: Partial<ProviderRequest>
  /** Keys it knows and must keep. */
  secrets?: string[]
}

export function providerContract(name: string, make: () => Promise<ProviderUnderTest>, { neverFails = false } = {}): void {
  describe(`the maker contract: ${name}`, () => {
    it('says who it is, the same each time', async () => {
      const { provider } = await make()
      const identity = await provider.identify()
      expect(provider.name).toMatch(/^[a-z]+(?::\S.*)?$/)
      expect(identity).toEqual({ model: expect.stringMatching(/\S/), version: expect.any(String) })
      expect(await provider.identify()).toEqual(identity)
    })

    it('answers with text, usage, model and warnings that can be recorded as they are', async () => {
      const { provider, answers, secrets = [] } = await make()
      for (const { request: asked, text } of answers) {
        const reply = replied(await provider.call(request(asked)))
        expect(reply.text).toBe(text)
        expect(reply.usage.calls).toBe(1)
        for (const count of [reply.usage.tokensIn, reply.usage.tokensOut, reply.usage.costMicros ?? 0])
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
        expect(reply.model === null || typeof reply.model === 'string').toBe(true)
        expect(reply.warnings.every((warning) => typeof warning === 'string')).toBe(true)
        expect(JSON.parse(JSON.stringify(reply))).toEqual(reply)
        for (const secret of secrets) expect(JSON.stringify(reply)).not.toContain(secret)
      }
    })

    it('answers several at once without mixing them up', async () => {
      const { provider, answers } = await make()
      const asked = [...answers, ...answers]
      const replies = await Promise.all(asked.map((answer) => provider.call(request(answer.request))))
      expect(replies.map((reply) => replied(reply).text)).toEqual(asked.map(({ text }) => text))
    })

    it('does not answer when it is told to stop before it began', async () => {
      const { provider, answers } = await make()
      expect(await provider.call(request({ ...answers[0]?.request, signal: AbortSignal.abort() }))).toMatchObject({ failed: 'aborted' })
    })

    if (neverFails) return

    it('an expected failure is a value with a known kind and a message, and shows no key', async () => {
      const { provider, fails, secrets = [] } = await make()
      if (!fails) throw new Error(`${name} names no request it fails at`)
      const result = await provider.call(request(fails))
      expect(result).toMatchObject({ failed: expect.toBeOneOf([...failureKinds]), message: expect.stringMatching(/\S/) })
      for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret)
    })
  })
}
