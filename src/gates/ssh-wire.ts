// Building blocks of OpenSSH's binary formats: length-prefixed strings, integers and base64, parsed without trust.
import { Fault } from '../schema/fault.ts'

/** Reads a blob from front to back; `what` names it in messages. */
export function reader(bytes: Uint8Array, what: string) {
  let at = 0
  const take = (size: number): Uint8Array => {
    if (size > bytes.length - at) unreadable(`${what} is cut short: ${size} more bytes expected, ${bytes.length - at} left`)
    at += size
    return bytes.subarray(at - size, at)
  }
  const uint32 = (): number => {
    const four = take(4)
    return new DataView(four.buffer, four.byteOffset, 4).getUint32(0)
  }
  const string = (): Uint8Array => take(uint32())
  return {
    uint32,
    string,
    byte: (): number => take(1)[0]!,
    ascii: (size: number): string => String.fromCharCode(...take(size)),
    utf8(): string {
      const part = string()
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part)
      } catch {
        unreadable(`${what} has text that isn't UTF-8`)
      }
    },
    /** A positive big-endian integer without its leading zero. */
    mpint(): Uint8Array {
      const part = string()
      if (part.length === 0 || (part[0]! & 0x80) !== 0) unreadable(`${what} has a number that is zero or negative`)
      if (part[0] === 0 && (part.length === 1 || (part[1]! & 0x80) === 0)) unreadable(`${what} has a number with needless zeros`)
      return part[0] === 0 ? part.subarray(1) : part
    },
    end(): void {
      if (at < bytes.length) unreadable(`${what} has ${bytes.length - at} bytes too many`)
    },
  }
}

/** The bytes, prefixed with their length. */
export function wire(bytes: Uint8Array): Uint8Array {
  return concat(uint32(bytes.length), bytes)
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

export function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Pads a number to its field's width. */
export function padStart(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length > size) unreadable(`a number of the signature has ${bytes.length} bytes, expected at most ${size}`)
  return concat(new Uint8Array(size - bytes.length), bytes)
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

export function base64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export function decodeBase64(encoded: string): Uint8Array {
  if (encoded.length > 40_000) unreadable('it is longer than any key or signature')
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0))
    // atob accepts spaces, missing padding and stray bits; a signature has only one spelling.
    if (encodeBase64(bytes) === encoded) return bytes
  } catch {
    // falls through to the same message
  }
  return unreadable('its base64 is damaged')
}

/** Malformed input; the caller turns this into a verdict. */
export function unreadable(why: string): never {
  throw new Fault('invalid', why, { fix: 'Make the signature again with: ssh-keygen -Y sign -n <namespace> -f <key> <file>' })
}
