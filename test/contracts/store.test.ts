// Both places for runs keep the same contract.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { storeContract } from './store-contract.ts'

const made: string[] = []
afterAll(() => made.forEach((path) => rmSync(path, { recursive: true, force: true })))

storeContract('files', async () => {
  const root = mkdtempSync(join(tmpdir(), 'whet-store-'))
  made.push(root)
  const at = (path: string) => join(root, path)
  return {
    store: new FileStore(root),
    again: () => new FileStore(root),
    read: (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    remove: (path) => rmSync(at(path)),
    lose: (run) => ['lock.db', 'writer'].forEach((name) => rmSync(at(`.whetstone/runs/${run}/${name}`))),
    damage: (run) => {
      const path = at(`.whetstone/runs/${run}/journal.jsonl`)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, text.replace(/"at":(?=[^\n]*\n\{"v":1,"closed")/, '"ta":'))
    },
  }
})

storeContract('memory', async () => {
  const store = new MemoryStore()
  return {
    store,
    again: () => store,
    read: (path) => store.files.get(path) ?? null,
    write: (path, text) => void store.files.set(path, text),
    remove: (path) => void store.files.delete(path),
    lose: (run) => store.abandon(run),
    damage: (run) => store.journal(run).at(-1)?.set([0x20], 10),
  }
})
