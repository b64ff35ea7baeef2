// The environment of a maker's program: what programs need to run, the keys named for it, git hooks off, nothing else.
import { list } from '../../lib/list.ts'

/** Passed on if set. Everything else, including other makers' keys, isn't. */
const allowed = list(`
  PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_* TZ TMPDIR TMP TEMP TERM NO_COLOR
  XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR
  HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
  SYSTEMROOT SystemRoot COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE PROGRAMFILES WINDIR
`)

export function makerEnvironment(source: NodeJS.ProcessEnv, named: readonly string[]): Record<string, string> {
  const env: Record<string, string> = {}
  const passes = [...allowed, ...named].map(namePattern)
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && !surrounding.test(name) && passes.some((pattern) => pattern.test(name))) env[name] = value
  return { ...env, ...gitWithoutHooks, [stepMark]: '1' }
}

/** Tells a program that it works on a step, so that our hooks for assistants do nothing. */
const stepMark = 'WHET_STEP'

/** Variables of the assistant that runs us: a second one isn't part of its session. */
const surrounding =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_\w+|CHILD_SESSION)|CODEX_(?:SANDBOX\w*|THREAD_ID)|GEMINI_CLI|OPENCODE_(?:PID|PROCESS_ROLE|RUN_ID))$/

/** Whether an assistant runs us and so reads our piped output. */
export const isInAssistant = (source: NodeJS.ProcessEnv): boolean => Object.keys(source).some((name) => surrounding.test(name))

/** A literal name, or one with `*` for any letters. */
const namePattern = (name: string) => new RegExp(`^${name.replaceAll('*', '\\w*')}$`)

/** What a maker must never repeat: the values of variables that look like keys. */
export function secretsIn(source: NodeJS.ProcessEnv, named: readonly string[] = []): string[] {
  const values = Object.entries(source).filter(([name, value]) => value && (named.includes(name) ? looksSecret(name) : keyName.test(name)))
  return [...new Set(values.map(([, value]) => value as string))]
}

const keyName = /(_|^)(KEY|APIKEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|TOKEN_BEDROCK|CUSTOM_HEADERS)$/

/** Among the variables named for a maker, addresses, folders and models aren't secret. */
function looksSecret(name: string): boolean {
  return !/(_|^)(URL|HOST|HOME|DIR|PATH|MODEL|REGION|PROJECT|LOCATION|USE_VERTEXAI)$/.test(name)
}

const gitWithoutHooks = {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.hooksPath',
  GIT_CONFIG_VALUE_0: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
}
