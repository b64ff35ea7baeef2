// Live changes for every open page: numbered server-sent events, so that a page that reconnects gets what it missed.
import type { Change } from './document.ts'

/** Messages kept for reconnecting pages; one that missed more reloads everything. */
const kept = 500
const beatMs = 10_000
/** A page that doesn't read its stream is disconnected; it reconnects by itself. */
const mostWaiting = 256

type Viewer = ReadableStreamDefaultController<Uint8Array>

export class Live {
  readonly #epoch = Date.now().toString(36)
  readonly #viewers = new Set<Viewer>()
  #messages: { number: number; bytes: Uint8Array }[] = []
  #number = 0
  readonly #beat: NodeJS.Timeout

  constructor() {
    this.#beat = setInterval(() => this.#send(utf8.encode(': still here\n\n')), beatMs)
    this.#beat.unref()
  }

  get viewers(): number {
    return this.#viewers.size
  }

  /** The id of the last message. */
  get last(): string {
    return `${this.#epoch}.${this.#number}`
  }

  tell(change: Change): void {
    this.#number += 1
    const bytes = utf8.encode(`event: change\nid: ${this.last}\ndata: ${JSON.stringify(change)}\n\n`)
    this.#messages.push({ number: this.#number, bytes })
    if (this.#messages.length > kept) this.#messages = this.#messages.slice(-kept)
    this.#send(bytes)
  }

  /** `last` is the id of the last message the page has seen. */
  open(last: string | undefined): ReadableStream<Uint8Array> {
    let mine: Viewer
    return new ReadableStream<Uint8Array>(
      {
        start: (viewer) => {
          mine = viewer
          for (const bytes of this.#missed(last)) viewer.enqueue(bytes)
          this.#viewers.add(viewer)
        },
        cancel: () => void this.#viewers.delete(mine),
      },
      { highWaterMark: mostWaiting },
    )
  }

  close(): void {
    clearInterval(this.#beat)
    for (const viewer of this.#viewers) end(viewer)
    this.#viewers.clear()
  }

  /** The messages after it, or `again` if everything must be reloaded. */
  #missed(last: string | undefined): Uint8Array[] {
    const [epoch, number] = (last ?? '').split('.')
    const seen = Number(number)
    const first = this.#messages[0]?.number ?? this.#number + 1
    const hello = (event: string) => utf8.encode(`retry: 1000\nevent: ${event}\nid: ${this.last}\ndata: {}\n\n`)
    if (epoch !== this.#epoch || !Number.isInteger(seen) || seen < first - 1 || seen > this.#number) return [hello('anew')]
    return [...this.#messages.filter((message) => message.number > seen).map(({ bytes }) => bytes), hello('current')]
  }

  #send(bytes: Uint8Array): void {
    for (const viewer of this.#viewers) {
      if ((viewer.desiredSize ?? 0) <= 0) {
        this.#viewers.delete(viewer)
        end(viewer)
      } else viewer.enqueue(bytes)
    }
  }
}

function end(viewer: Viewer): void {
  try {
    viewer.close()
  } catch {
    // it left by itself
  }
}

const utf8 = new TextEncoder()
