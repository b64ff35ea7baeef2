// Collects public work as git histories for bench/tamper-sets.ts --history: node bench/tamper-public.ts <folder> deb:<source>[=<version>]… npm:<name>@<from>..<to>…
// A Debian source becomes one repository with a commit for each of its patches, a package one with a commit for each of its releases. What
// the patch or the change log says is the message. apt-get (with source lists), npm, tar and patch must be there. The sources of the newest
// set are in bench/tamper-public.txt: node bench/tamper-public.ts <folder> $(cat bench/tamper-public.txt).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [folder = '.', ...wanted] = process.argv.slice(2)
for (const one of wanted) {
  const [kind = '', name = ''] = one.split(/:(.*)/s)
  const repo = resolve(folder, `${kind}-${name.replace(/[^\w.-]+/g, '-')}`)
  if (existsSync(repo)) continue
  const fetched = mkdtempSync(join(tmpdir(), 'public-'))
  try {
    mkdirSync(repo, { recursive: true })
    run(repo, 'git', 'init', '-q')
    const count = kind === 'deb' ? patchesOf(name, fetched, repo) : releasesOf(name, fetched, repo)
    console.log(`${one}: ${count} changes`)
  } catch (fault) {
    rmSync(repo, { recursive: true, force: true })
    console.log(`${one}: ${String(fault).slice(0, 300)}`)
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}

function patchesOf(name: string, fetched: string, repo: string): number {
  run(fetched, 'apt-get', '-qq', 'source', '--download-only', name)
  const tar = (form: RegExp) => join(fetched, readdirSync(fetched).find((file) => form.test(file)) ?? '')
  run(repo, 'tar', '-xf', tar(/\.orig\.tar\.\w+$/), '--strip-components=1')
  run(fetched, 'tar', '-xf', tar(/\.debian\.tar\.\w+$/))
  rmSync(join(repo, 'debian'), { recursive: true, force: true })
  commit(repo, 'The source as it was released')
  const patches = join(fetched, 'debian', 'patches')
  const series = readFileSync(join(patches, 'series'), 'utf8').split('\n')
  let count = 0
  for (const file of series.flatMap((line) => /^[^#\s]+/.exec(line)?.[0] ?? [])) {
    const text = readFileSync(join(patches, file), 'utf8')
    run(repo, 'patch', '-p1', '-s', '-f', '--no-backup-if-mismatch', '-i', join(patches, file))
    commit(repo, said(text))
    count++
  }
  return count
}

/** What a patch says of itself, without its fields and its statistics. */
function said(patch: string): string {
  const head = patch.slice(0, patch.search(/^(?:---|diff|Index:) ?/m))
  const fields =
    /^(?!Subject|Description)[A-Z][\w-]+: .*(?:\n[ \t]+.*)*\n?|^From [0-9a-f]{40}.*\n|^(?:Subject|Description): ?(?:\[[^\]]*\] ?)?|^ .*\| +\d+ [-+]*$|^ \d+ files? changed.*$/gm
  return (
    head
      .replace(fields, '')
      .replace(/^ \.?$/gm, '')
      .trim() || '(no description)'
  )
}

function releasesOf(name: string, fetched: string, repo: string): number {
  const [, pack = '', from = '', to = ''] = /^(.+)@(.+)\.\.(.+)$/.exec(name) ?? []
  const all = JSON.parse(run(fetched, 'npm', 'view', pack, 'versions', '--json')) as string[]
  let log = ''
  let count = 0
  for (const version of all.slice(all.indexOf(from), all.indexOf(to) + 1).filter((one) => !one.includes('-'))) {
    run(fetched, 'npm', 'pack', '--silent', `${pack}@${version}`)
    for (const file of readdirSync(repo)) if (file !== '.git') rmSync(join(repo, file), { recursive: true })
    const packed = readdirSync(fetched).find((file) => file.endsWith('.tgz')) ?? ''
    run(repo, 'tar', '-xf', join(fetched, packed), '--strip-components=1')
    rmSync(join(fetched, packed))
    const now = readdirSync(repo).find((file) => /^(?:change|history)/i.test(file))
    const text = now === undefined ? '' : readFileSync(join(repo, now), 'utf8')
    const news = text.split('\n').filter((line) => !log.split('\n').includes(line))
    commit(repo, news.slice(0, 80).join('\n').trim() || '(no description)')
    log = text
    count++
  }
  return count - 1
}

function commit(repo: string, message: string) {
  run(repo, 'git', 'add', '--all', '--force')
  const author = ['-c', 'user.name=public', '-c', 'user.email=public@localhost', '-c', 'commit.gpgsign=false']
  run(repo, 'git', ...author, 'commit', '-q', '--no-verify', '--allow-empty', '-m', message)
}

function run(cwd: string, command: string, ...args: string[]): string {
  const end = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (end.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${end.error?.message ?? `${end.stderr}${end.stdout}`}`)
  return end.stdout
}
