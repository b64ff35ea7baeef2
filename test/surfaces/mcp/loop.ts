// A loop an assistant can drive: criteria that code decides, and an assistant that errs once and then does as the critique says.
import type { Connection, Told, User } from './clients.ts'

export const criteria = `max_iterations: 4
thresholds: { A: 0.8, B: 0.9 }
rules:
  - id: a.completeness.sections
    description: Install and Usage sections are there, in this order
    severity: fail
    check: { kind: markdown.sections, required: [Install, Usage], ordered: true }
  - id: b.style.no-placeholders
    description: Nothing is left to be filled in
    severity: fail
    check: { kind: content.placeholders }
`

const drafted = '# tidy\n\n## Usage\n\nRun it.\n'
export const finished = '# tidy\n\n## Install\n\nnpm install tidy\n\n## Usage\n\nRun it.\n'

/** What an assistant answers, by role. */
export const replies: Readonly<Record<string, string>> = {
  plan: JSON.stringify({ plan: ['Name the tool', 'Say how to install it', 'Say how to use it'] }),
  produce: drafted,
  critique: JSON.stringify({
    issues: [
      {
        rule_id: 'a.completeness.sections',
        problem: 'There is no Install section.',
        fix_instruction: 'Add one before Usage.',
        expected_effect: 'Both sections are there.',
      },
    ],
  }),
  refine: finished,
}

export const confirms: User = () => ({ choice: 'confirm' })

export interface Step {
  task: string
  role: string
  expects: string
  schema?: unknown
  prompt: string
}

/** Performs whatever waits until nothing does; the last thing told and the roles performed. */
export async function perform(
  connection: Connection,
  run: string,
  answers: Readonly<Record<string, string>> = replies,
): Promise<{ last: Told; roles: string[] }> {
  const roles: string[] = []
  let told = await connection.tool('next_step', { run })
  for (let turn = 0; turn < 30; turn++) {
    const step = told.value['step'] as Step | undefined
    if (!step) return { last: told, roles }
    roles.push(step.role)
    told = await connection.tool('submit_step', { run, task: step.task, reply: answers[step.role] ?? '' })
    if (told.isError) throw new Error(told.text)
  }
  throw new Error(`thirty steps were not enough: ${roles.join(' ')}`)
}
