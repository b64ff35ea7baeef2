// Sets up a loop with a person: quickly if the task says enough, by questions otherwise; or from a file without questions.
import { sectionOf } from '../../../schema/config.ts'
import { settings } from '../settings.ts'
import { resolve } from 'node:path'
import { readArtifactFile } from '../../../adapters/text-file.ts'
import type { OpenRun } from '../../../kernel/commit.ts'
import { sha256 } from '../../../lib/hash.ts'
import { parseRules } from '../../../rules/load.ts'
import { parseText } from '../../../rules/reading/document.ts'
import { formatOfName } from '../../../rules/reading/extract.ts'
import { isRecord } from '../../../rules/reading/parsed.ts'
import { fill } from '../../../rules/template.ts'
import { type TaskType, taskTypes, templates } from '../templates/templates.ts'
import { artifactKinds } from '../../../schema/artifact.ts'
import { Fault } from '../../../schema/fault.ts'
import { fallback, normaliseCriteria } from '../criteria.ts'
import { gateFacts } from '../gate.ts'
import { type RuleTemplate, detectType, draftCriteria, inferIdealResult, inferIterations } from '../draft.ts'
import { answerOpen } from '../../../operations/answer.ts'
import { rulesFault } from '../../../operations/check.ts'
import reflex from '../index.ts'
import type { ReflexState } from '../state.ts'
import type { Drafted } from './from.ts'
import { changes, limit, share } from './change-rules.ts'
import type { NewInput } from './new.ts'
import type { Person, World } from '../../../operations/world.ts'

export async function draftFor(world: World, input: NewInput & { task: string }, judge: boolean, before: Drafted | null): Promise<Drafted> {
  if (input.criteria) {
    const { confirmedBy, ...read } = await fromFile(world, input.criteria, input)
    return { ...read, ...(confirmedBy && !input.draft && { confirmedBy }) }
  }
  if (!world.person && !input.draft) {
    throw new Fault('needs_person', 'success criteria and the iteration limit need confirmation, but there is no person here to ask', {
      fix: 'Give --criteria <file> with rules and max_iterations, which confirms both, or use --draft and confirm later with `whet answer`.',
      data: { needs: ['criteria', 'max_iterations'], draft: draftFacts(input, world) },
    })
  }
  if (before && !input.type && !input.set && !input.mandatory) return again(before, input)
  const type = input.type ?? detectType(input.task)
  const ideal = input.ideal ?? inferIdealResult(input.task)
  if ((type && ideal) || !world.person) return quick(input, world, type ?? 'other', ideal ?? input.task)
  world.say("The task alone doesn't say enough, so here are a few questions.")
  return ask(world.person, input, world, judge)
}

/** The criteria of the run it continues from, with overrides; they are confirmed again too. */
function again(
  { criteria, maxIterations, type, idealResult, kind }: Drafted,
  { thresholdA, thresholdB, maxIterations: limited, ideal }: NewInput,
): Drafted {
  const { A, B } = criteria.phase
  return {
    criteria: {
      ...criteria,
      phase: { A: { ...A, threshold: thresholdA ?? A.threshold }, B: { ...B, threshold: thresholdB ?? B.threshold } },
    },
    maxIterations: limited ?? maxIterations,
    type,
    idealResult: ideal ?? idealResult,
    ...(kind && { kind }),
  }
}

/** Shows the draft and asks for both confirmations; any change goes through the same gate. */
export async function confirmDraft(world: World, open: OpenRun<ReflexState>): Promise<void> {
  const { person } = world
  if (!person) return
  for (let shown = ''; ;) {
    const next = reflex.next(open.state.state)
    if (!('ask' in next)) return
    const { facts, question, choices } = next.ask
    const draft = gateFacts(next.ask)
    if (draft !== shown) person.show(draft)
    shown = draft
    const undecided = facts['cannot_be_decided'] as { severity: string }[] | undefined
    const hopeless = undecided?.some(({ severity }) => severity === 'fail') ?? false
    const offered = undecided
      ? choices.filter(({ name }) => (name === 'confirm' ? !hopeless : name === 'drop' || name === 'downgrade' ? hopeless : true))
      : choices
    const choice = await person.choose(
      question,
      offered.map(({ name, means }) => ({ value: name, label: name, hint: means })),
    )
    try {
      await answerOpen(world, open, reflex, choice === 'change' ? { choice, data: await changes(person, facts) } : { choice })
    } catch (error) {
      if (!(error instanceof Fault) || (error.code !== 'refused' && error.code !== 'invalid')) throw error
      person.show(error.message) // nothing was accepted: ask again
    }
  }
}

function quick(input: NewInput & { task: string }, world: World, type: TaskType, idealResult: string): Drafted {
  const thresholds = {
    ...(input.thresholdA !== undefined && { A: input.thresholdA }),
    ...(input.thresholdB !== undefined && { B: input.thresholdB }),
  }
  const criteria = draftCriteria({
    template: templateOf(type, answersOf(input.set)),
    thresholds,
    ...(input.mandatory && { mandatory: input.mandatory }),
    ...(input.prefer && { preferences: input.prefer }),
    ...((type === 'other' || input.ideal) && { idealResult }),
  })
  return { criteria, maxIterations: iterationsFor(input, world), type, idealResult }
}

