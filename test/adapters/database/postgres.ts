// A real PostgreSQL server for tests, of their own: made in a temporary folder, on a port that was free, ended with them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Server {
  /** A new, empty database. */
  database(): Promise<string>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<Server> {
  const bin = binaries()
  const folder = mkdtempSync(join(tmpdir(), 'whet-pg-'))
  // It refuses to run as root.
  const nobody = 65534
  const ids = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in ids) chownSync(folder, nobody, nobody)
  chmodSync(folder, 0o700)
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-U', 'whet', '-A', 'trust', '-N', '-E', 'UTF8'], {
    ...ids,
    env,
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  // No test pulls its plug, so it need not wait for the disk.
  const quick = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'].flatMap((setting) => ['-c', setting])
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...quick], {
    ...ids,
    env,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = (name: string) => `postgresql://whet@127.0.0.1:${port}/${name}`
  const { default: pg } = await import('pg')
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await until(server, () => ask('select 1'))
  let made = 0
  return {
    database: async () => {
      const name = `t${++made}`
      await ask(`create database ${name}`)
      return url(name)
    },
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function binaries(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(process.env['PATH'] ?? '').split(':')]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('These tests need PostgreSQL: install its server programs (initdb, postgres), e.g. the package postgresql.')
  return found
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function until(server: ChildProcess, works: () => Promise<void>): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the PostgreSQL server ended with ${server.exitCode}`)
    try {
      return await works()
    } catch {
      await wait(50)
    }
  }
}
