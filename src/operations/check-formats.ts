// Output formats of a check: for people, for machines, for build servers.
import { writeFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { guard, makeFolder } from '../adapters/disk.ts'
import { redactDeep } from '../agents/redact.ts'
import { blotSecrets, findSecrets } from '../lib/secrets.ts'
import { isMissed, sourceOf } from '../report/known-findings.ts'
import { checkText } from '../report/check-text.ts'
import { junit } from '../report/junit.ts'
import { markdown } from '../report/markdown.ts'
import { type Look, plainLook } from '../report/look.ts'
import { sarif } from '../report/sarif.ts'
import { findingsText } from '../report/words.ts'
import { showShare } from '../rules/score.ts'
import { Fault } from '../schema/fault.ts'
import type { Rule } from '../schema/rule.ts'
import type { Verdict } from '../schema/verdict.ts'
import type { Checked } from './check.ts'

export const formats = ['pretty', 'json', 'junit', 'sarif', 'markdown'] as const
export type Format = (typeof formats)[number]

export function render(checked: readonly Checked[], format: Format, look: Look = plainLook): string {
  switch (format) {
    case 'json':
      return JSON.stringify({ passed: checked.every(({ passed }) => passed), checked }, null, 2)
    case 'junit':
      return junit(checked)
    case 'sarif':
      return sarif(checked)
    case 'markdown':
      return markdown(checked.map((each) => ({ ...each, shown: showShare(each.score) })))
    case 'pretty':
      return checkText(
        checked.map((each) => ({ ...each, shown: showShare(each.score) })),
        look,
      )
  }
}

/** The lines of the text that are shown, with keys masked. */
export function concealed({ file, verdicts, told }: Checked, text: string): Pick<Checked, 'verdicts' | 'told' | 'source'> | null {
  const values = findSecrets(text).map(({ start, end }) => text.slice(start, end))
  if (values.length === 0) return null
  const hidden = redactDeep({ verdicts, told }, values)
  return { ...hidden, source: sourceOf(blotSecrets(text), file, verdicts) }
}

const byEnding: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.sarif': 'sarif',
  '.md': 'markdown',
  '.txt': 'pretty',
}

/** Checked before judging, so a wrong format fails at once. */
export function formatOf(file: string): Format {
  const format = byEnding[extname(file).toLowerCase()]
  if (!format)
    throw new Fault('usage', `--report ${file}: the file name doesn't say which format to write`, {
      fix: `Use one of these extensions: ${Object.entries(byEnding)
        .map(([ending, name]) => `${ending} (${name})`)
        .join(', ')}.`,
    })
  return format
}

export function writeReport(checked: readonly Checked[], file: string, cwd: string): void {
  const path = resolve(cwd, file)
  makeFolder(dirname(path))
  const text = render(checked, formatOf(file))
  guard(path, () => writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`))
}

const tokensPerRule = 500

/** The failed rules, in the words a maker is given. */
export function toldOf(rules: readonly Rule[], verdicts: readonly Verdict[], demands: Record<string, string>): Record<string, string> {
  const missed = verdicts.filter(isMissed)
  return Object.fromEntries(
    missed.map(({ ruleId, outcome, message, evidence }) => {
      const rule = rules.find(({ id }) => id === ruleId)
      const told = {
        id: ruleId,
        severity: rule?.severity ?? ('fail' as const),
        outcome,
        message,
        evidence,
        ...(rule && { description: rule.description }),
        ...(demands[ruleId] !== undefined && { demand: demands[ruleId] }),
      }
      return [ruleId, findingsText([told], { tokens: tokensPerRule })]
    }),
  )
}
