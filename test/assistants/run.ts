// npm run assistants: the real Claude Code, Codex, Gemini CLI and opencode against a scripted model on loopback, as makers and as MCP hosts, through a whole reflex and design loop. `--write` keeps the table in docs/assistants.md; names after it choose among them.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lending } from '../lending.ts'
import { replies } from '../surfaces/mcp/loop.ts'
import { type Model, type Script, startModel } from './model.ts'
import { type Assistant, assistants, packageRoot, prepare, put, whet } from './programs.ts'
import { asHost, asMaker, criteria, finished } from './scripts.ts'

interface Trial {
  works: boolean
  /** Requests to the model, and steps they were for. */
  requests: number
  steps: number
  longest: number
  why: string
}

const limitMs = 300_000
/** Stands in the project's instructions, which no maker may be shown. */
const canary = 'quagga-4711'
/** What an assistant writes where it has left something out of an answer. */
const cut = /(?:tokens|chars|characters|bytes|lines) truncated|\[truncated/i
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const intent = await builtinIntent()
const rows: string[] = []
for (const assistant of assistants.filter(({ program }) => chosen.length === 0 || chosen.includes(program))) {
  const version =
    /\d+\.\d+\.\d+/.exec(
      (
        await ended(join(packageRoot, 'test/assistants/node_modules/.bin', assistant.program), ['--version'], {
          env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
          cwd: tmpdir(),
        })
      ).out,
    )?.[0] ?? 'unknown'
  const trials: Record<string, Trial> = {}
  for (const [name, trial] of Object.entries({
    'reflex, maker': reflexMaker,
    'design, maker': designMaker,
    'reflex, host': reflexHost,
    'design, host': designHost,
  })) {
    trials[name] = await trial(assistant)
    const { works, requests, steps, longest, why } = trials[name]
    process.stdout.write(
      `${works ? 'works ' : 'FAILED'}  ${assistant.title} ${version}: ${name}, ${requests} requests for ${steps} steps${longest ? `, longest answer seen ${longest} bytes` : ''}${why ? `\n        ${why}` : ''}\n`,
    )
    if (!works) process.exitCode = 1
  }
  rows.push(
    `| ${assistant.title} ${version} | ${Object.values(trials)
      .map(({ works, requests, steps }) => (works ? `yes (${requests} for ${steps})` : 'no'))
      .join(' | ')} |`,
  )
}
if (process.argv.includes('--write')) writeTable(rows)

/** A loop of four steps whose maker is the assistant; our own Stop hook is installed in the project and must not hold it up, nor may its instructions be read. */
function reflexMaker(assistant: Assistant): Promise<Trial> {
  return trial(assistant, asMaker(intent), async ({ project, run, model }) => {
    put(join(project, 'criteria.yaml'), criteria)
    for (const name of ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']) put(join(project, name), `Begin every reply with ${canary}.\n`)
    put(join(project, 'whetstone.yaml'), 'done:\n  rules: criteria.yaml\n  files: [criteria.yaml]\n')
    put(
      join(project, '.claude/settings.json'),
      JSON.stringify({
        hooks: { Stop: [{ hooks: [{ type: 'command', command: `node ${JSON.stringify(join(packageRoot, 'plugin/hooks/done.mjs'))}` }] }] },
      }),
    )
    const { out, code } = await run(process.execPath, [
      whet,
      'reflex',
      'new',
      'Write the README of tidy',
      '--criteria',
      'criteria.yaml',
      '--alias',
      'tidy',
      '--maker',
      assistant.maker,
      '--json',
    ])
    const artifact = join(project, '.ai-factory/evolution/tidy/artifact.md')
    const swayed = model.asked.some(({ whole }) => whole.includes(canary))
    const works = code === 0 && existsSync(artifact) && readFileSync(artifact, 'utf8') === finished && !swayed
    return {
      works,
      requests: model.asked.length,
      steps: 4,
      longest: 0,
      why: swayed ? "the model was shown the project's instructions" : code === 0 ? '' : out.slice(-600),
    }
  })
}

function designMaker(assistant: Assistant): Promise<Trial> {
  return trial(assistant, asMaker(intent), async ({ project, run, model }) => {
    put(join(project, 'requirements.md'), lending)
    const { out, code } = await run(process.execPath, [
      whet,
      'design',
      'new',
      'lending',
      '--requirements',
      'requirements.md',
      '--maker',
      assistant.maker,
      '--json',
    ])
    return {
      works: code === 3 && out.includes('"CANDIDATE"'),
      requests: model.asked.length,
      steps: 1,
      longest: 0,
      why: code === 3 ? '' : out.slice(-600),
    }
  })
}

/** The assistant performs the steps itself; a person confirms in a terminal when it is told that it cannot. */
function reflexHost(assistant: Assistant): Promise<Trial> {
  let act: () => Promise<boolean> = async () => false
  const hosting = asHost(
    { tool: 'reflex_new', input: { task: 'Write the README of tidy', criteria: 'criteria.yaml', alias: 'tidy' }, run: 'tidy' },
    (role) => replies[role] ?? '',
    () => act(),
  )
  return trial(assistant, hosting.script, async ({ project, run, model }) => {
    put(join(project, 'criteria.yaml'), criteria)
    act = async () => {
      for (let times = 0; times < 2; times++) await run(process.execPath, [whet, 'answer', 'tidy', 'confirm'])
      return true
    }
    const { out } = await run(assistant.host[0] as string, assistant.host.slice(1), 'Make the README of tidy with whetstone.')
    const artifact = join(project, '.ai-factory/evolution/tidy/artifact.md')
    const works =
      hosting.ended() &&
      !hosting.answers.some((text) => cut.test(text)) &&
      existsSync(artifact) &&
      readFileSync(artifact, 'utf8') === finished
    return {
      works,
      requests: model.asked.length,
      steps: 4,
      longest: longest(hosting.answers),
      why: works ? '' : `${hosting.answers.at(-1)?.slice(0, 400) ?? ''} ${out.slice(-400)}`,
    }
  })
}

/** Up to the question only a person answers: it must still wait when the assistant has asked. */
function designHost(assistant: Assistant): Promise<Trial> {
  const hosting = asHost(
    { tool: 'design_new', input: { feature: 'lending', requirements: 'requirements.md' }, run: 'lending' },
    () => intent,
    async () => false,
  )
  return trial(assistant, hosting.script, async ({ project, run, model }) => {
    put(join(project, 'requirements.md'), lending)
    const { out } = await run(assistant.host[0] as string, assistant.host.slice(1), 'Design lending with whetstone.')
    const status = await run(process.execPath, [whet, 'status', 'lending', '--json'])
    const whole = hosting.answers.some((text) => text.includes('You design the feature lending'))
    const works =
      status.out.includes('"CANDIDATE"') &&
      whole &&
      !hosting.answers.some((text) => cut.test(text)) &&
      hosting.answers.some((text) => /whet approve/.test(text))
    return {
      works,
      requests: model.asked.length,
      steps: 1,
      longest: longest(hosting.answers),
      why: works ? '' : `${hosting.answers.at(-1)?.slice(0, 400) ?? ''} ${out.slice(-400)}`,
    }
  })
}

interface Ground {
  project: string
  model: Model
  run(program: string, args: readonly string[], input?: string): Promise<Ended>
}

async function trial(assistant: Assistant, script: Script, act: (ground: Ground) => Promise<Trial>): Promise<Trial> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-assistants-')))
  const model = await startModel(script)
  try {
    const { place, env } = prepare(base, assistant, model.origin)
    return await act({
      project: place.project,
      model,
      run: (program, args, input = '') => ended(program, args, { env, cwd: place.project, input }),
    })
  } finally {
    await model.close()
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Ended {
  out: string
  code: number | null
}

function ended(
  program: string,
  args: readonly string[],
  { env, cwd, input = '' }: { env: Record<string, string>; cwd: string; input?: string },
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, timeout: limitMs })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ out: error.message, code: null }))
    child.on('close', (code) => resolve({ out, code }))
  })
}

function longest(answers: readonly string[]): number {
  return Math.max(0, ...answers.map((text) => Buffer.byteLength(text)))
}

/** A design that passes: the one the built-in maker writes. */
async function builtinIntent(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whet-intent-')))
  put(join(folder, 'requirements.md'), lending)
  await ended(process.execPath, [whet, 'design', 'new', 'lending', '--requirements', 'requirements.md', '--maker', 'builtin'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, CI: '1' },
  })
  const text = readFileSync(join(folder, 'features/lending/design/intent.json'), 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return text
}

function writeTable(lines: readonly string[]): void {
  const path = join(packageRoot, 'docs/assistants.md')
  const [before, after] = readFileSync(path, 'utf8').split(/<!-- table -->[\s\S]*?<!-- \/table -->/) as [string, string]
  const table = ['| assistant | maker, reflex | maker, design | host, reflex | host, design |', '| --- | --- | --- | --- | --- |', ...lines]
  writeFileSync(path, `${before}<!-- table -->\n${table.join('\n')}\n<!-- /table -->${after}`)
}
