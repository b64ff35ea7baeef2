// The four wire formats as the assistants speak them: streamed, with tools. What a request says, and how an answer is streamed back.

export type Wire = 'anthropic' | 'responses' | 'chat' | 'gemini'

export interface Asked {
  wire: Wire
  model: string
  /** Every tool the model may call, by the name it must use. */
  tools: string[]
  /** What was said, in order: by the person, or by a tool. */
  said: { by: 'user' | 'tool'; text: string }[]
  /** The request as it came. */
  whole: string
}

export type Answer = { text: string } | { call: string; input: object }

type Fields = Record<string, unknown>
export type Frame = { event?: string; data: unknown }

export function wireOf(path: string): Wire | null {
  if (path.endsWith('/messages')) return 'anthropic'
  if (path.endsWith('/responses')) return 'responses'
  if (path.endsWith('/chat/completions')) return 'chat'
  return /:(?:streamG|g)enerateContent$/.test(path) ? 'gemini' : null
}

export function readRequest(wire: Wire, path: string, body: Fields): Asked {
  const model = wire === 'gemini' ? (/\/models\/([^/:]+):/.exec(path)?.[1] ?? '') : String(body['model'])
  const tools = list(body['tools']).flatMap((tool) => toolNames(wire, tool))
  return { wire, model, tools, said: saidIn(wire, body), whole: JSON.stringify(body) }
}

function toolNames(wire: Wire, tool: Fields): string[] {
  if (wire === 'gemini') return list(tool['functionDeclarations']).map((one) => String(one['name']))
  if (wire === 'chat') return [String(fields(tool['function'])['name'])]
  // Codex groups the tools of a server; such a tool is called by both names.
  if (tool['type'] === 'namespace') return list(tool['tools']).map((one) => `${String(tool['name'])}::${String(one['name'])}`)
  return [String(tool['name'] ?? tool['type'])]
}

function saidIn(wire: Wire, body: Fields): Asked['said'] {
  const said = (by: 'user' | 'tool', value: unknown) => ({ by, text: texts(value) })
  switch (wire) {
    case 'anthropic':
      return list(body['messages'])
        .filter(({ role }) => role === 'user')
        .flatMap(({ content }) =>
          typeof content === 'string'
            ? [said('user', content)]
            : list(content).map((part) =>
                said(part['type'] === 'tool_result' ? 'tool' : 'user', part['type'] === 'tool_result' ? part['content'] : part),
              ),
        )
    case 'responses':
      return list(body['input']).flatMap((item) => {
        if (item['type'] === 'function_call_output' || item['type'] === 'custom_tool_call_output') return [said('tool', item['output'])]
        return item['role'] === 'user' ? [said('user', item['content'])] : []
      })
    case 'chat':
      return list(body['messages']).flatMap((item) =>
        item['role'] === 'tool' ? [said('tool', item['content'])] : item['role'] === 'user' ? [said('user', item['content'])] : [],
      )
    case 'gemini':
      return list(body['contents'])
        .filter(({ role }) => role !== 'model')
        .flatMap(({ parts }) =>
          list(parts).map((part) =>
            part['functionResponse'] ? said('tool', fields(fields(part['functionResponse'])['response'])) : said('user', part),
          ),
        )
  }
}

/** An answer as it comes over the wire, frame by frame. */
export function frames(wire: Wire, answer: Answer, { model, tokensIn }: { model: string; tokensIn: number }): Frame[] {
  const tokensOut = Math.ceil(JSON.stringify(answer).length / 4)
  const id = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
  const called = 'call' in answer
  const typed = (data: Fields): Frame => ({ event: String(data['type']), data })
  switch (wire) {
    case 'anthropic': {
      const block = called ? { type: 'tool_use', id: `toolu_${id}`, name: answer.call, input: {} } : { type: 'text', text: '' }
      const delta = called
        ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
        : { type: 'text_delta', text: answer.text }
      return [
        {
          type: 'message_start',
          message: {
            id: `msg_${id}`,
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: tokensIn, output_tokens: 1 },
          },
        },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: called ? 'tool_use' : 'end_turn', stop_sequence: null },
          usage: { output_tokens: tokensOut },
        },
        { type: 'message_stop' },
      ].map(typed)
    }
    case 'responses': {
      const [name, namespace] = called ? split(answer.call) : ['', undefined]
      const item = called
        ? {
            type: 'function_call',
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name,
            ...(namespace && { namespace }),
            arguments: JSON.stringify(answer.input),
            status: 'completed',
          }
        : {
            type: 'message',
            id: `msg_${id}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: answer.text, annotations: [] }],
          }
      const usage = {
        input_tokens: tokensIn,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokensOut,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: tokensIn + tokensOut,
      }
      const response = { id: `resp_${id}`, object: 'response', created_at: 1, model, status: 'in_progress', output: [] }
      return [
        { type: 'response.created', response },
        { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
      ].map(typed)
    }
    case 'chat': {
      const chunk = (delta: Fields, more: Fields = {}, finish: string | null = null): Frame => ({
        data: {
          id: `chatcmpl-${id}`,
          object: 'chat.completion.chunk',
          created: 1,
          model,
          choices: [{ index: 0, delta, finish_reason: finish }],
          ...more,
        },
      })
      const usage = { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut }
      const delta = called
        ? {
            role: 'assistant',
            tool_calls: [
              { index: 0, id: `call_${id}`, type: 'function', function: { name: answer.call, arguments: JSON.stringify(answer.input) } },
            ],
          }
        : { role: 'assistant', content: answer.text }
      return [chunk(delta), chunk({}, { usage }, called ? 'tool_calls' : 'stop'), { data: '[DONE]' }]
    }
    case 'gemini': {
      const part = called ? { functionCall: { name: answer.call, args: answer.input } } : { text: answer.text }
      return [
        {
          data: {
            candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
            usageMetadata: { promptTokenCount: tokensIn, candidatesTokenCount: tokensOut, totalTokenCount: tokensIn + tokensOut },
            modelVersion: model,
            responseId: id,
          },
        },
      ]
    }
  }
}

/** `namespace::tool`, as `toolNames` put it together. */
function split(name: string): [string, string | undefined] {
  const [first = '', second] = name.split('::')
  return second === undefined ? [first, undefined] : [second, first]
}

/** Every text in a value, in order. */
export function texts(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value
      .map(texts)
      .filter((text) => text !== '')
      .join('\n')
  const { content, parts, text, output, error } = fields(value)
  return texts(text ?? content ?? parts ?? output ?? error ?? '')
}

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

function fields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {}
}
