// Wraps a maker so that no key leaks: not in a reply, a warning, an error or a thrown failure.
import type { Provider, ProviderResult } from '../../agents/provider.ts'
import { redact, redactDeep } from '../../agents/redact.ts'
import { Fault, toFault } from '../../schema/fault.ts'

export function guarded(provider: Provider, secrets: () => readonly string[]): Provider {
  const clean = (error: unknown): never => {
    const fault = toFault(error)
    const known = secrets()
    throw new Fault(fault.code, redact(fault.message, known), {
      ...(fault.fix && { fix: redact(fault.fix, known) }),
      data: redactDeep(fault.data, known),
    })
  }
  return {
    ...provider,
    identify: () => provider.identify().then((identity) => redactDeep(identity, secrets()), clean),
    call: ({ hear, ...request }) =>
      provider
        .call({ ...request, ...(hear && { hear: (text: string) => hear(redact(text, secrets())) }) })
        .then((result): ProviderResult => (result === 'pending' ? result : redactDeep(result, secrets())), clean),
  }
}
