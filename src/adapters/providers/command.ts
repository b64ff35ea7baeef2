// A maker that is a program: any command, or an assistant by its recipe. Prompt on stdin, reply on stdout.
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { unknownModel } from '../../agents/pins.ts'
import { type Price, costMicros, priceOf } from '../../agents/prices.ts'
import {
  type Identity,
  type Provider,
  type ProviderFailure,
  type ProviderRequest,
  type ProviderResult,
  unknownUsage,
} from '../../agents/provider.ts'
import { redact } from '../../agents/redact.ts'
import type { WorkFolder } from '../../kernel/task.ts'
import { fencedFiles } from '../../lib/fenced-files.ts'
import { hasher } from '../../lib/hash.ts'
import { Fault } from '../../schema/fault.ts'
import { folderCloser } from '../evaluator/folder-closer.ts'
import { homeFolder } from '../user-data.ts'
import type { EditedCopy } from './edited-copy.ts'
import { makerEnvironment, secretsIn } from './environment.ts'
import { asIs } from './overhear.ts'
import { type ProgramEnd, findProgram, runProgram } from './process.ts'
import { saidOutage } from './program-failure.ts'
import { type Recipe, recipes } from './recipes.ts'

export interface CommandOptions {
  name: string
  argv: readonly [string, ...string[]]
  recipe?: Recipe
  model?: string
  /** Its working directory. */
  cwd: string
  /** Variables it may see beyond the common ones. */
  env?: readonly string[]
  /** Its own folders and files, beyond those known of assistants. */
  state?: readonly string[]
  /** Stated by the person; overrides what the program reports. */
  price?: Price
  timeoutMs?: number
  /** The source of variables. */
  source?: NodeJS.ProcessEnv
}

const versionTimeoutMs = 20_000
const largestHashed = 5_000_000
/** Assistants wrap and escape the reply and also stream it; this leaves room for that, the reply itself is measured afterwards. */
const wrapping = 16

export function commandProvider(options: CommandOptions): Provider {
  let identity: Promise<Identity> | undefined
  return {
    name: options.name,
    priced:
      options.price !== undefined ||
      options.recipe?.saysCost === true ||
      (options.recipe !== undefined && priceOf(options.model ?? '') !== 'unknown'),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    identify: () => (identity ??= identify(options)),
    call: (request) => call(options, request),
  }
}

