// A model's reply as a stream: heard as it arrives, then passed on as if it had come whole.
import { PassThrough } from 'node:stream'
import { APICallError, type LanguageModelMiddleware } from 'ai'
import { ReplyTooLarge } from './http.ts'
import { asIs, overhear } from './overhear.ts'

type Fetch = typeof globalThis.fetch
type Wrap = NonNullable<LanguageModelMiddleware['wrapGenerate']>
type Streamed = Awaited<ReturnType<Parameters<Wrap>[0]['doStream']>>['stream']
type Part = Streamed extends ReadableStream<infer P> ? P : never
type Whole = Awaited<ReturnType<Wrap>>

export interface Listening {
  hear(text: string): void
  maxBytes: number
}

/** A connection to a server and its listener. Also reads a server that answers a stream request with the whole reply. */
export function streaming(fetch: Fetch): { fetch: Fetch; listen(to: Listening): LanguageModelMiddleware } {
  let asked = false
  let whole: Response | undefined
  return {
    fetch: async (input, init) => {
      if (whole) return whole
      const response = await fetch(input, init)
      if (!asked || !response.ok || !response.headers.get('content-type')?.includes('application/json')) return response
      whole = response
      throw new Error('not a stream')
    },
    listen: (to) => ({
      specificationVersion: 'v4',
      wrapGenerate: async ({ doGenerate, model, params }) => {
        asked = true
        try {
          const { stream } = await model.doStream({ ...params, includeRawChunks: true })
          return await collect(stream, to)
        } catch (error) {
          if (whole) return await doGenerate()
          throw error
        } finally {
          asked = false
          whole = undefined
        }
      },
    }),
  }
}

/** A stream that ends before the model said it was done is an outage, whatever had arrived. */
async function collect(stream: Streamed, { hear, maxBytes }: Listening): Promise<Whole> {
  const spoken = new PassThrough()
  const deafen = overhear([[spoken, asIs]], hear)
  let [text, model, bytes]: [string, string | undefined, number] = ['', undefined, 0]
  let warnings: Whole['warnings'] = []
  try {
    for await (const part of stream) {
      if (part.type === 'error') throw failed(part.error)
      if (part.type === 'stream-start') warnings = part.warnings
      if (part.type === 'raw') model ??= named(part.rawValue)
      if (part.type === 'text-end' || part.type === 'reasoning-end') spoken.write('\n')
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        spoken.write(part.delta)
        bytes += Buffer.byteLength(part.delta)
        if (bytes > maxBytes) throw new ReplyTooLarge(`more than ${maxBytes} bytes`)
      }
      if (part.type === 'text-delta') text += part.delta
      if (part.type === 'finish') return ended(part, { text, model, warnings })
    }
    throw new Error('the stream ended before the reply did')
  } finally {
    deafen()
    spoken.destroy()
  }
}

function ended(
  { finishReason, usage, providerMetadata }: Extract<Part, { type: 'finish' }>,
  { text, model, warnings }: Pick<Whole, 'warnings'> & { text: string; model: string | undefined },
): Whole {
  if (finishReason.raw === undefined && ['interrupted', 'other', 'error'].includes(finishReason.unified))
    throw new Error('the stream ended before the reply did')
  const content: Whole['content'] = text === '' ? [] : [{ type: 'text', text }]
  return { content, finishReason, usage, warnings, ...(providerMetadata && { providerMetadata }), response: { body: { model } } }
}

/** An error in mid-stream counts like the same status at the start. */
function failed(error: unknown): unknown {
  const { message = 'error', statusCode, data } = (error ?? {}) as { message?: string; statusCode?: number; data?: unknown }
  if (APICallError.isInstance(error) || statusCode === undefined) return error instanceof Error ? error : new Error(message)
  return new APICallError({ message, statusCode, url: '', requestBodyValues: {}, responseBody: JSON.stringify(data ?? null) })
}

/** Each wire format names the answering model in a different place. */
function named(chunk: unknown): string | undefined {
  const { model, modelVersion, message, response } = (chunk ?? {}) as Record<string, unknown>
  const found = model ?? modelVersion ?? ((message ?? response) as { model?: unknown } | undefined)?.model
  return typeof found === 'string' && found !== '' ? found : undefined
}
