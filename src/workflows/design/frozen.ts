// Compares final/ with what was frozen: unchanged, changed, or unfrozen by a person who deleted the marker.
import { sha256 } from '../../lib/hash.ts'
import type { NewEvent } from '../../schema/event.ts'
import { event } from './events.ts'
import { statedChecksum } from './marker.ts'
import type { DesignState } from './state.ts'

/** final/ as found. */
export interface FrozenFolder {
  /** The text of FROZEN.md. */
  marker: string | null
  /** SHA-256 of the canonical intent, or why there is none. */
  intent: { checksum: string } | { problem: string }
  /** SHA-256 of preview.html. */
  preview: string | null
}

/** What the folder says that the journal doesn't know yet; empty if everything is as frozen. */
export function noticed(state: DesignState, found: FrozenFolder, folder: string): NewEvent[] {
  const { frozen } = state
  if (state.state !== 'FROZEN' || !frozen) return []
  const differs = (name: string, expected: string, actual: string) => [
    event('integrity_violated', { file: `${folder}/${name}`, expected, actual }),
  ]
  const intent = actualIntent(found)
  if (intent !== frozen.checksum) return differs('intent.json', frozen.checksum, intent)
  if (found.marker === null) return [event('unfrozen', { reason: 'a person deleted FROZEN.md', checksum: intent })]
  const marker = sha256(found.marker)
  if (marker !== frozen.marker) return differs('FROZEN.md', frozen.marker, marker)
  return found.preview === frozen.preview ? [] : differs('preview.html', frozen.preview, found.preview ?? 'nothing')
}

/** Before a start: a folder marked as frozen must be intact, and even then no new design overwrites it. */
export function foundAtStart(found: FrozenFolder, folder: string, { settings: { by } }: DesignState): NewEvent[] {
  if (found.marker === null) return [event('start_checked', {})]
  const expected = statedChecksum(found.marker) ?? 'no checksum'
  const actual = actualIntent(found)
  if (expected !== actual) return [event('integrity_violated', { file: `${folder}/intent.json`, expected, actual })]
  return [
    event('transition_refused', {
      from: 'IDLE',
      to: 'GENERATING',
      reason: `${folder}/FROZEN.md exists, and the design it marks is intact: delete it first to design again`,
      by,
    }),
  ]
}

const actualIntent = ({ intent }: FrozenFolder) => ('checksum' in intent ? intent.checksum : intent.problem)
