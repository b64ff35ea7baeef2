// Runs markdownlint on a markdown text, as the rule's author configured it.
import type { LintError } from 'markdownlint'
import { lint as runLint } from 'markdownlint/sync'
import * as z from 'zod'
import { checkError, defineCheck, judge } from '../check.ts'
import { plural, shorten } from '../reading/lines.ts'
import { readable } from '../reading/readable.ts'

export const lint = defineCheck({
  kind: 'markdown.lint',
  summary: "The text keeps markdownlint's rules: the ones named, or with `default: true` all but those switched off.",
  version: '1',
  params: z
    .strictObject({
      default: z.boolean().default(false),
      rules: z.record(z.string().min(1), z.union([z.boolean(), z.record(z.string(), z.json())])).default({}),
    })
    .refine(
      (params) => params.default || Object.values(params.rules).some((rule) => rule !== false),
      'name at least one rule, or set default: true',
    ),
  demands: ({ default: all, rules }) => {
    const on = Object.entries(rules).flatMap(([name, setting]) =>
      setting === false ? [] : [setting === true ? name : `${name} ${JSON.stringify(setting)}`],
    )
    const off = Object.keys(rules).filter((name) => rules[name] === false)
    return `keeps markdownlint's ${[...(all ? ['default rules'] : []), ...on].join(', ')}${off.length > 0 ? `, but for ${off.join(', ')}` : ''}`
  },
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const strange = Object.keys(params.rules).filter((name) => !isRule(name))
      if (strange.length > 0) return checkError(`markdownlint has no rule ${strange.map((name) => JSON.stringify(name)).join(', ')}`)
      const results = runLint({
        strings: { artifact: artifact.text },
        config: { ...params.rules, default: params.default },
        noInlineConfig: true, // the text under judgement must not switch rules off
      })
      const problems = (results['artifact'] ?? []).map((error) => ({
        ...toldBy(error),
        ...(error.errorContext && { quote: shorten(error.errorContext) }),
        location: { file: artifact.name, line: error.lineNumber, ...(error.errorRange && { column: error.errorRange[0] ?? 1 }) },
      }))
      return judge(problems, 'markdownlint found nothing', (count) => `${plural(count, 'markdownlint finding')}`)
    }),
})

/** Many of its details read "Expected: 1; Actual: 0; Below"; otherwise only the rule's description is known. */
function toldBy({ ruleNames, ruleDescription, errorDetail }: LintError): { message: string; expected: string; actual?: string } {
  const told = /^Expected: (.*?)(?:; Actual: (.*?)(?:; (.+))?)?$/s.exec(errorDetail ?? '')
  const more = told ? told[3]?.toLowerCase() : errorDetail
  return {
    message: `${ruleNames.slice(0, 2).join(' ')}: ${ruleDescription}${more ? ` (${shorten(more, 120)})` : ''}`,
    expected: told ? shorten(told[1] ?? '') : ruleDescription,
    ...(told?.[2] && { actual: shorten(told[2]) }),
  }
}

/** The library doesn't list its rules, but rejects a custom rule with one of their names. */
function isRule(name: string): boolean {
  const probe = { names: [name], description: 'probe', tags: ['probe'], parser: 'none' as const, function: () => {} }
  try {
    runLint({ strings: {}, customRules: [probe] })
    return false
  } catch {
    return true
  }
}
