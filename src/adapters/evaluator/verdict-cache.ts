// Verdicts of pure checks by content: the same text, check and version need no second look. A cache: it may be deleted at any time.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '../../rules/check.ts'
import { makeFolder } from '../file-store/disk.ts'
import { inHome } from '../file-store/home.ts'

export class VerdictCache {
  readonly #db: DatabaseSync

  constructor(root: string) {
    const folder = inHome(root, 'cache')
    makeFolder(folder)
    this.#db = new DatabaseSync(join(folder, 'verdicts.db'), { timeout: 2000 })
    this.#db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS verdicts (key TEXT PRIMARY KEY, finding TEXT NOT NULL) WITHOUT ROWID',
    )
  }

  get(keys: readonly string[]): (Finding | undefined)[] {
    const select = this.#db.prepare('SELECT finding FROM verdicts WHERE key = ?')
    return keys.map((key) => {
      const row = select.get(key) as { finding: string } | undefined
      return row && (JSON.parse(row.finding) as Finding)
    })
  }

  put(found: readonly { key: string; finding: Finding }[]): void {
    if (found.length === 0) return
    const insert = this.#db.prepare('INSERT OR IGNORE INTO verdicts (key, finding) VALUES (?, ?)')
    this.#db.exec('BEGIN')
    for (const { key, finding } of found) insert.run(key, JSON.stringify(finding))
    this.#db.exec('COMMIT')
  }

  close(): void {
    this.#db.close()
  }
}
