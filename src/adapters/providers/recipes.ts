// Ready recipes for command-line assistants: how to call each and how to parse its reply, model, tokens and cost.
import type { Usage } from '../../kernel/task.ts'
import { isStrict } from '../../agents/strict-schema.ts'
import { list } from '../../lib/list.ts'
import type { Json } from '../../schema/event.ts'
import type { Says } from './overhear.ts'
import { readAider, readClaude, readCodex, readGemini, readOllama, readOpencode } from './recipe-output.ts'
import { claudeSays, codexSays, opencodeSays } from './recipe-words.ts'

export interface Recipe {
  program: string
  /** Shown by `whet doctor`. */
  title: string
  /** Environment variables it may see beyond the common ones, with `*` for any letters; keys among them are kept out of every record. */
  env: readonly string[]
  /** Variables we set for it. */
  set?: Readonly<Record<string, string>>
  /** Where it keeps its login, settings and sessions. */
  state?: readonly string[]
  /** Called in an empty folder, because it would follow instructions in project files. */
  apart?: true
  /** It reports what each call cost, or costs nothing. */
  saysCost?: boolean
  args(call: RecipeCall): string[]
  /** Which file, if any, it reads besides or instead of stdin. */
  files?(call: RecipeCall): Record<string, string>
  read(stdout: string, stderr: string): RecipeOutput
  /** What a line of its stdout says to people; verbatim if it prints for people. */
  says?: Says
}

interface RecipeCall {
  model: string | undefined
  prompt: string
  expects: 'text' | 'json'
  schema: Json | undefined
  /** The path of a file that `files` names. */
  path(name: string): string
}

/** `cachedIn`: how many of the input tokens came from a cache and cost less, if we compute the cost. */
export type RecipeOutput =
  | { text: string; usage: Usage; model: string | null; warnings: string[]; cachedIn?: number }
  | { problem: string; status?: number; usage?: Usage }

/** Claude Code silently ignores a schema that names its dialect. */
function undated(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const { $schema: _dialect, ...rest } = schema
  return rest
}

/** Gateways and opt-outs, whichever service the assistant uses. */
const common = ['*_BASE_URL', 'DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING', 'DISABLE_AUTOUPDATER', 'DO_NOT_TRACK']
const amazon = ['AWS_*']
const google = ['GOOGLE_APPLICATION_*', 'GOOGLE_CLOUD_*', 'GCLOUD_PROJECT', 'CLOUDSDK_*', 'CLOUD_ML_REGION', 'VERTEX_*']

const modelFlag = (flag: string, model: string | undefined) => (model === undefined ? [] : [flag, model])

export const recipes: Readonly<Record<string, Recipe>> = {
  claude: {
    program: 'claude',
    title: 'Claude Code',
    state: ['~/.claude', '~/.claude.json', '~/.local/state/claude', '$CLAUDE_CONFIG_DIR'],
    env: [...common, 'ANTHROPIC_*', 'CLAUDE_CODE_*', 'CLAUDE_CONFIG_DIR', 'DISABLE_*', ...amazon, ...google],
    // No hooks, plugins, servers or instructions of the project or the person: it gets the prompt alone.
    set: { CLAUDE_CODE_SAFE_MODE: '1' },
    saysCost: true,
    args: ({ model, expects, schema }) => [
      ...list('-p --output-format stream-json --verbose --include-partial-messages'),
      ...['--tools', '', '--strict-mcp-config', '--no-session-persistence', '--settings', '{"disableAllHooks":true}'],
      ...modelFlag('--model', model),
      ...(expects === 'json' && schema !== undefined ? ['--json-schema', JSON.stringify(undated(schema))] : []),
    ],
    read: readClaude,
    says: claudeSays,
  },
  codex: {
    program: 'codex',
    title: 'Codex',
    state: ['~/.codex', '$CODEX_HOME'],
    env: [...common, 'OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*', ...amazon],
    apart: true,
    args: ({ model, schema, path }) => [
      ...list('exec --json --skip-git-repo-check --sandbox read-only --ephemeral'),
      ...modelFlag('--model', model),
      ...(isStrict(schema) ? ['--output-schema', path('schema.json')] : []),
      '-',
    ],
    files: ({ schema }) => (isStrict(schema) ? { 'schema.json': JSON.stringify(schema) } : {}),
    read: readCodex,
    says: codexSays,
  },
  gemini: {
    program: 'gemini',
    title: 'Gemini CLI',
    state: ['~/.gemini'],
    env: [...common, 'GEMINI_*', 'GOOGLE_*', ...google],
    apart: true,
    args: ({ model }) => [
      ...list('--output-format json --skip-trust --extensions none --allowed-mcp-server-names none'),
      ...modelFlag('--model', model),
    ],
    read: readGemini,
    says: () => '', // one object at the end
  },
  opencode: {
    program: 'opencode',
    title: 'opencode',
    state: ['~/.local/share/opencode', '~/.local/state/opencode', '~/.config/opencode'],
    env: [...common, ...list('OPENCODE_* ANTHROPIC_* OPENAI_* GEMINI_* OPENROUTER_* DEEPSEEK_* GROQ_* GOOGLE_*'), ...amazon, ...google],
    apart: true,
    set: { OPENCODE_CONFIG_CONTENT: '{"permission":{"*":"deny"},"share":"disabled","autoupdate":false}' },
    args: ({ model }) => ['run', '--format', 'json', '--pure', '--title', 'whet', ...modelFlag('--model', model)],
    read: readOpencode,
    says: opencodeSays,
  },
  aider: {
    program: 'aider',
    title: 'Aider',
    state: ['~/.aider'],
    env: [
      ...common,
      ...list('ANTHROPIC_API_KEY OPENAI_API_KEY OPENAI_API_BASE GEMINI_API_KEY DEEPSEEK_API_KEY OPENROUTER_API_KEY OLLAMA_API_BASE'),
      ...amazon,
      ...google,
    ],
    args: ({ model, path }) => [
      ...['--message-file', path('prompt.txt')],
      ...list('--chat-mode ask --yes-always --no-git --no-pretty --no-stream --no-check-update --no-show-model-warnings --no-detect-urls'),
      ...list('--map-tokens 0'),
      ...['--input-history-file', path('input.history'), '--chat-history-file', path('chat.history')],
      ...modelFlag('--model', model),
    ],
    files: ({ prompt }) => ({ 'prompt.txt': prompt }),
    read: readAider,
  },
  ollama: {
    program: 'ollama',
    title: 'Ollama',
    state: ['~/.ollama', '$OLLAMA_MODELS'],
    env: ['OLLAMA_HOST', 'OLLAMA_MODELS'],
    saysCost: true,
    args: ({ model = '', expects }) => [
      'run',
      model,
      ...list('--verbose --hidethinking --nowordwrap'),
      ...(expects === 'json' ? ['--format', 'json'] : []),
    ],
    read: readOllama,
  },
}
