// Where a model's key comes from: the environment, or the file of its vendor's own tool. Never from our configuration.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ModelProvider } from '../../agents/makers.ts'
import { Fault } from '../../schema/fault.ts'

interface Place {
  variables: readonly string[]
  /** What the vendor's tool writes, and how to read the key from it. */
  file?: { shown: string; path(home: string, env: NodeJS.ProcessEnv): string; read(text: string): string | undefined }
}

const places: Readonly<Record<ModelProvider, Place>> = {
  anthropic: { variables: ['ANTHROPIC_API_KEY'] },
  openai: {
    variables: ['OPENAI_API_KEY'],
    file: {
      shown: '~/.codex/auth.json',
      path: (home, env) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'auth.json'),
      read: (text) => field(text, 'OPENAI_API_KEY'),
    },
  },
  google: {
    variables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    file: {
      shown: '~/.gemini/.env',
      path: (home) => join(home, '.gemini', '.env'),
      read: (text) => assignment(text, ['GEMINI_API_KEY', 'GOOGLE_API_KEY']),
    },
  },
  'openai-compatible': { variables: [] },
}

/** If a variable is named, only that is read; without one, an OpenAI-compatible server gets no key. */
export async function findKey(
  provider: ModelProvider,
  keyEnv: string | undefined,
  env: NodeJS.ProcessEnv,
  home = homedir(),
): Promise<string | undefined> {
  const place = places[provider]
  for (const variable of keyEnv === undefined ? place.variables : [keyEnv]) if (env[variable]) return env[variable]
  if (keyEnv !== undefined) throw missing(provider, `the variable ${keyEnv} isn't set`, `Set ${keyEnv}, or fix key_env.`)
  const stored = place.file && (await readFile(place.file.path(home, env), 'utf8').catch(() => undefined))
  const key = stored === undefined ? undefined : place.file?.read(stored)
  if (key !== undefined || place.variables.length === 0) return key
  throw missing(
    provider,
    `looked at ${[...place.variables, ...(place.file ? [place.file.shown] : [])].join(', ')}`,
    `Set ${place.variables[0]} in the environment.`,
  )
}

function missing(provider: ModelProvider, where: string, fix: string): Fault {
  return new Fault('maker', `there is no key for ${provider}: ${where}`, { fix })
}

function field(text: string, name: string): string | undefined {
  try {
    const value = (JSON.parse(text) as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}

function assignment(text: string, names: string[]): string | undefined {
  for (const line of text.split('\n')) {
    const match = /^\s*(?:export\s+)?([A-Z_]+)\s*=\s*["']?([^"'\s]+)/.exec(line)
    if (match && names.includes(match[1] as string)) return match[2]
  }
  return undefined
}