async function call(options: CommandOptions, request: ProviderRequest): Promise<ProviderResult> {
  const { recipe, name } = options
  // An assistant that edits files works where they are.
  const apart = recipe !== undefined && (request.apart === true || (recipe.apart === true && !request.edits))
  let copy: EditedCopy | undefined
  const folder = recipe?.files || apart ? await mkdtemp(join(tmpdir(), 'whet-maker-')) : undefined
  try {
    const elsewhere = apart && folder ? join(folder, 'empty') : null
    if (elsewhere) await mkdir(elsewhere)
    const path = (file: string) => join(folder ?? tmpdir(), file)
    const recipeCall = { model: options.model, prompt: request.prompt, expects: request.expects, schema: request.schema, path }
    for (const [file, text] of Object.entries(recipe?.files?.(recipeCall) ?? {})) await writeFile(path(file), text, { mode: 0o600 })
    const { edits } = request
    if (edits && 'files' in edits && !elsewhere) copy = (await import('./edited-copy.ts')).openCopy(options.cwd, edits.files)
    const work = edits && 'folder' in edits ? edits : undefined
    const ended = await runProgram({
      argv: [...inFolder(options, work, folder), ...(recipe?.args(recipeCall) ?? [])] as [string, ...string[]],
      input: request.prompt,
      cwd: elsewhere ?? copy?.cwd ?? work?.folder ?? options.cwd,
      env: environmentOf(options),
      timeoutMs: request.timeoutMs,
      maxStdoutBytes: recipe ? request.maxReplyBytes * wrapping : request.maxReplyBytes,
      signal: request.signal,
      hear: request.hear && { lines: request.hear, stdout: recipe?.says ?? asIs },
    })
    // Before truncating: half a key wouldn't be recognised.
    const end = {
      ...ended,
      stderrTail: redact(ended.stderrTail, secretsIn(options.source ?? process.env, [...(recipe?.env ?? []), ...(options.env ?? [])])),
    }
    const edited = copy?.changed() ?? ''
    const said = withEdits(read(end, name, recipe, work !== undefined || copy !== undefined), edited)
    const result = (end.stopped && stopped(end, options, request)) || priced(said, options)
    if (result === 'pending' || request.temperature === undefined) return result
    return { ...result, warnings: [...(result.warnings ?? []), "temperature: a program can't be asked for one"] }
  } finally {
    copy?.remove()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

/** Its changes count as its reply, unless it printed files itself. */
function withEdits(said: Read, changed: string): Read {
  if (changed === '' || !('text' in said) || fencedFiles(said.text).files.length > 0) return said
  return { ...said, text: `${said.text.trimEnd()}\n\n${changed}` }
}

/** In a working copy a program is still found by its original path, and only its own files are open to it. */
function inFolder(
  { argv, cwd, recipe, state = [], source = process.env }: CommandOptions,
  work: WorkFolder | undefined,
  files = '',
): string[] {
  if (!work) return [...argv]
  const words = argv.map((word) => (/[./]/.test(word) && isFile(resolve(cwd, word)) ? resolve(cwd, word) : word))
  const whole = wholePaths(source)
  // A path that a person names but that doesn't exist isn't opened: it is listed as held back, with what to do.
  const own = [...stateOf(recipe?.program ?? basename(argv[0]), source), ...whole(state).filter((path) => existsSync(path))]
  const home = homeFolder(source)
  return [...(folderCloser({ ...work, state: [...own, files].filter(Boolean), home }) ?? []), ...words]
}

/** Where a known program keeps its login, settings and sessions. */
export const stateOf = (program: string, source: NodeJS.ProcessEnv): string[] =>
  wholePaths(source)(Object.values(recipes).find((known) => known.program === program)?.state ?? [])

const wholePaths = (source: NodeJS.ProcessEnv) => (paths: readonly string[]) =>
  paths
    .map((path) => path.replace(/^~(?=\/|$)/, homeFolder(source)).replace(/^\$(\w+)/, (_, name: string) => source[name] ?? ''))
    .filter(isAbsolute)

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

function stopped(end: ProgramEnd, { name, argv }: CommandOptions, request: ProviderRequest): ProviderFailure | undefined {
  switch (end.stopped) {
    case 'missing':
      return {
        failed: 'exit',
        message: `${name}: the program ${argv[0]} couldn't be started. Install it, or put its folder on PATH; \`whet doctor\` lists what this machine has.${tail(end)}`,
      }
    case 'timeout':
      return {
        failed: 'timeout',
        message: `${name} did not answer ${request.task} within ${request.timeoutMs / 1000} s and was stopped`,
        usage: unknownUsage,
      }
    case 'aborted':
      return { failed: 'aborted', message: `${name} was told to stop`, usage: unknownUsage }
    case 'too_large':
      return {
        failed: 'too_large',
        message: `${name} printed more than ${request.maxReplyBytes} bytes and was stopped`,
        usage: unknownUsage,
      }
  }
  return undefined
}

type Read = Exclude<ProviderResult, 'pending'> & { cachedIn?: number }

function read(end: ProgramEnd, name: string, recipe: Recipe | undefined, editing: boolean): Read {
  const text = decode(end.stdout)
  if (text === null) return { failed: 'contract', message: `${name} printed bytes that aren't UTF-8`, usage: unknownUsage }
  const output = recipe && text.trim() !== '' ? recipe.read(text, end.stderrTail) : { text, usage: unknownUsage, model: null, warnings: [] }
  const usage = output.usage ?? unknownUsage
  const told = saidOutage(
    {
      words: 'problem' in output ? output.problem : end.stderrTail,
      status: 'problem' in output ? output.status : undefined,
      exitCode: end.exitCode,
      assistant: recipe !== undefined && (end.exitCode !== 0 || 'problem' in output),
    },
    Date.now(),
  )
  if (told) {
    const message = `${name}: ${'problem' in output ? output.problem : end.exitCode === 0 ? 'failed' : `ended with exit code ${end.exitCode}`}${tail(end)}`
    // Only an interrupted call may have been worked on.
    return { ...told, message, ...(told.failed === 'broken' && { usage }) }
  }
  if (end.exitCode !== 0) {
    const how = end.exitCode === null ? `was killed by ${end.killedBy ?? 'a signal'}` : `ended with exit code ${end.exitCode}`
    return { failed: 'exit', message: `${name} ${how}${'problem' in output ? `: ${output.problem}` : ''}${tail(end)}`, usage }
  }
  if (text.trim() === '' && editing) return { text: '(it said nothing)', usage, model: null, warnings: [] }
  if (text.trim() === '') return { failed: 'empty', message: `${name} succeeded but printed nothing on stdout${tail(end)}`, usage }
  if ('problem' in output) return { failed: 'exit', message: `${name}: ${output.problem}${tail(end)}`, usage }
  return output
}

/** Tokens without a cost are priced by the model that answered or was asked. */
function priced({ cachedIn = 0, ...result }: Read, { price, model }: CommandOptions): ProviderResult {
  if (!result.usage) return result
  const { usage } = result
  // The cost of an interrupted call's last request is unknown; the earlier count isn't a price.
  if ('failed' in result && result.failed === 'broken')
    return { ...result, usage: { ...usage, costMicros: price && isFree(price) ? 0 : null } }
  const known = price ?? result.model ?? model
  const counted = usage.tokensIn > 0 || price !== undefined
  const cost =
    known === undefined || !counted || (usage.costMicros !== null && price === undefined)
      ? usage.costMicros
      : costMicros(known, { ...usage, cachedIn })
  return { ...result, usage: { ...usage, costMicros: cost } }
}

const isFree = ({ input, output }: Price) => input === 0 && output === 0

function tail({ stderrTail }: ProgramEnd): string {
  return stderrTail === '' ? '' : `; it said: ${stderrTail.slice(-1000)}`
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function environmentOf({ recipe, env = [], source = process.env }: CommandOptions): Record<string, string> {
  return { ...makerEnvironment(source, [...(recipe?.env ?? []), ...env]), ...recipe?.set }
}

/** An assistant reports its version; any other program is pinned by the bytes of the files its command names. */
async function identify(options: CommandOptions): Promise<Identity> {
  const model = options.model ?? unknownModel
  const [program] = options.argv
  if ((await findProgram(program, options.source ?? process.env, options.cwd)) === null)
    throw new Fault('maker', `${options.name}: there is no program ${program} to start`, {
      fix: `Install it, put its folder on PATH, or name another maker; \`whet doctor\` lists what this machine has.`,
    })
  if (!options.recipe) return { model, version: await hashPrograms(options) }
  return { model, version: (await programVersion(options)) ?? 'unknown' }
}

/** The first line it prints for --version, or null. */
export async function programVersion({
  argv,
  cwd,
  ...rest
}: Pick<CommandOptions, 'argv' | 'cwd' | 'recipe' | 'env' | 'source'>): Promise<string | null> {
  const env = environmentOf({ name: '', argv, cwd, ...rest })
  const end = await runProgram({
    argv: [argv[0], '--version'],
    input: '',
    cwd,
    env,
    timeoutMs: versionTimeoutMs,
    maxStdoutBytes: 100_000,
    signal: AbortSignal.timeout(versionTimeoutMs),
  })
  const line = (decode(end.stdout) ?? '').split('\n').find((text) => text.trim() !== '')
  return end.stopped || end.exitCode !== 0 || line === undefined ? null : line.trim().slice(0, 100)
}

async function hashPrograms({ argv, cwd }: CommandOptions): Promise<string> {
  const hash = hasher()
  let files = 0
  for (const word of argv) {
    const path = isAbsolute(word) ? word : resolve(cwd, word)
    const info = await stat(path).catch(() => null)
    if (!info?.isFile() || info.size > largestHashed) continue
    hash.update(await readFile(path))
    files++
  }
  return files === 0 ? 'unknown' : `sha256:${hash.digest('hex').slice(0, 16)}`
}
