// Trusted passkeys: enrolled once, stored beside the approvers, verifiable anywhere from the stored answer.
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod'
import { jsonOrNothing } from '../rules/reading/parsed.ts'
import { Fault } from '../schema/fault.ts'
import { makeFolder, readText, replaceFile } from './disk.ts'

const Passkey = z.object({
  /** Its owner; several names of one person separated by commas, as in the approvers. */
  principal: z.string().min(1),
  id: z.string().min(1),
  /** COSE, in base64url. */
  publicKey: z.string().min(1),
  rpId: z.string().min(1),
  addedAt: z.iso.datetime(),
})
export type Passkey = z.infer<typeof Passkey>

/** An authenticator's answer, as stored. */
const Assertion = z.object({
  id: z.string(),
  response: z.object({ authenticatorData: z.string(), clientDataJSON: z.string(), signature: z.string() }),
})

export const passkeysBeside = (approvers: string) => join(dirname(approvers), 'passkeys.json')

export function readPasskeys(path: string): Passkey[] {
  const text = readText(path)
  if (text === null) return []
  try {
    return z.array(Passkey).parse(JSON.parse(text))
  } catch (cause) {
    throw new Fault('invalid', `${path} isn't a list of passkeys`, { cause, fix: 'Fix it, or delete it and enrol your passkeys again.' })
  }
}

export function addPasskey(path: string, passkey: Passkey): void {
  makeFolder(dirname(path))
  replaceFile(path, `${JSON.stringify([...readPasskeys(path), passkey], null, 2)}\n`, dirname(path))
}

/** What the authenticator signs: derived from what is decided and nothing else. */
const challengeOf = (message: string) => createHash('sha256').update(`whetstone approval\n${message}`).digest('base64url')

export async function requestOptions(passkeys: readonly Passkey[], rpId: string, message: string) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(Buffer.from(challengeOf(message), 'base64url')),
    userVerification: 'required',
    allowCredentials: passkeys.filter((each) => each.rpId === rpId).map(({ id }) => ({ id })),
    timeout: 120_000,
  })
  return options
}

/** Verification needs only the proof and the list: no server, no clock, no network. */
export async function checkAssertion(
  passkeys: readonly Passkey[],
  proof: string,
  message: string,
): Promise<{ principals: string[]; fingerprint: string } | { why: string }> {
  const read = Assertion.safeParse(jsonOrNothing(proof))
  if (!read.success) return { why: "it isn't a passkey's response" }
  const { id, response } = read.data
  const passkey = passkeys.find((each) => each.id === id)
  if (!passkey) return { why: `the passkey ${id.slice(0, 12)} belongs to no one on your list` }
  const origin = originOf(response.clientDataJSON, passkey.rpId)
  if (origin === null) return { why: `it wasn't made at ${passkey.rpId}` }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const answer: AuthenticationResponseJSON = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  const { publicKey, rpId, principal } = passkey
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challengeOf(message),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    })
    return verified
      ? { principals: principal.split(',').map((name) => name.trim()), fingerprint: `passkey ${id.slice(0, 12)}` }
      : { why: "the passkey didn't sign this" }
  } catch (error) {
    return { why: `the passkey didn't sign this: ${(error as Error).message}` }
  }
}

export function enrolmentOptions(
  passkeys: readonly Passkey[],
  rpId: string,
  principal: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return import('@simplewebauthn/server').then(({ generateRegistrationOptions }) =>
    generateRegistrationOptions({
      rpName: 'Whetstone',
      rpID: rpId,
      userName: principal,
      attestationType: 'none',
      excludeCredentials: passkeys.filter((each) => each.rpId === rpId).map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    }),
  )
}

export async function enrolled(
  answer: RegistrationResponseJSON,
  { challenge, origin, rpId, principal, now }: { challenge: string; origin: string; rpId: string; principal: string; now: number },
): Promise<Passkey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const refused = (cause?: unknown) =>
    new Fault('refused', "this passkey was not enrolled: its answer doesn't match the challenge", { cause })
  const verdict = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(error)
  })
  if (!verdict.verified) throw refused()
  const { id, publicKey } = verdict.registrationInfo.credential
  return { principal, id, publicKey: Buffer.from(publicKey).toString('base64url'), rpId, addedAt: new Date(now).toISOString() }
}

/** A page of the rp id or a subdomain of it; https, except on this machine. */
function originOf(clientData: string, rpId: string): string | null {
  const { origin } = (jsonOrNothing(Buffer.from(clientData, 'base64url').toString('utf8')) ?? {}) as { origin?: unknown }
  if (typeof origin !== 'string' || !URL.canParse(origin)) return null
  const { hostname, protocol } = new URL(origin)
  const ours = hostname === rpId || hostname.endsWith(`.${rpId}`)
  return ours && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')) ? origin : null
}
