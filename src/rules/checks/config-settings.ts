// Checks on what a configuration sets: mandatory keys, environment variables, defaults, comments.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, fail, judge, notApplicable, pass } from '../check.ts'
import type { Artifact } from '../check.ts'
import { configText } from '../reading/config-lines.ts'
import type { ConfigLine } from '../reading/config-lines.ts'
import { documentParams, documentText, findSources, parseSource, unfit } from '../reading/document.ts'
import { plural, quoted } from '../reading/lines.ts'
import { isRecord } from '../reading/parsed.ts'
import { lookUp, pathOf } from '../reading/pointer.ts'

export const configRequired = defineCheck({
  kind: 'config.required',
  summary: 'Each mandatory key (a dotted path such as server.port, or a JSON pointer) is set in one of the documents.',
  version: '1',
  params: z.strictObject({ ...documentParams, keys: z.array(z.string().min(1)).min(1) }),
  demands: (params) => `sets ${quoted(params.keys)} (${documentText(params)})`,
  run({ params, artifact }) {
    const found = findSources(artifact, params)
    if ('result' in found) return found.result
    const values: unknown[] = []
    for (const source of found.sources) {
      const read = parseSource(source, artifact)
      if ('problem' in read) return fail(`the ${source.format} can't be read: ${read.problem.message}`, [read.problem])
      values.push(read.document.value)
    }
    const known = values.flatMap((value) => dottedKeys(value))
    const missing = params.keys
      .filter((key) => !values.some((value) => isSet(value, key)))
      .map((key) => ({
        message: `${key} isn't set${didYouMean(
          key,
          known.filter((each) => each !== key),
        )}`,
        expected: `a value for ${key}`,
        actual: 'nothing',
        location: { file: artifact.name },
      }))
    return judge(missing, `${plural(params.keys.length, 'mandatory key')} set`, (count) => `${plural(count, 'mandatory key')} missing`)
  },
})

export const configEnvVars = defineCheck({
  kind: 'config.env-vars',
  summary: 'Each environment variable that is set or used is explained in a comment next to it or in the text around the configuration.',
  version: '1',
  params: z.strictObject({ ignore: z.array(z.string().min(1)).default([]) }),
  demands: ({ ignore }) =>
    `explains every environment variable that it sets or uses, by a comment on its line or in the text around${ignore.length > 0 ? `; ${quoted(ignore)} need none` : ''}`,
  run({ params, artifact }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const { lines, prose } = configText(artifact)
    const explained = new Set([...prose.matchAll(/\b[A-Z][A-Z0-9_]{2,99}\b/g)].map((match) => match[0]))
    const first = new Map<string, ConfigLine>()
    for (const line of lines) {
      for (const name of variablesIn(line)) {
        if (line.comment !== '') explained.add(name)
        if (!first.has(name) && !params.ignore.includes(name)) first.set(name, line)
      }
    }
    if (first.size === 0) return notApplicable('no environment variable is set or used')
    const problems = [...first]
      .filter(([name]) => !explained.has(name))
      .map(([name, line]) => at(artifact, line, `${name} isn't explained`, `a comment next to ${name}, or an explanation in the text`))
    return judge(
      problems,
      `${plural(first.size, 'environment variable')} explained`,
      (count) => `${count} of ${plural(first.size, 'environment variable')} not explained`,
    )
  },
})

export const configDefaults = defineCheck({
  kind: 'config.defaults',
  summary: 'Each setting has a value or a default; one that must come from outside says so.',
  version: '1',
  params: z.strictObject({}),
  demands: () =>
    'gives every setting a value or a default; what must come from outside is marked so (required, optional, secret) in a comment',
  run({ artifact }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const { lines } = configText(artifact)
    if (lines.length === 0) return fail('there is no configuration to look at')
    const set = new Set(lines.flatMap((line) => /^\s*(?:export\s+|-\s+)?([A-Z][A-Z0-9_]+)\s*[=:]\s*\S/.exec(line.text)?.[1] ?? []))
    const problems: Finding[] = []
    lines.forEach((line, index) => {
      if (givenFromOutside.test(line.comment)) return
      for (const [, name = '', rest = ''] of line.text.matchAll(/\$\{([A-Za-z_]\w*)([^}]{0,200})\}/g)) {
        if (!/^:?[-=+?]/.test(rest) && !set.has(name) && !secretName.test(name))
          problems.push(at(artifact, line, `\${${name}} has no default`, `\${${name}:-<default>}, or a comment that says it is required`))
      }
      const empty = emptySetting(line, lines[index + 1])
      if (empty && !secretName.test(empty))
        problems.push(at(artifact, line, `${empty} has no value`, 'a value, or a comment that says it is required'))
    })
    return judge(problems, 'every setting has a value or a default', (count) => `${plural(count, 'setting')} without a default`)
  },
})