async function ask(person: Person, input: NewInput & { task: string }, world: World, judge: boolean): Promise<Drafted> {
  const guess = input.type ?? detectType(input.task)
  const type = await person.choose(
    'What kind of artifact?',
    taskTypes.map((value) => ({ value, label: value, ...(value === guess && { hint: 'guessed from the task' }) })),
  )
  const idealResult = await person.text('What does the ideal result look like?', { initial: input.ideal ?? '' })
  const mandatory = await lines(person, 'Rules that must hold (tests, schema, requirements; "$ <command>" for a command)', input.mandatory)
  const answers = answersOf(input.set)
  for (const { name, ask: question, many } of templates[type].settings)
    answers[name] ??= many
      ? await lines(person, question)
      : [await person.text(`${question} (empty: leave it to a judge)`, { optional: true })].filter(Boolean)
  const template = templateOf(type, answers)
  const base = template.thresholds
  const thresholdA = await share(person, `Threshold of level A`, input.thresholdA ?? base.A)
  const thresholdB = await share(person, `Threshold of level B`, input.thresholdB ?? base.B)
  const maxIterations = await limit(person, iterationsFor(input, world))
  const majorIssue = await person.text('What counts as a major issue? (empty: a failed fail rule)', { optional: true })
  if (!judge)
    world.say(
      'No judge is configured: you can drop or downgrade rules that only a judge can decide, or let the maker write checks for those in words.',
    )
  const criteria = draftCriteria({
    template,
    thresholds: { A: thresholdA, B: thresholdB },
    mandatory,
    ...(idealResult && { idealResult }),
    ...(majorIssue && { majorIssue }),
    ...(input.prefer && { preferences: input.prefer }),
  })
  return { criteria, maxIterations, type, idealResult }
}

async function fromFile(world: World, file: string, input: NewInput & { task: string }): Promise<Drafted> {
  const text = readArtifactFile(resolve(world.cwd, file), file)
  const checked = await parseRules(text, file, await world.catalog())
  const read = parseText(text, formatOfName(file) === 'json' ? 'json' : 'yaml')
  if (!read.ok || !isRecord(read.value)) throw rulesFault(file, 'problems' in checked ? checked.problems : [])
  const raw = read.value
  const missing = ['rules', 'max_iterations'].filter((key) => raw[key] === undefined)
  if (missing.length > 0)
    throw new Fault('needs_person', `${file} has no ${missing.join(' and ')}, so it can't replace both confirmations`, {
      fix: 'Add what is missing: a criteria file needs rules and max_iterations.',
      data: { needs: missing },
    })
  const normal = normaliseCriteria({ rules: raw['rules'], thresholds: raw['thresholds'], max_iterations: raw['max_iterations'] })
  if ('problems' in checked)
    throw rulesFault(file, [...checked.problems, ...('own' in normal ? normal.own.map((message) => ({ message })) : [])])
  if ('problems' in normal)
    throw new Fault('invalid', `${file}:\n${normal.problems.map((line) => `  ${line}`).join('\n')}`, {
      data: { problems: normal.problems },
      fix: 'Fix these and try again; nothing was started.',
    })
  const type = input.type ?? taskTypes.find((name) => name === raw['type']) ?? detectType(input.task) ?? 'other'
  const kind = artifactKinds.find((name) => name === raw['kind'])
  const idealResult = input.ideal ?? (typeof raw['ideal_result'] === 'string' ? raw['ideal_result'] : input.task)
  return {
    criteria: { name: typeof raw['name'] === 'string' ? raw['name'] : 'loop_default_v1', version: 1, ...normal.criteria },
    maxIterations: normal.maxIterations,
    type,
    idealResult,
    ...(kind && { kind }),
    confirmedBy: { file, sha256: sha256(text) },
  }
}

function templateOf(type: TaskType, answers: Record<string, string[]>): RuleTemplate {
  const template = templates[type]
  return { thresholds: { A: template.thresholds.A / 10_000, B: template.thresholds.B / 10_000 }, rules: fill(template, answers) }
}

/** `--set name=value`, repeatable: a template's answers, which let code decide more rules. */
function answersOf(set: readonly string[] = []): Record<string, string[]> {
  const answers: Record<string, string[]> = {}
  for (const word of set) {
    const at = word.indexOf('=')
    if (at < 1) throw new Fault('usage', `--set ${word}: expected name=value`)
    const name = word.slice(0, at)
    answers[name] = [...(answers[name] ?? []), word.slice(at + 1)]
  }
  return answers
}

function draftFacts(input: NewInput & { task: string }, world: World) {
  const { criteria, maxIterations, type } = quick(input, world, input.type ?? detectType(input.task) ?? 'other', input.ideal ?? input.task)
  return {
    type,
    thresholds: { A: criteria.phase.A.threshold, B: criteria.phase.B.threshold },
    max_iterations: maxIterations,
    rules: criteria.rules.map(({ id, severity }) => ({ id, severity })),
  }
}

async function lines(person: Person, question: string, initial: string[] = []): Promise<string[]> {
  const found = [...initial]
  for (;;) {
    const line = (
      await person.text(`${question}${found.length > 0 ? ` (${found.length} so far)` : ''}; empty to continue:`, { optional: true })
    ).trim()
    if (line === '') return found
    found.push(line)
  }
}

/** From the first source that has one: the flag, the task's words, the configuration. */
const iterationsFor = (input: NewInput & { task: string }, world: World) =>
  input.maxIterations ??
  inferIterations(input.task) ??
  sectionOf(world.config.config, 'reflex', settings).max_iterations ??
  fallback.maxIterations
