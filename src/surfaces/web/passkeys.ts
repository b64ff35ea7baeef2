// Passkeys in the dashboard: enrolling one, which takes a code from the terminal, and confirming a decision with one.
import { randomInt } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { textToSign } from '../../adapters/attest.ts'
import { addPasskey, enrolled, enrolmentOptions, passkeysBeside, requestOptions } from '../../adapters/passkeys.ts'
import { strictest } from '../../gates/policy.ts'
import { findRun, loadRun } from '../../operations/runs.ts'
import type { World } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import { originOf, same } from './guard.ts'

export interface PasskeyRequest {
  options: object
  /** The text to be signed, line by line. */
  text: string
  /** The start of the checksum, to compare with another device or person. */
  code: string
}

export class Passkeys {
  readonly #world: World
  /** To the terminal that started this server, never over HTTP. */
  readonly #tell: (text: string) => void
  /** The value of `--host`. */
  readonly #name: string | null
  #enrolling: { principal: string; challenge: string; code: string; host: string } | null = null
  #wrong = 0

  constructor(world: World, tell: (text: string) => void, name: string | null = null) {
    this.#world = world
    this.#tell = tell
    this.#name = name
  }

  list(host: string): { here: boolean; names: string[] } {
    const here = this.#rpId(host) !== null
    return { here, names: this.#world.verifier().passkeys.map(({ principal }) => principal) }
  }

  /** Enrolling requires seeing the terminal: the token alone isn't enough. */
  async begin(principal: string, host: string): Promise<object> {
    const rpId = this.#needName(host)
    if (this.#wrong >= mostWrong)
      throw new Fault('refused', `${mostWrong} wrong codes were entered; this server enrols no more passkeys`, {
        fix: 'Find out who entered them, then restart `whet serve`.',
      })
    const options = await enrolmentOptions(this.#world.verifier().passkeys, rpId, principal)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    this.#enrolling = { principal, challenge: options.challenge, code, host }
    this.#tell(`A browser asks to enrol a passkey for ${JSON.stringify(principal)}. If that is you, type this code there: ${code}`)
    return options
  }

  /** One try per code, and few codes, because the token's holder could try them all. */
  async finish(code: string, answer: RegistrationResponseJSON, host: string): Promise<{ principal: string }> {
    const asked = this.#enrolling
    this.#enrolling = null
    const { file } = this.#world.verifier()
    if (!asked || asked.host !== host || !same(code.trim(), asked.code) || file === null) {
      this.#wrong += 1
      throw new Fault('refused', "that isn't the code; nothing was enrolled", {
        fix: 'Start again and type the code shown in the terminal of `whet serve`.',
      })
    }
    const { principal, challenge } = asked
    const now = this.#world.clock.now()
    const passkey = await enrolled(answer, { challenge, origin: originOf(host, this.#name), rpId: this.#needName(host), principal, now })
    addPasskey(passkeysBeside(file), passkey)
    this.#tell(`Enrolled a passkey of ${JSON.stringify(principal)} in ${passkeysBeside(file)}.`)
    return { principal }
  }

  async request(name: string, asked: { gate: string; hash: string }, host: string): Promise<PasskeyRequest> {
    const world = this.#world
    const { run, definition } = await findRun(world, name)
    const next = definition.next((await loadRun(world, run, definition)).state)
    if (!('ask' in next) || next.ask.key !== asked.gate || next.ask.decides?.hash !== asked.hash)
      throw new Fault('conflict', 'the question has changed; nothing was decided', { fix: 'View the page again.' })
    const verifier = world.verifier()
    const policy = strictest(verifier.policy, world.config.config.approval)
    const text = textToSign(next.ask, policy, world.clock.now())
    const options = await requestOptions(verifier.passkeys, this.#needName(host), text)
    return { options, text, code: `${asked.hash.slice(0, 4)} ${asked.hash.slice(4, 8)}`.toUpperCase() }
  }

  /** A passkey belongs to a host name; an IP address isn't one. */
  #rpId(host: string): string | null {
    const name = host.replace(/:\d+$/, '')
    return name === 'localhost' || name === this.#name ? name : null
  }

  #needName(host: string): string {
    const name = this.#rpId(host)
    if (name !== null) return name
    const port = /:(\d+)$/.exec(host)?.[1]
    throw new Fault('refused', 'passkeys are tied to a host name, and this page is open under an IP address', {
      fix: `Open it as http://localhost${port ? `:${port}` : ''}.`,
    })
  }
}

const mostWrong = 5

/** The browser's answer, as stored. */
export const kept = ({ id, response: { authenticatorData, clientDataJSON, signature } }: AuthenticationResponseJSON): string =>
  JSON.stringify({ id, response: { authenticatorData, clientDataJSON, signature } })