export const configComments = defineCheck({
  kind: 'config.comments',
  summary: 'Enough of the top-level settings are explained, by a comment or in the text around the configuration.',
  version: '1',
  params: z.strictObject({ coverage: z.number().min(0).max(1).default(0.5) }),
  demands: ({ coverage }) =>
    `explains at least ${Math.round(coverage * 100)}% of its top-level settings, by a comment or in the text around`,
  run({ params, artifact }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const { lines, prose } = configText(artifact)
    // A JSON file has no comments; inside a document, the surrounding text can explain it.
    const settings = lines.flatMap((line) => {
      const name = (
        line.lang === 'json' ? /^ {1,4}"([^"]{1,200})"\s*:/ : /^(?:export\s+)?["']?([\w.$/-]+)["']?\s*(?:[=:]|$)|^\[+([^\]]{1,200})\]+/
      ).exec(line.text)
      const found = name?.[1] ?? name?.[2]
      return found && (line.lang !== 'json' || prose.trim() !== '') ? [{ name: found, line }] : []
    })
    if (settings.length === 0) return notApplicable('nothing here can carry a comment')
    const words = new Set(prose.match(/[\w.$/-]+/g) ?? [])
    const bare = settings.filter(({ name, line }) => line.comment === '' && !words.has(name))
    const share = (settings.length - bare.length) / settings.length
    const message = `${settings.length - bare.length} of ${plural(settings.length, 'top-level setting')} explained, ${Math.round(params.coverage * 100)}% expected`
    return share >= params.coverage
      ? pass(message)
      : fail(
          message,
          bare.map(({ name, line }) =>
            at(artifact, line, `${name} isn't explained`, `a comment on ${name}, or an explanation in the text`),
          ),
        )
  },
})

const secretName = /SECRET|PASSW|TOKEN|KEY|CREDENTIAL/i
const givenFromOutside = /required|must be (?:set|given|provided)|mandatory|optional|secret|leave empty/i

/** Names set or used: KEY=…, `- KEY: …`, `- name: KEY`, ${KEY}, process.env.KEY. */
function variablesIn({ text }: ConfigLine): string[] {
  const names = [
    ...text.matchAll(/\$\{([A-Z][A-Z0-9_]{1,99})|\b(?:process\.env\.|ENV\[["']|getenv\(["']|environ\[["'])([A-Z][A-Z0-9_]{1,99})/g),
  ].flatMap((match) => match[1] ?? match[2] ?? [])
  const set = /^\s*(?:export\s+|-\s+|ENV\s+|ARG\s+)?(?:name:\s*)?["']?([A-Z][A-Z0-9_]{2,99})["']?\s*(?:[=:]|$)/.exec(text)?.[1]
  return set === undefined ? names : [set, ...names]
}

/** The name of an empty setting: KEY= or a YAML key with nothing below it. */
function emptySetting(line: ConfigLine, next: ConfigLine | undefined): string | undefined {
  const assigned = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(?:""|'')?$/.exec(line.text)?.[1]
  if (assigned) return assigned
  if (line.lang !== 'yaml' && line.lang !== 'yml') return undefined
  const key = /^\s*(?:- )?([\w.-]+):$/.exec(line.text)?.[1]
  const followed =
    next !== undefined && next.line > line.line && (next.indent > line.indent || (next.indent === line.indent && /^\s*- /.test(next.text)))
  return key && !followed ? key : undefined
}

function isSet(value: unknown, key: string): boolean {
  const paths = [pathOf(key) ?? key.split('.'), [key]]
  return paths.some((path) => {
    const found = lookUp(value, path)
    return found.present && found.value !== null && found.value !== ''
  })
}

function dottedKeys(value: unknown, prefix = ''): string[] {
  if (!isRecord(value) || prefix.split('.').length > 6) return []
  return Object.entries(value)
    .slice(0, 200)
    .flatMap(([key, inner]) => [`${prefix}${key}`, ...dottedKeys(inner, `${prefix}${key}.`)])
}

function at(artifact: Artifact, line: ConfigLine, message: string, expected: string): Finding {
  return { message, expected, quote: line.text.trim().slice(0, 160), location: { file: artifact.name, line: line.line } }
}
