// A whole reflex loop in a process of its own that ends itself, hard, at a chosen write: before it, or with half of it done.
// Usage: node child.ts <root> <kill at boundary, 0 for never> [in-process] [<workflow> <seed>]; its last words are how many boundaries it met.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const [root = '', killAt = '0', lag = '', subject = '', seed = '0'] = process.argv.slice(2)
let met = 0

function boundary(half?: () => void): void {
  met += 1
  if (met !== Number(killAt)) return
  try {
    half?.()
  } finally {
    process.kill(process.pid, 'SIGKILL') // also where half of it could not be done: its folder was not made yet
  }
}

const { openSync, writeSync, writeFileSync } = fs
const patched = fs as unknown as Record<string, (...args: never[]) => unknown>
for (const name of ['fdatasync', 'fsyncSync', 'ftruncateSync', 'renameSync', 'rmSync', 'mkdirSync']) {
  const original = patched[name] as (...args: never[]) => unknown
  patched[name] = (...args) => {
    boundary()
    return original(...args)
  }
}
patched['openSync'] = ((path: string, flags: string | number, mode?: number) => {
  if (flags !== 'r') boundary()
  return openSync(path, flags, mode)
}) as never
patched['writeSync'] = ((fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null) => {
  boundary()
  boundary(() => writeSync(fd, bytes, offset, length >> 1, position))
  return writeSync(fd, bytes, offset, length, position)
}) as never
patched['writeFileSync'] = ((path: string, text: string, options: fs.WriteFileOptions) => {
  boundary()
  boundary(() => writeFileSync(path, text.slice(0, text.length >> 1), options))
  return writeFileSync(path, text, options)
}) as never
syncBuiltinESMExports()

const { runLoop } = await import('./loop.ts')
const { runSubject } = await import('./subject-loop.ts')
const note = (file: string) => {
  const fd = openSync(join(root, file), 'a')
  return (line: string) => void writeSync(fd, `${line}\n`)
}
const witness = { called: note('calls'), committed: note('commits') }
await (subject === '' ? runLoop(root, { ...witness, inProcess: lag === 'in-process' }) : runSubject(root, subject, Number(seed), witness))
writeSync(1, `${met}\n`)
