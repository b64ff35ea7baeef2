// Writes an artifact's files into the project: shows what would change first, and writes only that.
import { useState } from 'preact/hooks'
import type { Planned, Trouble } from '../document.ts'
import { post } from './api.ts'
import { Dialog } from './dialog.tsx'
import { plural } from './format.ts'
import { Mark, Troubled } from './parts.tsx'
import { Patch } from './patch.tsx'
import { troubleOf, useResource } from './resource.ts'

const tones = { new: 'good', changed: 'wait', gone: 'bad', same: 'rest' } as const

export function Apply({ run, name, onClose }: { run: string; name: string; onClose(): void }) {
  const [looked, setLooked] = useState(0)
  const [done, setDone] = useState<Planned | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isWriting, setWriting] = useState(false)
  const { value, trouble: unread } = useResource(`apply ${run}`, looked, () => post<Planned>(`/api/runs/${run}/apply`, { seen: null }))
  const due = value?.files.filter(({ is }) => is !== 'same') ?? []
  const write = async () => {
    setWriting(true)
    setTrouble(null)
    try {
      setDone(await post<Planned>(`/api/runs/${run}/apply`, { seen: value?.seen ?? null }))
    } catch (error) {
      setTrouble(troubleOf(error))
      setLooked(looked + 1)
    }
    setWriting(false)
  }
  return (
    <Dialog title={`Apply ${name}`} onClose={onClose} class="large">
      <Troubled trouble={trouble ?? unread} />
      {done ? (
        <p role="status">
          <Mark tone="good">written</Mark> {plural(done.files.filter(({ is }) => is !== 'same').length, 'file')} in your project.
        </p>
      ) : (
        <>
          {!value && !unread && <p class="quiet">Loading…</p>}
          {value && due.length === 0 && <p>Your project already has these files.</p>}
          {value?.files.map(({ path, is, patch }) => (
            <details key={path} open={is === 'changed'}>
              <summary>
                <Mark tone={tones[is]}>{is}</Mark> <code>{path}</code>
              </summary>
              {patch && <Patch patch={patch} label={`Changes to ${path}`} />}
            </details>
          ))}
          {due.length > 0 && (
            <p>
              <button class="primary" disabled={isWriting} onClick={write}>
                Write {plural(due.length, 'file')}
              </button>
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
