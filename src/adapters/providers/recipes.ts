// Ready recipes for assistants on the command line: how each is called and how its reply, model, tokens and cost are read back.
import type { Usage } from '../../kernel/task.ts'
import { isStrict } from '../../agents/strict-schema.ts'
import type { Json } from '../../schema/event.ts'
import { readAider, readClaude, readCodex, readGemini, readOllama } from './recipe-output.ts'

export interface Recipe {
  program: string
  /** Shown by `whet doctor`. */
  title: string
  /** Environment variables it may see beyond the common ones; the keys among them are kept out of every record. */
  env: readonly string[]
  /** Its output says what each call cost, or it costs nothing. */
  saysCost?: boolean
  args(call: RecipeCall): string[]
  /** Which file, if any, it reads instead of stdin or beside it. */
  files?(call: RecipeCall): Record<string, string>
  read(stdout: string, stderr: string): RecipeOutput
}

export interface RecipeCall {
  model: string | undefined
  prompt: string
  expects: 'text' | 'json'
  schema: Json | undefined
  /** Where a file that `files` names will be. */
  path(name: string): string
}

/** `cachedIn`: how many of the tokens in were read from a cache and cost less, where the cost is left to us. */
export type RecipeOutput =
  | { text: string; usage: Usage; model: string | null; warnings: string[]; cachedIn?: number }
  | { problem: string; status?: number; usage?: Usage }

/** Claude Code ignores, without a word, a schema that names its dialect. */
function undated(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const { $schema: _dialect, ...rest } = schema
  return rest
}

const modelFlag = (flag: string, model: string | undefined) => (model === undefined ? [] : [flag, model])

export const recipes: Readonly<Record<string, Recipe>> = {
  claude: {
    program: 'claude',
    title: 'Claude Code',
    env: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CONFIG_DIR'],
    saysCost: true,
    args: ({ model, expects, schema }) => [
      '-p',
      '--output-format',
      'json',
      ...modelFlag('--model', model),
      ...(expects === 'json' && schema !== undefined ? ['--json-schema', JSON.stringify(undated(schema))] : []),
    ],
    read: readClaude,
  },
  codex: {
    program: 'codex',
    title: 'Codex',
    env: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME'],
    args: ({ model, schema, path }) => [
      'exec',
      '--json',
      '--skip-git-repo-check',
      '--sandbox',
      'read-only',
      ...modelFlag('--model', model),
      ...(isStrict(schema) ? ['--output-schema', path('schema.json')] : []),
      '-',
    ],
    files: ({ schema }) => (isStrict(schema) ? { 'schema.json': JSON.stringify(schema) } : {}),
    read: readCodex,
  },
  gemini: {
    program: 'gemini',
    title: 'Gemini CLI',
    env: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
    args: ({ model }) => ['--output-format', 'json', ...modelFlag('--model', model)],
    read: readGemini,
  },
  aider: {
    program: 'aider',
    title: 'Aider',
    env: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENAI_API_BASE',
      'GEMINI_API_KEY',
      'DEEPSEEK_API_KEY',
      'OPENROUTER_API_KEY',
      'OLLAMA_API_BASE',
    ],
    args: ({ model, path }) => [
      ...[
        '--message-file',
        path('prompt.txt'),
        '--chat-mode',
        'ask',
        '--yes-always',
        '--no-git',
        '--no-pretty',
        '--no-stream',
        '--no-check-update',
        '--no-show-model-warnings',
        '--no-detect-urls',
        '--map-tokens',
        '0',
      ],
      ...['--input-history-file', path('input.history'), '--chat-history-file', path('chat.history')],
      ...modelFlag('--model', model),
    ],
    files: ({ prompt }) => ({ 'prompt.txt': prompt }),
    read: readAider,
  },
  ollama: {
    program: 'ollama',
    title: 'Ollama',
    env: ['OLLAMA_HOST', 'OLLAMA_MODELS'],
    saysCost: true,
    args: ({ model = '', expects }) => [
      'run',
      model,
      '--verbose',
      '--hidethinking',
      '--nowordwrap',
      ...(expects === 'json' ? ['--format', 'json'] : []),
    ],
    read: readOllama,
  },
}
