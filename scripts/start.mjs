// npm start: designs a feature, from the example that ships with us or from what is given: `npm start -- <file or text> [options of design new]`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('..', import.meta.url))
const project = process.env.INIT_CWD ?? process.cwd()
const [given, ...options] = process.argv[2]?.startsWith('--') ? [undefined, ...process.argv.slice(2)] : process.argv.slice(2)
const file =
  given === undefined
    ? join(home, 'examples', 'design-tool-library', 'requirements.md')
    : isFile(resolve(project, given))
      ? resolve(project, given)
      : null
const whet = join(home, 'bin', 'whet.js')
const feature = freshId(nameOf())

process.stderr.write(
  `${given === undefined ? 'Designing the example (npm start -- <file or text> designs yours)' : 'Designing'}: ${feature}\n`,
)
const code = await run([whet, 'design', 'new', feature, '--requirements', file ?? given, ...options])
// Resting where a person decides is what should happen here.
process.exitCode = code === 3 ? 0 : code
const typed = commandHere()
if (code === 3)
  process.stderr.write(
    `\nNext, in this folder: ${typed} approve ${feature}, or reject or abort it as shown above.\nThe same for every other command: ${typed} --help\n`,
  )
if (code === 3 || code === 1) process.stderr.write(`See it and decide in the browser: ${typed} serve\n`)

/** What can be typed in this folder: npx finds the command inside its own package alone. */
function commandHere() {
  if (!relative(home, project).startsWith('..')) return 'npx whetstone'
  return [process.execPath, whet].map((part) => (/[^\w/.:\\-]/.test(part) ? JSON.stringify(part) : part)).join(' ')
}

/** The folder or file a text comes from names the feature; its first heading or words do otherwise. */
function nameOf() {
  const text = file === null ? given : readFileSync(file, 'utf8')
  const heading = /^#\s+(.+)$/m.exec(text)?.[1]
  const stem = file === null ? '' : basename(file).replace(/\.[^.]*$/, '')
  const plain = /^(requirements|readme|feature|spec|index|input)?$/i.test(stem)
  return slug(heading ?? (plain ? (file === null ? text : basename(dirname(file))) : stem))
}

function slug(words) {
  const parts = words
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let name = ''
  for (const part of parts.slice(0, 5)) if (name.length + part.length < 40) name = name === '' ? part : `${name}-${part}`
  return name || 'feature'
}

/** A feature's design has one history for life, so a second start gets a name of its own. */
function freshId(name) {
  const { stdout } = spawnSync(process.execPath, [whet, 'list', '--json'], { cwd: project, encoding: 'utf8' })
  const taken = new Set(JSON.parse(stdout || '{"runs":[]}').runs.map((each) => each.name))
  let id = name
  for (let n = 2; taken.has(id); n++) id = `${name}-${n}`
  return id
}

function run(args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: project, stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('error', () => done(70))
    child.on('close', (code) => done(code ?? 130))
  })
}

function isFile(path) {
  return path.length < 4096 && existsSync(path) && statSync(path).isFile()
}
