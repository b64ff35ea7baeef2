// Confirms with a passkey: shows what is signed, the device asks its owner, and its answer goes with the choice. Enrolling takes a code from the terminal.
import { useEffect, useState } from 'preact/hooks'
import type { Gate, Trouble } from '../document.ts'
import { get, localAddress, post } from './api.ts'
import { Troubled, typed } from './parts.tsx'
import { troubleOf } from './resource.ts'

interface Asked {
  options: PublicKeyCredentialRequestOptionsJSON
  text: string
  code: string
}

export function WithPasskey({ run, gate, onAnswer }: { run: string; gate: Gate; onAnswer(passkey: object): Promise<void> }) {
  const [known, setKnown] = useState<{ here: boolean; names: string[] } | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const refresh = () => get<{ here: boolean; names: string[] }>('/api/passkeys').then(setKnown, () => setKnown(null))
  useEffect(() => void refresh(), [])
  const hash = gate.decides?.hash
  if (!known || hash === undefined || !('credentials' in navigator)) return null
  const trying = (act: () => Promise<unknown>) => async () => {
    setTrouble(null)
    await act().catch((error: unknown) => setTrouble(troubleOf(error)))
  }
  const look = trying(async () => setAsked(await post<Asked>(`/api/runs/${run}/passkey`, { gate: gate.key, hash })))
  const confirm = trying(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked!.options)
    const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
    if (found) await onAnswer(found.toJSON())
  })
  return (
    <details class="passkey">
      <summary>Sign with a passkey instead</summary>
      {!known.here && (
        <p>
          A passkey is tied to a host name: <a href={localAddress()}>open this page as localhost</a>. A phone's own browser needs a real
          host name and https: see <code>--host</code> in <code>whet serve --help</code>.
        </p>
      )}
      {known.here && known.names.length > 0 && !asked && (
        <button type="button" onClick={look}>
          Show what is signed
        </button>
      )}
      {asked && (
        <>
          <p>
            Compare: <strong class="mono code">{asked.code}</strong>
          </p>
          <pre class="mono">{asked.text}</pre>
          <button type="button" class="primary" onClick={confirm}>
            Confirm with a passkey
          </button>
        </>
      )}
      {known.here && <Enrol onDone={refresh} first={known.names.length === 0} />}
      <Troubled trouble={trouble} />
    </details>
  )
}

function Enrol({ first, onDone }: { first: boolean; onDone(): unknown }) {
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [made, setMade] = useState<object | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const make = async () => {
    setTrouble(null)
    try {
      const options = await post<PublicKeyCredentialCreationOptionsJSON>('/api/passkeys/begin', { principal: name })
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const found = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
      setMade(found?.toJSON() ?? null)
    } catch (error) {
      setTrouble(troubleOf(error))
    }
  }
  const finish = async () => {
    try {
      await post('/api/passkeys', { code, answer: made })
      setTrouble(null)
      await onDone()
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setMade(null)
    setCode('')
  }
  return (
    <details open={first}>
      <summary>Enrol a passkey</summary>
      <label>
        Whose passkey it is
        <input value={name} placeholder="you@example.com" onInput={typed(setName)} />
      </label>
      {!made && (
        <button type="button" disabled={name.trim() === ''} onClick={make}>
          Make a passkey
        </button>
      )}
      {made && (
        <>
          <label>
            The code in the terminal of whet serve
            <input value={code} autocomplete="off" inputMode="numeric" onInput={typed(setCode)} />
          </label>
          <button type="button" disabled={code.trim() === ''} onClick={finish}>
            Enrol
          </button>
        </>
      )}
      <Troubled trouble={trouble} />
    </details>
  )
}
