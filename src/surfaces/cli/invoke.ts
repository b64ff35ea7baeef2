// Runs one verb from the command line: its schema defines the arguments and options, its operation gives the answer.
import { Command, CommanderError, Option } from 'commander'
import * as z from 'zod'
import type { AnyOperation, Verb } from '../../operations/definition.ts'
import { isInAssistant } from '../../adapters/providers/environment.ts'
import { withoutPhrases } from '../../operations/without-phrases.ts'
import { createWorld, personsPatienceMs } from '../../runtime/create-world.ts'
import { Fault, interrupted } from '../../schema/fault.ts'
import { lookOf, print, printBytes, printJson, ring, talk } from '../terminal.ts'
import type { Taken } from './face.ts'
import type { NamedFace } from './other-commands.ts'
import { terminalPerson } from './person.ts'
import { createProgress } from './progress.ts'

/** One Ctrl-C may arrive several times: from the terminal, and forwarded by npm and by the Node that started us. */
const oneKeyMs = 300

export async function invoke(verb: Verb, workflow: string | undefined, argv: readonly string[]): Promise<number> {
  const operation = (await verb.load()).default
  const parsed = parse(verb.name, workflow, operation, argv)
  if (parsed === null) return 0
  const { input, json } = parsed
  const stop = new AbortController()
  let asked = 0
  const interrupt = () => {
    if (stop.signal.aborted) return Date.now() - asked < oneKeyMs ? undefined : process.exit(interrupted)
    asked = Date.now()
    talk('\nLeaving once the current write is done; press again to leave at once.\n')
    stop.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const progress = createProgress(process.stderr, { quiet: json })
  const world = createWorld({
    person: json ? null : terminalPerson(progress),
    assistant: !process.stderr.isTTY && isInAssistant(process.env),
    signal: stop.signal,
    patienceMs: personsPatienceMs,
    say: progress.say,
    onCommit: progress.onCommit,
    onAsk: progress.onAsk,
    onHeard: progress.onHeard,
    despiteConfig: operation.despiteConfig ?? false,
    bell: ring,
  })
  try {
    if (world.config.problem) progress.say(`Warning: ${world.config.problem.message}. It is ignored here.`)
    const output = await operation.run(input, world)
    progress.end()
    if (json) await printJson(withoutPhrases(output))
    else await tell(operation, output, input)
    return operation.exit?.(output) ?? 0
  } finally {
    progress.end()
    // npm forwards the same Ctrl-C; without a listener it would kill this process.
    if (stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, asked + oneKeyMs - Date.now()))
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await world.close()
  }
}

export async function invokeFace({ name, load }: NamedFace, argv: readonly string[]): Promise<number> {
  const face = (await load()).default
  const parsed = parse(name, undefined, face, argv)
  return parsed === null ? 0 : face.run(parsed.input, parsed.json)
}

function parse(
  verb: string,
  workflow: string | undefined,
  operation: Taken,
  argv: readonly string[],
): { input: Record<string, unknown>; json: boolean } | null {
  const words = `whet ${workflow ? `${workflow} ` : ''}${verb}`
  const fix = `\`${words} --help\` shows how.`
  const command = build(words, operation)
  command.configureOutput({ writeOut: argv.includes('--json') ? () => {} : (text) => void print(text) })
  try {
    command.parse([...argv], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      if (argv.includes('--json'))
        void printJson({
          command: command.name(),
          summary: operation.summary,
          input: z.toJSONSchema(operation.input, { unrepresentable: 'any' }),
          examples: operation.examples ?? [],
        })
      return null
    }
    if (error instanceof CommanderError) throw new Fault('usage', error.message.replace(/^error: /, ''), { fix })
    throw error
  }
  const { json, ...options } = command.opts<Record<string, unknown>>()
  const given: Record<string, unknown> = { ...options, ...(workflow && 'workflow' in operation.input.shape && { workflow }) }
  for (const [index, { name, rest }] of (operation.positional ?? []).entries()) {
    const value = rest ? command.args.slice(index) : command.args[index]
    if (value === undefined || value.length === 0) continue
    given[name] = rest && !isList(operation.input.shape[name]) ? (value as string[]).join(' ') : value
  }
  const read = operation.input.safeParse(given)
  const issue = read.error?.issues[0] ?? blank(given, operation)
  if (!issue) return { input: read.data ?? {}, json: json === true }
  const field = String(issue.path[0] ?? '')
  const shown = operation.positional?.some(({ name }) => name === field) ? `<${field}>` : `--${kebab(field)}`
  throw new Fault('usage', `${shown}: ${given[field] === undefined ? 'is needed' : `${JSON.stringify(given[field])}${misfit(issue)}`}`, {
    fix,
  })
}

