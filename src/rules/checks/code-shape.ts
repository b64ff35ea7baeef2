// Checks on what code exports and how it is organised: files, exports, types, conventions.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, fail, judge, notApplicable } from '../check.ts'
import type { Artifact } from '../check.ts'
import { codeOf } from '../reading/code.ts'
import type { Code } from '../reading/code.ts'
import { unfit } from '../reading/document.ts'
import { exportsOf } from '../reading/exports.ts'
import { fencesOf } from '../reading/extract.ts'
import { lineStarts, plural, positionIn, quoted, shorten } from '../reading/lines.ts'
import { oncePer } from '../reading/once-per.ts'

export const codeFiles = defineCheck({
  kind: 'code.files',
  summary: 'Each code fence names its file (file=<path>), inside the project and only once, and the required files are there.',
  version: '1',
  params: z.strictObject({ required: z.array(z.string().min(1)).default([]) }),
  demands: ({ required }) =>
    `marks every code fence with its file (file=<path>), inside the project and each once${required.length > 0 ? `, among them ${quoted(required)}` : ''}`,
  run({ params, artifact }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const fences = fencesOf(artifact)
    const seen = new Set<string>()
    const problems: Finding[] = []
    for (const { file, line } of fences) {
      const location = { file: artifact.name, line }
      if (file === undefined)
        problems.push({ message: "a code fence doesn't name its file", expected: 'file=<path> after the language', location })
      else if (/^(?:[/~\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file))
        problems.push({ message: `${file} is outside the project`, expected: 'a path inside the project', quote: file, location })
      else if (seen.has(file)) problems.push({ message: `${file} is given twice`, expected: 'each file once', quote: file, location })
      if (file !== undefined) seen.add(file)
    }
    for (const path of params.required)
      if (!seen.has(path))
        problems.push({
          message: `no code fence for ${path}${didYouMean(path, seen)}`,
          expected: `a code fence with file=${path}`,
          actual: quoted([...seen]) || 'no files',
        })
    if (fences.length === 0) return fail('the text has no code fences', problems)
    return judge(problems, `${plural(seen.size, 'file')} named`, (count) => `${plural(count, 'problem')} with the files`)
  },
})

export const codeExports = defineCheck({
  kind: 'code.exports',
  summary: 'The code exports each required name.',
  version: '2',
  params: z.strictObject({ names: z.array(z.string().min(1)).min(1) }),
  demands: ({ names }) => `exports ${quoted(names)}`,
  needs: ['syntax'],
  async run({ params, artifact, syntax }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const code = await codeOf(artifact, syntax)
    if (code.length === 0) return fail('there is no code')
    const offered = new Set(code.flatMap(exportsOf))
    const missing = params.names
      .filter((name) => !offered.has(name))
      .map((name) => ({
        message: `${name} isn't exported${didYouMean(name, offered)}`,
        expected: `an export ${name}`,
        actual: quoted([...offered].slice(0, 20)) || 'no exports',
      }))
    return judge(
      missing,
      `${plural(params.names.length, 'required export')} present`,
      (count) => `${plural(count, 'required export')} missing`,
    )
  },
})

export const codeTypes = defineCheck({
  kind: 'code.types',
  summary: 'TypeScript without any and without silenced errors; Python functions with annotated parameters and results.',
  version: '2',
  params: z.strictObject({}),
  demands: () => 'has TypeScript without any and without silenced errors, and Python functions with types for parameters and results',
  needs: ['syntax'],
  async run({ artifact, syntax }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const typed = (await codeOf(artifact, syntax)).filter((code) => code.language === 'typescript' || code.language === 'python')
    if (typed.length === 0) return notApplicable('there is no TypeScript or Python')
    const problems = typed.flatMap((code) =>
      code.language === 'python' ? untypedPython(code, artifact) : untypedTypeScript(code, artifact),
    )
    return judge(problems, `${plural(typed.length, 'piece')} of code typed`, (count) => `${plural(count, 'gap')} in the types`)
  },
})

export const codeConventions = defineCheck({
  kind: 'code.conventions',
  summary: "One indentation style per file, no trailing white space, no overlong lines, and function names in the language's style.",
  version: '2',
  params: z.strictObject({ max_line: z.int().min(40).max(1000).default(120) }),
  demands: ({ max_line }) =>
    `indents each file one way, has no trailing white space and no line over ${max_line} characters, and names functions as the language does (camelCase, in Python snake_case)`,
  needs: ['syntax'],
  async run({ params, artifact, syntax }) {
    const refused = unfit(artifact)
    if (refused) return refused
    const code = await codeOf(artifact, syntax)
    if (code.length === 0) return notApplicable('there is no code')
    const problems = code.flatMap((each) => layoutProblems(each, artifact, params.max_line))
    return judge(
      problems,
      `${plural(code.length, 'piece')} of code follow the conventions`,
      (count) => `${plural(count, 'breach', 'breaches')} of conventions`,
    )
  },
})

function untypedTypeScript(code: Code, artifact: Artifact): Finding[] {
  return [
    ...hits(
      code,
      artifact,
      code.bare,
      /(?::\s{0,9}|\bas\s{1,9}|<\s{0,9}|[|&]\s{0,9}|,\s{0,9})any\b(?!\s{0,9}[:(=])/g,
      'the type any',
      'a type of its own',
    ),
    ...hits(
      code,
      artifact,
      code.text,
      /(?:\/\/|\/\*)\s{0,9}@ts-(?:ignore|nocheck|expect-error)/g,
      'a type error is silenced',
      'the error fixed',
    ),
  ]
}

function untypedPython(code: Code, artifact: Artifact): Finding[] {
  return [...code.bare.matchAll(/^[ \t]*(?:async )?def (\w+)\(([^()]{0,2000})\)\s{0,20}(->)?/gm)].flatMap((match) => {
    const [, name = '', parameters = '', arrow] = match
    const bare = parameters
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !/^(?:self|cls|\*|\/)$/.test(part) && !part.includes(':'))
    const missing = [
      ...(bare.length > 0 ? [`parameter ${bare.map((part) => part.split('=')[0]?.trim()).join(', ')}`] : []),
      ...(arrow || name === '__init__' ? [] : ['result']),
    ]
    return missing.length === 0
      ? []
      : [
          evidence(
            code,
            artifact,
            match.index + match[0].length - match[0].trimStart().length,
            `${name}: no type for ${missing.join(' and ')}`,
            `a type for ${missing.join(' and ')}`,
          ),
        ]
  })
}

function layoutProblems(code: Code, artifact: Artifact, maxLine: number): Finding[] {
  const lines = code.text.split('\n').map((line) => line.replace(/\r$/, ''))
  const place = (index: number) => ({ file: artifact.name, line: code.above + index + 1 })
  const tabs = lines.findIndex((line) => line.startsWith('\t'))
  const spaces = lines.findIndex((line) => line.startsWith('  ') && !/^ +\*/.test(line))
  const problems: Finding[] = []
  if (tabs !== -1 && spaces !== -1)
    problems.push({
      message: 'indented with tabs here and with spaces elsewhere',
      expected: 'one of the two throughout',
      location: place(Math.max(tabs, spaces)),
    })
  lines.forEach((line, index) => {
    if (line.length > maxLine)
      problems.push({
        message: `the line has ${line.length} characters, at most ${maxLine} expected`,
        expected: `at most ${maxLine} characters`,
        actual: `${line.length}`,
        location: place(index),
      })
    if (/[ \t]$/.test(line)) problems.push({ message: 'white space at the end of the line', expected: 'none', location: place(index) })
  })
  const naming =
    code.language === 'python'
      ? { pattern: /\bdef ([A-Za-z]\w*)/g, style: 'snake_case', wrong: /[a-z][A-Z]/ }
      : code.language === 'javascript' || code.language === 'typescript'
        ? { pattern: /\bfunction\s{1,9}([A-Za-z]\w*)/g, style: 'camelCase', wrong: /[a-z]_[a-z]/ }
        : undefined
  for (const match of naming ? code.bare.matchAll(naming.pattern) : []) {
    if (naming?.wrong.test(match[1] ?? ''))
      problems.push(evidence(code, artifact, match.index, `the function ${match[1]} isn't in ${naming.style}`, `a name in ${naming.style}`))
  }
  return problems
}

function hits(code: Code, artifact: Artifact, text: string, pattern: RegExp, message: string, expected: string): Finding[] {
  return [...text.matchAll(pattern)].map((match) => evidence(code, artifact, match.index, message, expected))
}

/** Translates places in a piece of code to places in its artifact. */
export function evidence(code: Code, artifact: Artifact, offset: number, message: string, expected: string): Finding {
  const starts = startsOf(code)
  const { line, column } = positionIn(starts, offset)
  const quote = shorten(code.text.slice(starts[line - 1], starts[line]))
  return { message, expected, quote, location: { file: artifact.name, line: line + code.above, column } }
}

const startsOf = oncePer((code: Code) => lineStarts(code.text))
