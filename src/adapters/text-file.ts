// Reads a text file that a person named; refuses files that aren't text or are far too large.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { Fault } from '../schema/fault.ts'
import { guard } from './disk.ts'

const mostBytes = 64 * 1024 * 1024

export function readArtifactFile(path: string, shown: string): string {
  if (!existsSync(path)) throw new Fault('not_found', `there is no file ${shown}`, { fix: 'Check the path.' })
  const bytes = guard(path, () => {
    const found = statSync(path)
    if (!found.isFile())
      throw new Fault('invalid', `${shown} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}`, { fix: 'Name a file.' }) // a pipe without a writer would block forever
    const { size } = found
    if (size > mostBytes)
      throw new Fault(
        'invalid',
        `${shown} has ${Math.round(size / 1024 / 1024)} MB; files up to ${mostBytes / 1024 / 1024} MB can be judged`,
        { fix: 'Split it, or judge part of it.' },
      )
    return readFileSync(path)
  })
  return decode(bytes, shown)
}

function decode(bytes: Buffer, shown: string): string {
  if (bytes.includes(0)) throw new Fault('invalid', `${shown} is binary: it contains NUL bytes`, { fix: 'Only text can be judged.' })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Fault('invalid', `${shown} isn't valid UTF-8`, { cause, fix: 'Save it as UTF-8.' })
  }
}

/** Everything on standard input. */
export async function readInput(): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > mostBytes)
      throw new Fault('invalid', `standard input has more than ${mostBytes / 1024 / 1024} MB`, { fix: 'Give a shorter text.' })
  }
  return decode(Buffer.concat(parts), 'standard input')
}
