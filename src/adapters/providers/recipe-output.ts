// Parses what each assistant prints: the reply, its model, tokens and cost. Whatever is missing stays unknown.
import { jsonOrNothing } from '../../rules/reading/parsed.ts'
import type { Usage } from '../../kernel/task.ts'
import { costMicros } from '../../agents/prices.ts'
import type { RecipeOutput } from './recipes.ts'

type Fields = Record<string, unknown>

/** One event per line; the last is the result, with the reply, its cost and the tokens per model. */
export function readClaude(stdout: string): RecipeOutput {
  const result = fields(jsonOrNothing(stdout.split('\n').findLast((line) => fields(jsonOrNothing(line))['type'] === 'result') ?? ''))
  if (result['type'] !== 'result') return { problem: 'printed no result object' }
  const used = fields(result['usage'])
  const cost = result['total_cost_usd']
  const usage: Usage = {
    calls: 1,
    tokensIn: count(used['input_tokens']) + count(used['cache_creation_input_tokens']) + count(used['cache_read_input_tokens']),
    tokensOut: count(used['output_tokens']),
    costMicros: typeof cost === 'number' && cost >= 0 ? Math.round(cost * 1e6) : null,
  }
  if (result['is_error'] === true || result['subtype'] !== 'success')
    return {
      problem: words(result['result']) || words(result['subtype']) || 'failed without a message',
      usage,
      ...statusOf(result['api_error_status']),
    }
  const structured = result['structured_output']
  const text = structured === undefined || structured === null ? words(result['result']) : JSON.stringify(structured)
  return { text, usage, model: busiest(fields(result['modelUsage']), 'outputTokens'), warnings: [] }
}

/** One event per line; the last agent message is the reply. */
export function readCodex(stdout: string): RecipeOutput {
  let text: string | null = null
  let problem: string | null = null
  const usage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }
  let cachedIn = 0
  for (const line of stdout.split('\n')) {
    const event = fields(jsonOrNothing(line))
    const item = fields(event['item'])
    if (event['type'] === 'item.completed' && item['type'] === 'agent_message') text = words(item['text'])
    if (event['type'] === 'turn.completed') {
      problem = null // earlier errors, such as a lost connection, were overcome
      const used = fields(event['usage'])
      usage.tokensIn += count(used['input_tokens'])
      usage.tokensOut += count(used['output_tokens'])
      cachedIn += count(used['cached_input_tokens'])
    }
    if (event['type'] === 'turn.failed') problem = words(fields(event['error'])['message']) || 'the turn failed without a message'
    if (event['type'] === 'error') problem ??= words(event['message'])
  }
  if (text === null) return { problem: problem ?? 'printed no agent message', usage }
  return problem === null ? { text, usage, model: null, warnings: [], cachedIn } : { problem, usage }
}

/** One event per line: the parts of the reply, and after each step its tokens and cost; 0 means it knows no price. */
export function readOpencode(stdout: string): RecipeOutput {
  const texts: string[] = []
  const usage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }
  let cachedIn = 0
  for (const line of stdout.split('\n')) {
    const event = fields(jsonOrNothing(line))
    const part = fields(event['part'])
    if (event['type'] === 'text') texts.push(words(part['text']))
    if (event['type'] === 'step_finish') {
      const tokens = fields(part['tokens'])
      const cache = fields(tokens['cache'])
      usage.tokensIn += count(tokens['input']) + count(cache['read']) + count(cache['write'])
      usage.tokensOut += count(tokens['output']) + count(tokens['reasoning'])
      cachedIn += count(cache['read'])
      if (typeof part['cost'] === 'number' && part['cost'] > 0) usage.costMicros = (usage.costMicros ?? 0) + Math.round(part['cost'] * 1e6)
    }
    if (event['type'] === 'error') {
      const { name, data } = fields(event['error'])
      return {
        problem: words(fields(data)['message']) || words(name) || 'failed without a message',
        usage,
        ...statusOf(fields(data)['statusCode']),
      }
    }
  }
  return texts.length === 0
    ? { problem: 'printed no reply', usage }
    : { text: texts.join('\n'), usage, model: null, warnings: [], cachedIn }
}

