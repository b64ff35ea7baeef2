// A resource read from the server while it is shown: its value or error; reloaded when its name or number changes.
import { useEffect, useState } from 'preact/hooks'
import { Refusal } from './api.ts'
import type { Trouble } from '../document.ts'

export interface Resource<T> {
  value: T | null
  trouble: Trouble | null
}

/** While reloading under the same name, the old value stays. */
export function useResource<T>(name: string, version: unknown, read: () => Promise<T>): Resource<T> {
  const [state, set] = useState<Resource<T> & { name: string }>({ name, value: null, trouble: null })
  useEffect(() => {
    let isWanted = true
    read().then(
      (value) => isWanted && set({ name, value, trouble: null }),
      (error: unknown) =>
        isWanted && set((before) => ({ name, value: before.name === name ? before.value : null, trouble: troubleOf(error) })),
    )
    return () => {
      isWanted = false
    }
  }, [name, version])
  return state.name === name ? state : { value: null, trouble: null }
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) return { message: error.message, ...(error.fix && { fix: error.fix }) }
  if (error instanceof DOMException) return { message: error.message, fix: 'Nothing was sent. Try again.' } // the device, or its owner
  return { message: "The server can't be reached.", fix: 'The page keeps trying.' }
}
