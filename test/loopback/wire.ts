// The four wire formats models are spoken to in: what a request asks, and how a reply of each looks.

export type Wire = 'chat' | 'responses' | 'anthropic' | 'gemini'

export interface Asked {
  wire: Wire
  model: string
  prompt: string
  /** The JSON Schema the reply is held to, where the request carries one. */
  schema: unknown
  temperature: number | undefined
}

export interface Answer {
  text: string
  model: string
  tokensIn: number
  tokensOut: number
  finish: 'stop' | 'length' | 'refusal'
}

type Fields = Record<string, unknown>

export function wireOf(path: string): Wire | null {
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/messages')) return 'anthropic'
  return /\/models\/[^/]+:generateContent$/.test(path) ? 'gemini' : null
}

export function readRequest(wire: Wire, path: string, body: Fields): Asked {
  const model = wire === 'gemini' ? decodeURIComponent(/\/models\/([^/]+):/.exec(path)?.[1] ?? '') : String(body['model'])
  const format = fields(body['response_format'])
  const config = fields(body['generationConfig'])
  switch (wire) {
    case 'chat':
      return {
        wire,
        model,
        prompt: texts(body['messages']),
        schema: fields(format['json_schema'])['schema'],
        temperature: number(body['temperature']),
      }
    case 'responses':
      return {
        wire,
        model,
        prompt: texts(body['input']),
        schema: fields(fields(body['text'])['format'])['schema'],
        temperature: number(body['temperature']),
      }
    case 'anthropic': {
      const tool = fields((body['tools'] as unknown[] | undefined)?.[0])
      const native = fields(fields(body['output_config'])['format'])['schema'] ?? fields(body['output_format'])['schema']
      return {
        wire,
        model,
        prompt: texts(body['messages']),
        schema: native ?? tool['input_schema'],
        temperature: number(body['temperature']),
      }
    }
    case 'gemini':
      return {
        wire,
        model,
        prompt: texts(body['contents']),
        schema: config['responseSchema'] ?? config['responseJsonSchema'],
        temperature: number(config['temperature']),
      }
  }
}

export function writeReply(wire: Wire, body: Fields, { text, model, tokensIn, tokensOut, finish }: Answer): Fields {
  switch (wire) {
    case 'chat': {
      const message =
        finish === 'refusal' ? { role: 'assistant', content: null, refusal: text } : { role: 'assistant', content: text, refusal: null }
      const reason = finish === 'length' ? 'length' : 'stop'
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message, finish_reason: reason }],
        usage: { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut },
      }
    }
    case 'responses': {
      const content = finish === 'refusal' ? [{ type: 'refusal', refusal: text }] : [{ type: 'output_text', text, annotations: [] }]
      const incomplete = finish === 'length' ? { reason: 'max_output_tokens' } : null
      return {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        status: incomplete ? 'incomplete' : 'completed',
        incomplete_details: incomplete,
        error: null,
        model,
        output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
        usage: {
          input_tokens: tokensIn,
          output_tokens: tokensOut,
          total_tokens: tokensIn + tokensOut,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens_details: { reasoning_tokens: 0 },
        },
      }
    }
    case 'anthropic': {
      const forced = fields(body['tool_choice'])['type'] === 'tool' || fields(body['tool_choice'])['type'] === 'any'
      const tool = forced && finish === 'stop' ? fields((body['tools'] as unknown[])[0]) : null
      const content = tool ? [{ type: 'tool_use', id: 'toolu_1', name: tool['name'], input: parse(text) }] : [{ type: 'text', text }]
      const reason = { stop: tool ? 'tool_use' : 'end_turn', length: 'max_tokens', refusal: 'refusal' }[finish]
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model,
        content,
        stop_reason: reason,
        stop_sequence: null,
        usage: { input_tokens: tokensIn, output_tokens: tokensOut },
      }
    }
    case 'gemini': {
      const reason = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[finish]
      return {
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: reason, index: 0 }],
        usageMetadata: { promptTokenCount: tokensIn, candidatesTokenCount: tokensOut, totalTokenCount: tokensIn + tokensOut },
        modelVersion: model,
        responseId: 'r-1',
      }
    }
  }
}

export function writeError(wire: Wire, status: number, message: string): Fields {
  if (wire === 'anthropic') return { type: 'error', error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message } }
  if (wire === 'gemini') return { error: { code: status, message, status: 'ERROR' } }
  return { error: { message, type: 'error', param: null, code: null } }
}

/** Every text in the messages, in order. */
function texts(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map(texts)
      .filter((text) => text !== '')
      .join('\n')
  const { content, parts, text } = fields(value)
  return texts(text ?? content ?? parts ?? '')
}

function fields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {}
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
