// Writes the generated reference (docs/reference, schemas/whetstone.schema.json) from the code; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reference } from './reference-text.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stale: string[] = []
for (const [path, text] of Object.entries(await reference())) {
  const full = `${root}${path}`
  let actual = ''
  try {
    actual = readFileSync(full, 'utf8')
  } catch {
    // not there yet
  }
  if (actual === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) writeFileSync(full, text)
}
if (stale.length > 0) process.stdout.write(`${process.argv.includes('--check') ? 'out of date' : 'written'}: ${stale.join(', ')}\n`)
process.exitCode = stale.length > 0 && process.argv.includes('--check') ? 1 : 0
