// Stop hook: what the project says must hold is judged before the assistant may call its work done. It blocks a few times in a row, then lets go and says so.
// A step of a run is judged by that run: there it stands down.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ours, readInput, say } from './input.mjs'

const most = 3
const input = readInput()
const from = process.env.CLAUDE_PROJECT_DIR || input.cwd || process.cwd()
const root = process.env.WHET_STEP ? null : findRoot(from)
if (root) judge(root)

/** The nearest folder upwards with a whetstone.yaml that says what done means; without one there is nothing to hold anybody to. */
function findRoot(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'whetstone.yaml')
    if (existsSync(file)) return /^done:/m.test(readFileSync(file, 'utf8')) ? at : null
    if (dirname(at) === at) return null
  }
}

function judge(folder) {
  // The one on PATH, never one a repository brings along: nobody has read that.
  const { stdout, stderr, error } = spawnSync('whet', ['check', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 110_000,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const result = read(stdout)
  if (error || !result || result.error)
    return say({ systemMessage: `whet could not judge what done: names: ${problem(error, result?.error, stderr)}` })
  if (result.passed) return count(folder, 0)
  const blocking = result.checked.flatMap(({ file, rules = [], verdicts, blockers, told = {} }) =>
    verdicts
      .filter(({ ruleId }) => blockers.includes(ruleId))
      .map((verdict) =>
        rules.some(({ id, hidden }) => hidden && id === verdict.ruleId)
          ? { file, ...verdict, told: '- a hidden rule does not hold' } // it counts, and no maker is told what it is
          : { file, ...verdict, told: told[verdict.ruleId] },
      ),
  )
  const mendable = blocking.filter(({ outcome }) => outcome === 'fail')
  if (blocking.length > 0 && mendable.length === 0)
    return say({
      systemMessage: `Whether this is done couldn't be decided here; \`whet check\` in a terminal can:\n${findings(blocking, 10)}`,
    }) // nothing the assistant could fix
  const before = read(readText(countFile(folder)))?.blocked ?? 0
  if (before >= most) return say({ systemMessage: `Not done: these rules still fail after ${most} tries:\n${findings(blocking, 10)}` }) // don't block again until the rules have passed once
  count(folder, before + 1)
  say({
    decision: 'block',
    reason: `This is not done yet: this project's rules fail (attempt ${before + 1} of ${most}). Fix the work, not the rules; if you can't fix it, say why instead of calling it done.\n${findings(mendable, 20)}`,
  })
}

function problem(error, fault, stderr) {
  if (error?.code === 'ENOENT') return 'whet is not on PATH (npm install -g whetstone)'
  return error?.message ?? (fault ? [fault.message, fault.fix].filter(Boolean).join('. ') : oneLine(stderr) || 'it said nothing')
}

/** Each rule with what it demands and every finding, as whet words it; what they quote is data. */
function findings(verdicts, limit) {
  const lines = verdicts.map(({ file, ruleId, message, told }) =>
    told ? told.replace(/^- /, `- ${file}, `) : `- ${file}, ${ruleId}: ${oneLine(message)}`,
  )
  return (
    [
      ...lines.slice(0, limit),
      ...(lines.length > limit ? [`… and ${lines.length - limit} more rules; \`whet check\` shows them`] : []),
    ].join('\n') || '- the score is below the threshold; `whet check` shows why'
  )
}

function oneLine(text) {
  return String(text).replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** One count a session. */
function countFile(folder) {
  return ours(
    folder,
    'hooks',
    `${createHash('sha256')
      .update(String(input.session_id ?? ''))
      .digest('hex')
      .slice(0, 16)}.json`,
  )
}

function count(folder, blocked) {
  const file = countFile(folder)
  if (blocked === 0 && !existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ blocked })}\n`)
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
