// Measures the same build again in a new process and browser, free of the first evaluation's caches.
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { makeFolder } from '../../../adapters/disk.ts'
import { inHome } from '../../../adapters/own-folder.ts'
import { makeSandbox } from '../../../adapters/evaluator/sandbox.ts'
import { packageRoot } from '../../../adapters/package.ts'
import { runProgram } from '../../../adapters/providers/process.ts'
import type { Reply, RuleCheck } from '../../../kernel/task.ts'

export interface AfreshTask {
  text: string
  checks: readonly RuleCheck[]
}

const limitMs = 300_000

export async function measureAfresh(
  root: string,
  env: NodeJS.ProcessEnv,
  { text, checks }: AfreshTask,
  signal: AbortSignal,
): Promise<Reply> {
  const copy = makeSandbox(root, { text, name: artifactFile })
  try {
    const rules = checks.map(({ ruleId, check }) => ({ id: ruleId, description: ruleId, severity: 'warn', check }))
    makeFolder(inHome(copy.cwd)) // in a project of its own: only the copy is measured
    writeFileSync(join(copy.cwd, rulesFile), JSON.stringify({ rules }))
    const end = await runProgram({
      argv: [process.execPath, join(packageRoot, 'bin', 'whet.js'), 'check', artifactFile, '--rules', rulesFile, '--json'],
      cwd: copy.cwd,
      env: Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      input: '',
      maxStdoutBytes: 64 * 1024 * 1024,
      timeoutMs: limitMs,
      signal,
    })
    return { ok: true, value: verdictsOf(new TextDecoder().decode(end.stdout)) }
  } catch (error) {
    return { ok: false, error: { code: 'afresh', message: error instanceof Error ? error.message : String(error) } }
  } finally {
    copy.remove()
  }
}

const rulesFile = 'whet-afresh.rules.json'
const artifactFile = 'whet-afresh.md'

function verdictsOf(stdout: string): object[] {
  const { checked } = JSON.parse(stdout) as { checked: { verdicts: object[] }[] }
  return checked.flatMap(({ verdicts }) => verdicts)
}
