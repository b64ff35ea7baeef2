// Checks on error handling in code: no error is swallowed, and events are logged.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, fail, judge, notApplicable } from '../check.ts'
import { codeOf } from '../reading/code.ts'
import type { Code, Language } from '../reading/code.ts'
import { unfit } from '../reading/document.ts'
import { plural } from '../reading/lines.ts'
import { evidence } from './code-shape.ts'

export const codeErrorHandling = defineCheck({
  kind: 'code.error-handling',
  summary: 'No error is caught and dropped. (Whether every failure that can happen is handled is for a judge.)',
  version: '2',
  params: z.strictObject({}),
  demands: () => 'drops no error: every catch handles what it caught, logs it or throws it on',
  needs: ['syntax'],
  async run({ artifact, syntax }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const code = (await codeOf(artifact, syntax)).filter((each) => swallowed[each.language])
    if (code.length === 0) return notApplicable('there is no code in a language whose error handling whet knows')
    const problems = code.flatMap((each) =>
      (swallowed[each.language] ?? []).flatMap(({ pattern, message }) =>
        matches(each, pattern).map((at) => evidence(each, artifact, at, message, 'the error is handled, logged or thrown on')),
      ),
    )
    return judge(
      problems,
      `no error is swallowed in ${plural(code.length, 'piece')} of code`,
      (count) => `${plural(count, 'error is', 'errors are')} swallowed`,
    )
  },
})

export const codeLogging = defineCheck({
  kind: 'code.logging',
  summary: 'The code logs through a logger, and no debugging output is left in it.',
  version: '2',
  params: z.strictObject({
    /** Names of log functions besides the usual ones. */
    loggers: z.array(z.string().regex(/^[\w.]+$/, 'expected a name such as audit.write')).default([]),
  }),
  demands: ({ loggers }) =>
    `logs through a logger (logger.info, log.warn, logging.error and the like${loggers.length > 0 ? `, or ${loggers.join(', ')}` : ''}) and leaves no debugging output in`,
  needs: ['syntax'],
  async run({ params, artifact, syntax }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const code = (await codeOf(artifact, syntax)).filter((each) => each.language !== 'shell')
    if (code.length === 0) return notApplicable('there is no code')
    const problems: Finding[] = code.flatMap((each) =>
      (leftOver[each.language] ?? []).flatMap((pattern) =>
        matches(each, pattern).map((at) => evidence(each, artifact, at, 'debugging output is left in', 'a call of a logger, or nothing')),
      ),
    )
    const own = params.loggers.map((name) => `${name}(`)
    const logs = code.some((each) => logCall.test(each.bare) || own.some((name) => each.bare.includes(name)))
    if (!logs && problems.length === 0)
      return fail('nothing is logged', [
        { message: 'no call of a logger was found', expected: 'such as logger.info(…), log.warn(…), logging.error(…)', actual: 'none' },
      ])
    return judge(problems, 'logs through a logger', (count) => `${plural(count, 'piece')} of debugging output left`)
  },
})

interface Swallow {
  pattern: RegExp
  message: string
}

// Strings and comments are blank here, so a block with only a comment counts as empty.
const braces: readonly Swallow[] = [
  { pattern: /\bcatch\s{0,9}(?:\([^()]{0,200}\)\s{0,9})?\{\s{0,500}\}/g, message: 'a caught error is dropped' },
]
const script: readonly Swallow[] = [
  ...braces,
  {
    pattern: /\.catch\(\s{0,9}(?:\(\s{0,9}\w{0,40}\s{0,9}\)|\w{1,40})\s{0,9}=>\s{0,9}(?:\{\s{0,500}\}|undefined|null)\s{0,9}\)/g,
    message: 'a rejected promise is dropped',
  },
]
const swallowed: Partial<Record<Language, readonly Swallow[]>> = {
  typescript: script,
  javascript: script,
  java: braces,
  kotlin: braces,
  csharp: braces,
  php: braces,
  swift: [...braces, { pattern: /\btry\?\s/g, message: 'an error becomes nil' }],
  python: [
    { pattern: /^[ \t]*except[^:\n]{0,200}:\s{0,200}(?:pass|\.\.\.)[ \t]*$/gm, message: 'a caught error is dropped' },
    { pattern: /^[ \t]*except[ \t]*:/gm, message: 'a bare except catches everything' },
  ],
  ruby: [{ pattern: /^[ \t]*rescue[^\n]{0,200}\n\s{0,200}end\b/gm, message: 'a caught error is dropped' }],
  go: [
    { pattern: /\bif err != nil \{\s{0,500}\}/g, message: 'an error is dropped' },
    { pattern: /^[ \t]*_(?:, _)* (?:=|:=) \w[\w.]{0,80}\(/gm, message: 'a result is discarded together with its error' },
  ],
  rust: [{ pattern: /\.unwrap\(\)/g, message: 'an error ends the program' }],
}

const leftOver: Partial<Record<Language, readonly RegExp[]>> = {
  typescript: [/\bconsole\.(?:log|debug|trace)\(/g, /^[ \t]*debugger\b/gm],
  javascript: [/\bconsole\.(?:log|debug|trace)\(/g, /^[ \t]*debugger\b/gm],
  python: [/(?<![\w.])print\(/g, /\bbreakpoint\(\)|\bpdb\.set_trace\(/g],
  go: [/\bfmt\.Print(?:ln|f)?\(/g],
  rust: [/\bdbg!\(|(?<!e)println!\(/g],
  java: [/\bSystem\.out\.print/g, /\.printStackTrace\(/g],
  csharp: [/\bConsole\.Write(?:Line)?\(/g],
  php: [/\bvar_dump\(|\bprint_r\(/g],
  ruby: [/^[ \t]*(?:puts|pp?) /gm, /\bbinding\.pry\b/g],
}

const logCall =
  /\b(?:log|logger|logging|slog|zap|tracing|winston|pino|_?logger)\s{0,3}(?:\.|::)\s{0,3}\w+\s{0,3}[(!]|\bconsole\.(?:error|warn|info)\(|\b(?:trace|debug|info|warn|error)!\(|\blog\.(?:Printf?|Println|Fatalf?)\(|\b(?:Rails|this|self|app|ctx|request|req)\.(?:log|logger)\b|\bNSLog\(|\bos_log\(|\berror_log\(|\bsyslog\(/i

function matches(code: Code, pattern: RegExp): number[] {
  return [...code.bare.matchAll(pattern)].map((match) => match.index + match[0].length - match[0].trimStart().length)
}
