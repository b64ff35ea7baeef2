// Which maker serves which role: the `makers:` part of whetstone.yaml and the words after --maker, as one data type.
import * as z from 'zod'
import { given } from '../lib/given.ts'
import { didYouMean } from '../lib/nearest.ts'
import { Fault } from '../schema/fault.ts'

export const assistants = ['claude', 'codex', 'gemini', 'opencode', 'aider', 'ollama'] as const
type Assistant = (typeof assistants)[number]

const modelProviders = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]

const envName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "isn't a variable name; give only the name, the value stays in the environment")
const timeout = z.number().positive().max(86_400).optional()
const env = z.array(envName).max(50).optional()
/** Dollars per million tokens. */
const price = z
  .union([
    z.literal('free'),
    z.strictObject({ input: z.number().min(0), output: z.number().min(0), cached_input: z.number().min(0).optional() }),
  ])
  .optional()

const command = z.strictObject({
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
  env,
  /** Folders and files of its own, outside the working copy. */
  state: z
    .array(z.string().regex(/^(?:~\/|\/)./, 'starts with / or ~/'))
    .max(50)
    .optional(),
  price: z.literal('free').optional(),
  timeout,
})
const assistant = z.strictObject({ assistant: z.enum(assistants), model: z.string().min(1).optional(), env, price, timeout })
const model = z.strictObject({
  model: z.string().min(1),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  /** OpenAI's two wire formats. */
  api: z.enum(['responses', 'chat']).optional(),
  /** The variable that holds the key, if it isn't the usual one. */
  key_env: envName.optional(),
  /** Plain http to another machine is refused without it. */
  insecure: z.boolean().optional(),
  /** Whether it can see pictures; by default the vendors' own models can, others can't. */
  vision: z.boolean().optional(),
  price,
  timeout,
})
const scripted = z.strictObject({ scripted: z.string().min(1) })
const cassette = z.strictObject({ cassette: z.string().min(1) })

const MakerConfig = z.union([z.string().min(1), command, assistant, model, scripted, cassette])
const MakersConfig = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'roles are lower-case words'), MakerConfig)

interface Stated {
  price?: NonNullable<z.infer<typeof price>>
  timeoutMs?: number
}

export type MakerSpec =
  | ({ kind: 'command'; argv: [string, ...string[]]; env: string[]; state?: string[] } & Stated)
  | ({ kind: 'assistant'; assistant: Assistant; model?: string; env: string[] } & Stated)
  | ({ kind: 'model'; provider: ModelProvider; model: string; insecure: boolean } & Stated & {
        baseUrl?: string
        api?: 'responses' | 'chat'
        keyEnv?: string
        vision?: boolean
      })
  | { kind: 'scripted' | 'cassette'; file: string }
  | { kind: 'host' | 'builtin' }

const forms =
  'claude, codex, gemini, opencode, aider, ollama:<model>, command:"<program and arguments>", model:<provider>/<model>, scripted:<file>, cassette:<file>, host or builtin'

/** The words after --maker, which are also the short form in whetstone.yaml. */
export function parseMaker(text: string): MakerSpec {
  const colon = text.indexOf(':')
  const kind = (colon < 0 ? text : text.slice(0, colon)).trim()
  const rest = colon < 0 ? undefined : text.slice(colon + 1).trim()
  if ((kind === 'host' || kind === 'builtin') && rest === undefined) return { kind }
  if ((assistants as readonly string[]).includes(kind)) return assistantSpec({ assistant: kind as Assistant, ...(rest && { model: rest }) })
  if (rest === undefined || rest === '') throw unknownMaker(text, kind)
  if (kind === 'command') return { kind, argv: commandWords(rest), env: [] }
  if (kind === 'model') return modelSpec({ model: rest })
  if (kind === 'scripted' || kind === 'cassette') return { kind, file: rest }
  throw unknownMaker(text, kind)
}

/** `--maker produce=claude` is for one role, `--maker claude` for all. */
export function parseMakerFlag(text: string): { role: string; spec: MakerSpec } {
  const named = /^([a-z][a-z0-9-]*)=(.+)$/s.exec(text)
  return { role: named?.[1] ?? 'default', spec: parseMaker(named?.[2] ?? text) }
}

/** The `makers:` part of a configuration, by role. Keys written there are refused before anything else is read. */
export function readMakers(value: unknown): Record<string, MakerSpec> {
  if (value === undefined || value === null) return {}
  refuseKeys(value)
  const parsed = MakersConfig.safeParse(value)
  if (!parsed.success)
    throw new Fault('invalid', `makers: ${problemIn(value) ?? z.prettifyError(parsed.error).replaceAll('\n', ' ')}`, {
      fix: `Write a role or default, followed by one of ${forms}; or the long form (command, assistant, model, scripted, cassette).`,
    })
  return Object.fromEntries(Object.entries(parsed.data).map(([role, config]) => [role, specOf(config)]))
}

/** Last, because an assistant may have a model too. */
const longForms = { command, assistant, scripted, cassette, model }

