// Reads a whole zip archive and inspects it before unpacking: refuses entries that leave the folder, are executable, are links, or inflate too far.
import { inflateRawSync } from 'node:zlib'
import { notEverywhere } from '../../../lib/fenced-files.ts'

export type Unzipped = { files: ReadonlyMap<string, Uint8Array> } | { problem: string; unsafe: boolean }

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  offset: number
  isLink: boolean
  isFolder: boolean
  encrypted: boolean
}

const most = { files: 500, bytes: 32 * 1024 * 1024, name: 200, growth: 100 }
const archives = /\.(?:zip|jar|gz|tgz|tar|bz2|xz|zst|7z|rar|br|lz4)$/i
const runs = /\.(?:exe|dll|so|dylib|com|scr|msi|app|bat|cmd|ps1|vbs|sh|bash|zsh|py|rb|pl|php|elf|bin|wasm)$/i

export function unzip(archive: Uint8Array): Unzipped {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const entries = entriesOf(bytes)
  if (typeof entries === 'string') return { problem: entries, unsafe: false }
  const unsafe = scan(entries, bytes.length)
  if (unsafe !== null) return { problem: unsafe, unsafe: true }
  const files = new Map<string, Uint8Array>()
  for (const entry of entries.filter(({ isFolder }) => !isFolder)) {
    const content = contentOf(bytes, entry)
    if (content === null) return { problem: `${entry.name} isn't what the archive says it is`, unsafe: true }
    if (/^(?:MZ|\x7fELF|#!|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe)/.test(content.subarray(0, 4).toString('latin1')))
      return { problem: `${entry.name} is a program`, unsafe: true }
    if (content.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { problem: `${entry.name} is an archive`, unsafe: true }
    files.set(entry.name, content)
  }
  return { files }
}

function entriesOf(bytes: Buffer): Entry[] | string {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length || bytes.length - end > 65_557) return "it isn't a zip archive"
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  if (count === 0xffff || start === 0xffffffff) return 'it is a zip64 archive'
  const entries: Entry[] = []
  for (let at = start, index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return 'its table of contents is broken'
    const [named, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number]
    const name = bytes.toString('utf8', at + 46, at + 46 + named)
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      isLink: ((bytes.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000,
      isFolder: name.endsWith('/'),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at += 46 + named + extra + comment
  }
  if (entries.some(({ encrypted }) => encrypted)) return 'it is encrypted'
  if (entries.some(({ method }) => method !== 0 && method !== 8)) return 'it uses an unsupported compression method'
  return entries
}

/** Why it is refused, or null; nothing has been unpacked by then. */
function scan(entries: readonly Entry[], length: number): string | null {
  if (entries.length > most.files) return `it has ${entries.length} files, more than ${most.files}`
  const names = new Set<string>()
  let [whole, before] = [0, 0]
  for (const { name, isLink, packed, size, offset } of entries.toSorted((a, b) => a.offset - b.offset)) {
    const shown = JSON.stringify(name.slice(0, 80))
    if (name === '' || name.length > most.name || /[\0-\x1f\\]/.test(name)) return `${shown} isn't a file name`
    if (name.startsWith('/') || /^[a-z]:/i.test(name)) return `${shown} is an absolute path`
    const parts = name.replace(/\/$/, '').split('/')
    if (parts.includes('..')) return `${shown} leads out of the archive`
    if (parts.some((part) => part === '' || part === '.')) return `${shown} isn't a file name`
    if (parts.some((part) => notEverywhere.test(part))) return `${shown} is a name that some systems change`
    if (isLink) return `${shown} is a link`
    if (runs.test(name)) return `${shown} is a program`
    if (archives.test(name)) return `${shown} is an archive`
    const key = name.normalize().toLowerCase()
    if (names.has(key)) return `${shown} occurs twice`
    names.add(key)
    if (offset < before || offset + 30 + packed > length) return `${shown} shares its bytes with another file`
    before = offset + 30 + packed
    whole += size
    if (whole > most.bytes) return `it unpacks to more than ${most.bytes / 1024 / 1024} MB`
    if (size > 1024 * 1024 && size > packed * most.growth)
      return `${shown} unpacks to ${Math.round(size / Math.max(1, packed))} times its size`
  }
  const within = entries.find(({ name, isFolder }) => !isFolder && entries.some((other) => other.name.startsWith(`${name}/`)))
  return within ? `${JSON.stringify(within.name)} is a file and a folder` : null
}

/** Null if the size differs from the table's. */
function contentOf(bytes: Buffer, { offset, packed, size, method }: Entry): Buffer | null {
  if (bytes.readUInt32LE(offset) !== 0x04034b50) return null
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const raw = bytes.subarray(from, from + packed)
  if (method === 0) return raw.length === size ? raw : null
  try {
    const content = inflateRawSync(raw, { maxOutputLength: Math.max(1, size) })
    return content.length === size ? content : null
  } catch {
    return null
  }
}