type Issue = Pick<z.core.$ZodIssue, 'code' | 'message' | 'path'> &
  Partial<Record<'maximum' | 'minimum' | 'expected', unknown>> & { values?: readonly unknown[] }

/** An empty string isn't a number. */
function blank(given: Record<string, unknown>, { input }: Taken): Issue | undefined {
  const name = Object.keys(given).find((field) => unwrap(input.shape[field] as z.ZodType) instanceof z.ZodNumber && given[field] === '')
  return name === undefined ? undefined : { code: 'invalid_type', expected: 'number', path: [name], message: '' }
}

function misfit({ code, message, maximum, minimum, expected, values }: Issue): string {
  if (code === 'invalid_type') return expected === 'int' ? " isn't a whole number" : ` isn't a ${String(expected)}`
  if (code === 'invalid_value') return ` isn't one of ${values?.join(', ')}`
  if (code === 'too_big') return ` is more than ${String(maximum)}`
  return code === 'too_small' ? ` is less than ${String(minimum)}` : `: ${message}`
}

function build(words: string, operation: Taken): Command {
  const command = new Command(words)
    .description(operation.summary)
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => {} })
  const { shape } = operation.input
  for (const { name, rest } of operation.positional ?? []) {
    const required = !(shape[name] as z.ZodType).safeParse(undefined).success
    const word = `${kebab(name)}${rest ? '...' : ''}`
    command.argument(required ? `<${word}>` : `[${word}]`, describe(shape[name]))
  }
  for (const [name, field] of Object.entries(shape) as [string, z.ZodType][]) {
    const meta = metaOf(field)
    if (meta['hidden'] || operation.positional?.some((position) => position.name === name)) continue
    command.addOption(option(name, field, meta))
  }
  command.option('--json', 'print one JSON document')
  if (operation.examples) command.addHelpText('after', `\nExamples:\n${operation.examples.map(folded).join('\n')}`)
  return command
}

/** An example on lines that fit 80 columns and that a shell reads as one. */
const folded = (line: string) => `  ${line.replaceAll(/(?=.{79})(.{1,74}) (?=[-"<])/g, '$1 \\\n    ')}`

function option(name: string, field: z.ZodType, meta: Record<string, unknown>): Option {
  const inner = unwrap(field)
  const flag = flagOf(name, field)
  const value = String(meta['value'] ?? name)
  if (inner instanceof z.ZodBoolean) return new Option(flag, describe(field))
  if (inner instanceof z.ZodArray)
    return new Option(`${flag} <${value}${meta['variadic'] ? '...' : ''}>`, describe(field)).argParser(
      (word: string, before: string[] | undefined) => [...(before ?? []), word],
    )
  const made = new Option(`${meta['formerly'] ? `--${String(meta['formerly'])}, ` : ''}${flag} <${value}>`, describe(field))
  return inner instanceof z.ZodEnum ? made.choices(inner.options.map(String)) : made
}

/** Options that are on by default are turned off by their flag. */
export const flagOf = (name: string, field: z.ZodType) =>
  `--${unwrap(field) instanceof z.ZodBoolean && field.safeParse(undefined).data === true ? 'no-' : ''}${kebab(name)}`

export function unwrap(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? unwrap(field.unwrap() as z.ZodType) : field
}

const isList = (field: unknown) => unwrap(field as z.ZodType) instanceof z.ZodArray
const metaOf = (field: unknown): Record<string, unknown> => (field as z.ZodType).meta() ?? {}
const describe = (field: unknown) => String(metaOf(field)['description'] ?? '')
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The answer for people, or its exact bytes if requested. */
function tell(operation: AnyOperation, output: unknown, input: Record<string, unknown>): Promise<void> {
  const answer = operation.text(output, input, lookOf(process.stdout, Date.now()))
  if (operation.exact?.(input)) return printBytes(answer)
  return print(answer.endsWith('\n') ? answer : `${answer}\n`)
}
