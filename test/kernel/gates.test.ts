// Gates are total by kind and by choice: in a copy of the source, one more of either doesn't compile until every place that handles them has its case.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'whet-gates-'))
  for (const name of ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

function change(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(copy, path), text.replace(from, to))
}

/** Each file the compiler refuses, with what it misses there. */
function missing(): string[] {
  try {
    execFileSync(join(repository, 'node_modules/.bin/tsc'), ['--noEmit', '-p', 'tsconfig.build.json'], { cwd: copy, encoding: 'utf8' })
    return []
  } catch (error) {
    const said = (error as { stdout: string }).stdout
    return [...said.matchAll(/^(\S+)\(\d.*?Property '+([^']+)'+ is missing/gm)].map(([, file, name]) => `${file}: ${name}`).sort()
  }
}

it('a new choice and a new kind of gate are missed where they are handled and where they are shown', () => {
  change('src/workflows/audit/escalate.ts', '] as const', "  { id: 'postpone', label: 'decide later' },\n] as const")
  change(
    'src/workflows/reflex/gate.ts',
    "  'confirm-verdicts': 'confirm'",
    "  'confirm-budget': 'confirm'\n  'confirm-verdicts': 'confirm'",
  )
  change('src/workflows/design/gate.ts', "'approve' | 'reject' | 'abort'", "'approve' | 'reject' | 'abort' | 'later'")
  expect(missing()).toEqual([
    'src/workflows/audit/answer.ts: postpone',
    'src/workflows/audit/gate.ts: postpone',
    'src/workflows/design/gate.ts: later',
    'src/workflows/reflex/gate.ts: confirm-budget',
    'src/workflows/reflex/gate.ts: confirm-budget',
  ])
}, 180_000)
