// Zip archives for tests, honest and not: what the table says of a file need not be so.
import { deflateRawSync } from 'node:zlib'

export interface Packed {
  name: string
  text: string | Buffer
  mode?: number
  /** What the table says of its size, where it lies. */
  says?: number
  flags?: number
}

export function zip(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let offset = 0
  for (const { name, text, mode = 0o100644, says, flags = 0 } of files) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(says ?? content.length, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(mode * 0x10000, 38)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    table.push(entry, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...table, end])
}
