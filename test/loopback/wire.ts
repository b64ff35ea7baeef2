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
  return /\/models\/[^/]+:(g|streamG)enerateContent$/.test(path) ? 'gemini' : null
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

/** A whole reply as the events of a stream: its words one by one, and in the last two events that it is done. */
export function writeStream(wire: Wire, reply: Fields): string[] {
  const sse = (event: Fields, name = event['type']) =>
    `${name === undefined ? '' : `event: ${String(name)}\n`}data: ${JSON.stringify(event)}\n\n`
  switch (wire) {
    case 'chat': {
      const { choices, usage, ...about } = reply
      const { message, finish_reason } = fields((choices as unknown[])[0])
      const { content, refusal } = fields(message)
      const chunk = (delta: Fields, reason: unknown = null) =>
        sse({ ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })
      const said = words(String(content ?? refusal)).map((word) => chunk(content === null ? { refusal: word } : { content: word }))
      return [
        chunk({ role: 'assistant' }),
        ...said,
        chunk({}, finish_reason),
        `${sse({ ...about, object: 'chat.completion.chunk', choices: [], usage })}data: [DONE]\n\n`,
      ]
    }
    case 'responses': {
      const [item] = reply['output'] as Fields[]
      const { type, text, refusal } = fields((item?.['content'] as unknown[])[0])
      const at = { item_id: item?.['id'], output_index: 0, content_index: 0 }
      const kind = type === 'refusal' ? 'response.refusal.delta' : 'response.output_text.delta'
      return [
        sse({ type: 'response.created', response: { ...reply, status: 'in_progress', output: [] } }),
        sse({ type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } }),
        ...words(String(text ?? refusal)).map((delta) => sse({ type: kind, ...at, delta })),
        sse({ type: 'response.output_item.done', output_index: 0, item }),
        sse({ type: `response.${String(reply['status'])}`, response: reply }),
      ]
    }
    case 'anthropic': {
      const { content, stop_reason, usage, ...about } = reply
      const { text } = fields((content as unknown[])[0])
      return [
        sse({
          type: 'message_start',
          message: { ...about, content: [], stop_reason: null, usage: { ...fields(usage), output_tokens: 1 } },
        }),
        sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
        ...words(String(text)).map((word) => sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } })),
        sse({ type: 'content_block_stop', index: 0 }),
        sse({
          type: 'message_delta',
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: fields(usage)['output_tokens'] },
        }),
        sse({ type: 'message_stop' }),
      ]
    }
    case 'gemini': {
      const [candidate] = reply['candidates'] as Fields[]
      const part = fields((fields(candidate?.['content'])['parts'] as unknown[])[0])
      const chunk = (text: string, more: Fields = {}) =>
        sse({ ...reply, usageMetadata: undefined, candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }], ...more })
      return [
        ...words(String(part['text'])).map((word) => chunk(word)),
        sse({ ...reply, candidates: [{ ...candidate, content: undefined }] }),
      ]
    }
  }
}

const words = (text: string) => text.match(/\s*\S{1,5000}/g) ?? [text]

export function writeError(wire: Wire, status: number, message: string): Fields {
  if (wire === 'anthropic') return { type: 'error', error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message } }
  if (wire === 'gemini') return { error: { code: status, message, status: 'ERROR' } }
  return { error: { message, type: 'error', param: null, code: null } }
}

/** The event by which a server breaks off a stream: it has too much to do. */
export function writeBreak(wire: Wire): string {
  const message = 'Overloaded'
  const events: Record<Wire, Fields> = {
    anthropic: { type: 'error', error: { type: 'overloaded_error', message } },
    responses: { type: 'error', sequence_number: 9, code: 'server_error', message, param: null },
    chat: { error: { message, type: 'server_error', param: null, code: null } },
    gemini: { error: { code: 503, message, status: 'UNAVAILABLE' } },
  }
  return `${wire === 'anthropic' ? 'event: error\n' : ''}data: ${JSON.stringify(events[wire])}\n\n`
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