/** Reports the first error against the form that was meant: a union would only say that none fits. */
function problemIn(makers: unknown): string | null {
  if (typeof makers !== 'object' || makers === null) return null
  for (const [role, config] of Object.entries(makers)) {
    if (typeof config !== 'object' || config === null) continue
    const kinds = Object.keys(longForms) as (keyof typeof longForms)[]
    const kind = kinds.find((name) => Object.hasOwn(config, name))
    const [first = 'nothing'] = Object.keys(config)
    if (!kind) return `${role} needs one of ${kinds.join(', ')}; found ${first}${didYouMean(first, kinds)}`
    const [issue] = longForms[kind].safeParse(config).error?.issues ?? []
    if (issue?.code === 'unrecognized_keys')
      return `${role} has ${issue.keys.join(', ')}, which a ${kind} doesn't have${didYouMean(issue.keys[0] ?? '', Object.keys(longForms[kind].shape))}`
    if (issue) return `${role}.${issue.path.join('.')}: ${issue.message}`
  }
  return null
}

function specOf(config: z.infer<typeof MakerConfig>): MakerSpec {
  if (typeof config === 'string') return parseMaker(config)
  if ('command' in config)
    return {
      kind: 'command',
      argv: Array.isArray(config.command) ? nonEmpty(config.command) : commandWords(config.command),
      env: config.env ?? [],
      ...given({ state: config.state }),
      ...stated(config),
    }
  if ('assistant' in config) return assistantSpec(config)
  if ('scripted' in config) return { kind: 'scripted', file: config.scripted }
  if ('cassette' in config) return { kind: 'cassette', file: config.cassette }
  return modelSpec(config)
}

function assistantSpec(config: z.infer<typeof assistant>): MakerSpec {
  const { assistant: name, model: asked, env: names = [] } = config
  if (name === 'ollama' && asked === undefined)
    throw new Fault('usage', 'ollama needs a model', { fix: 'Name one from `ollama list`, such as ollama:llama3.2.' })
  return { kind: 'assistant', assistant: name, ...given({ model: asked }), env: names, ...stated(config) }
}

function modelSpec(config: z.infer<typeof model>): MakerSpec {
  const { model: path, base_url: baseUrl, api, key_env: keyEnv, insecure = false, vision } = config
  const slash = path.indexOf('/')
  const provider = path.slice(0, Math.max(slash, 0))
  const name = path.slice(slash + 1)
  if (!(modelProviders as readonly string[]).includes(provider) || name === '')
    throw new Fault(
      'usage',
      `"${path}" names no model: expected <provider>/<model>, the provider being one of ${modelProviders.join(', ')}${didYouMean(provider, modelProviders)}`,
      {
        fix: 'For example: model:anthropic/claude-sonnet-5-5, or openai-compatible/<model> with a base_url or OPENAI_COMPATIBLE_BASE_URL.',
      },
    )
  const known = { kind: 'model' as const, provider: provider as ModelProvider, model: name, insecure }
  return { ...known, ...given({ vision, baseUrl, api, keyEnv }), ...stated(config) }
}

function stated({ price: said, timeout: seconds }: { price?: Stated['price'] | undefined; timeout?: number | undefined }): Stated {
  return given({ price: said, timeoutMs: seconds === undefined ? undefined : Math.round(seconds * 1000) })
}

/** Splits words like a shell, without any other shell syntax. */
export function commandWords(text: string): [string, ...string[]] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && '"\\'.includes(text[i + 1] ?? '')) word += text[++i] as string
      else word += char
    } else if (char === '"' || char === "'") [quote, word] = [char, word ?? '']
    else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === '\\' && i + 1 < text.length) word = (word ?? '') + (text[++i] as string)
    else word = (word ?? '') + char
  }
  if (quote !== '') throw new Fault('usage', `command ${text} opens ${quote} but doesn't close it`, { fix: 'Close the quotation mark.' })
  if (word !== undefined) words.push(word)
  return nonEmpty(words)
}

function nonEmpty(words: string[]): [string, ...string[]] {
  const [first, ...others] = words
  if (first === undefined || first === '')
    throw new Fault('usage', 'a command maker needs a program', { fix: 'Write command:"./my-maker.sh".' })
  return [first, ...others]
}

const secretName = /(^|[_-])(api[_-]?key|key|token|secret|password)$/i
const secretValue = /^(sk-|sk_|AIza|AQ\.|ghp_|gsk_|xai-|hf_)[A-Za-z0-9_.-]{12,}$/

/** Keys are never taken from a file or a flag, because both are stored. */
export function refuseKeys(value: unknown, path = 'makers'): void {
  if (typeof value === 'string' && value.split(/[\s="':]+/).some((word) => secretValue.test(word))) throw keyFault(path)
  if (value === null || typeof value !== 'object') return
  for (const [name, item] of Object.entries(value)) {
    if (typeof item === 'string' && (secretName.test(name) || /^(apiKey|authToken|accessToken)$/.test(name)))
      throw keyFault(`${path}.${name}`)
    refuseKeys(item, `${path}.${name}`)
  }
}

/** Doesn't show the value: the file may be on a shared screen. */
function keyFault(path: string): Fault {
  return new Fault('refused', `${path} holds a key; keys are never read from a configuration file or a flag`, {
    fix: 'Remove it there, revoke it if it was shared, and set it in the environment (ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY, or the variable you name with key_env).',
  })
}

function unknownMaker(text: string, kind: string): Fault {
  return new Fault(
    'usage',
    `"${text.slice(0, 80)}" isn't a maker${didYouMean(kind, [...assistants, 'command', 'model', 'scripted', 'cassette', 'host', 'builtin'])}`,
    { fix: `Write one of ${forms}.` },
  )
}
