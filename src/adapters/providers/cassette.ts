// Cassette files: one recorded call per line, replaced whole after each call, so that a crash leaves the previous complete file.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type CassetteEntry, CassetteEntry as Entry, addEntry, entryOf, findEntry, missFault } from '../../agents/cassette.ts'
import { unknownModel } from '../../agents/pins.ts'
import type { Provider } from '../../agents/provider.ts'
import { cleanReply } from '../../agents/clean-reply.ts'
import { redactDeep } from '../../agents/redact.ts'
import { sha256 } from '../../lib/hash.ts'
import { Fault } from '../../schema/fault.ts'

/** One file, shared by all makers of a run. */
export interface Cassette {
  path: string
  entries: CassetteEntry[]
  /** The latest write; each waits for the one before. */
  written: Promise<void>
}

export async function openCassette(path: string, { mustExist = false } = {}): Promise<Cassette> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && !mustExist) return ''
    throw new Fault(cause.code === 'ENOENT' ? 'not_found' : 'storage', `can't read the cassette ${path}: ${cause.code ?? cause.message}`, {
      fix: 'Check the path; --record <file> makes a cassette.',
      cause,
    })
  })
  const entries = text.split('\n').flatMap((line, index) => (line === '' ? [] : [readEntry(line, `${basename(path)}:${index + 1}`)]))
  return { path, entries, written: Promise.resolve() }
}

/** Wraps a maker and records every call it answers. */
export function recording(provider: Provider, cassette: Cassette, secrets: readonly string[]): Provider {
  return {
    ...provider,
    call: async (request) => {
      const result = await provider.call(request)
      if (result === 'pending' || request.signal.aborted) return result
      const kept = request.makes ? result : cleanReply(result, request, Object.values(request.slots))
      cassette.entries = addEntry(cassette.entries, redactDeep(entryOf(request, provider.name, kept), secrets))
      cassette.written = cassette.written.then(() => write(cassette))
      await cassette.written
      return result
    },
  }
}

/** Answers from the cassette alone. */
export function playing(cassette: Cassette): Provider {
  const name = `cassette:${basename(cassette.path)}`
  return {
    name,
    priced: true,
    identify: async () => ({
      model: unknownModel,
      version: sha256(cassette.entries.map((entry) => JSON.stringify(entry)).join('\n')).slice(0, 16),
    }),
    call: async (request) => {
      if (request.signal.aborted) return { failed: 'aborted', message: `${name} was told to stop` }
      const entry = findEntry(cassette.entries, request)
      if (!entry) throw missFault(cassette.entries, request, name)
      return entry.result as Awaited<ReturnType<Provider['call']>>
    },
  }
}

async function write({ path, entries }: Cassette): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    await rename(temporary, path)
  } catch (cause) {
    throw new Fault('storage', `can't write the cassette ${path}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}`, {
      fix: "Check that the folder is writable and the disk isn't full.",
      cause,
    })
  }
}

function readEntry(line: string, at: string): CassetteEntry {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    value = undefined
  }
  const parsed = Entry.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Fault('invalid', `${at} isn't a recorded call`, { fix: 'Record the cassette again, or remove the line.' })
}