export function readGemini(stdout: string): RecipeOutput {
  const start = stdout.indexOf('{')
  const result = fields(start < 0 ? null : jsonOrNothing(stdout.slice(start)))
  const error = fields(result['error'])
  if (error['message'] !== undefined) return { problem: words(error['message']), ...statusOf(error['code']) }
  if (typeof result['response'] !== 'string') return { problem: 'printed no response' }
  const models = fields(fields(result['stats'])['models'])
  const usage: Usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: Object.keys(models).length > 0 ? 0 : null }
  for (const [name, model] of Object.entries(models)) {
    const tokens = fields(fields(model)['tokens'])
    const [tokensIn, tokensOut] = [count(tokens['prompt']) + count(tokens['tool']), count(tokens['candidates']) + count(tokens['thoughts'])]
    usage.tokensIn += tokensIn
    usage.tokensOut += tokensOut
    const cost = costMicros(name, { tokensIn, tokensOut, cachedIn: count(tokens['cached']) })
    usage.costMicros = cost === null || usage.costMicros === null ? null : usage.costMicros + cost
  }
  return {
    text: result['response'],
    usage,
    model: busiest(
      Object.fromEntries(Object.entries(models).map(([name, model]) => [name, fields(fields(model)['tokens'])])),
      'candidates',
    ),
    warnings: [],
  }
}

/** Plain text between a few lines about the session and one about tokens. */
export function readAider(stdout: string): RecipeOutput {
  const lines = stdout.split(/\r?\n/)
  const header =
    /^(Aider v|Main model: |Model: |Weak model: |Editor model: |Git repo: |Repo-map: |Added |Warning: |Note: |https:\/\/aider\.chat)/
  let first = 0
  while (first < lines.length && (header.test(lines[first] as string) || (lines[first] as string).trim() === '')) first++
  const last = lines.findLastIndex((line) => line.startsWith('Tokens: '))
  const tokens = /^Tokens: ([\d.,]+[kM]?) sent,.*?([\d.,]+[kM]?) received\.(?: Cost: \$([\d.]+) message)?/.exec(lines[last] ?? '')
  const model = lines
    .slice(0, first)
    .map((line) => /^(?:Main model|Model): (\S+)/.exec(line)?.[1])
    .find((name) => name !== undefined)
  const text = lines
    .slice(first, last < first ? undefined : last)
    .join('\n')
    .trim()
  if (text === '') return { problem: 'printed no reply' }
  const cost = tokens?.[3]
  return {
    text: `${text}\n`,
    usage: {
      calls: 1,
      tokensIn: rounded(tokens?.[1]),
      tokensOut: rounded(tokens?.[2]),
      costMicros: cost === undefined ? null : Math.round(Number(cost) * 1e6),
    },
    model: model ?? null,
    warnings: [],
  }
}

/** The reply verbatim; counts on stderr. Runs on this machine, so it costs nothing. */
export function readOllama(stdout: string, stderr: string): RecipeOutput {
  const tally = (name: string) => count(Number(new RegExp(`(?:^|\\n)${name}:\\s+(\\d+)`).exec(stderr)?.[1] ?? 0))
  return {
    text: stdout,
    usage: { calls: 1, tokensIn: tally('prompt eval count'), tokensOut: tally('eval count'), costMicros: 0 },
    model: null,
    warnings: [],
  }
}

export function fields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {}
}

export function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}

const statusOf = (value: unknown) => (typeof value === 'number' && value >= 100 && value < 600 ? { status: value } : {})

/** `2.1k` → 2100. */
function rounded(text: string | undefined): number {
  if (text === undefined) return 0
  const factor = text.endsWith('k') ? 1e3 : text.endsWith('M') ? 1e6 : 1
  return count(Number(text.replace(/[,kM]/g, '')) * factor)
}

/** Side tasks use small models; the model with most output wrote the answer. */
function busiest(models: Fields, by: string): string | null {
  const ranked = Object.entries(models).sort(([, a], [, b]) => count(fields(b)[by]) - count(fields(a)[by]))
  return ranked[0]?.[0] ?? null
}
