// Every verb an assistant may use, as a tool: its schema in, its document out.
import { type CallToolResult, type McpServer, type ServerContext, fromJsonSchema } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { commands, verbs } from '../../operations/catalog.ts'
import { hostName } from '../../agents/provider.ts'
import type { Pins } from '../../agents/pins.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { AnyOperation, AnyWorkflow } from '../../operations/definition.ts'
import { rowsOf } from '../../operations/rows.ts'
import { type RunReport, loadRun, pinsOf } from '../../operations/runs.ts'
import type { World, Workflows } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import { confine, offered } from './fields.ts'
import { isReport } from './guidance.ts'
import { reported } from './report.ts'
import { answer, failure } from './result.ts'
import { type ToolWords, documentInToolWords } from './tool-words.ts'

type JsonSchema = Parameters<typeof fromJsonSchema>[0]

/** A world for one call: its own configuration as it is now, nobody to ask, gone when the call ends. It knows what tools there are, for the words of errors. */
export type OpenWorld = ((context?: ServerContext) => World) & ToolWords

export interface DerivedTool {
  name: string
  /** The workflow it starts or belongs to, with what that does. */
  workflow?: { name: string; summary: string }
  /** Begins a run, whose steps a host may perform. */
  starts: boolean
  operation: AnyOperation
  /** What it takes, as a client reads it. */
  schema: JsonSchema
  input: z.ZodObject
  annotations: typeof reading | ReturnType<typeof writing>
}

/** Who makes, when an assistant starts a run; who judges is nobody unless it says so. */
export const starting = {
  maker: z
    .enum(['host', 'configured'])
    .optional()
    .meta({ description: "host (default): you perform the steps; configured: this project's trusted makers do" }),
  judge: z.enum(['host']).optional().meta({ description: "host: you also judge what code can't decide" }),
}

export async function derivedTools(workflows: Omit<Workflows, 'shipped'>, leadsOut = false): Promise<DerivedTool[]> {
  const found: DerivedTool[] = []
  for (const { verb, under, workflow } of commands(await workflows.all())) {
    const operation = (await verb.load()).default
    if (operation.personOnly || verb.name === 'submit') continue // submit_step stands for it, with the next step in its answer
    if (workflow && verbs.some(({ name }) => name === verb.name)) continue // the one for any run tells as much
    const input = inputOf(operation)
    found.push({
      name: under ? `${under.replaceAll('-', '_')}_${verb.name}` : verb.name,
      ...(workflow && { workflow: { name: workflow.name, summary: workflow.summary } }),
      starts: startsRun(operation.input.shape),
      operation,
      schema: jsonSchema(input) as JsonSchema,
      input,
      annotations: operation.reads ? reading : writing(leadsOut && 'maker' in operation.input.shape),
    })
  }
  return found
}

export function registerTools(server: McpServer, tools: readonly DerivedTool[], openWorld: OpenWorld): void {
  for (const { name, starts, operation, input, annotations } of tools) {
    server.registerTool(
      name,
      { description: operation.forAssistants ?? operation.summary, inputSchema: plain(input), annotations },
      (given, context) =>
        within(openWorld, context, async (world) => {
          const document = await operation.run(accept(operation, given, world), world).catch((error: unknown) => {
            throw given['maker'] === 'configured' ? withoutMaker(error) : error
          })
          if (starts && isReport(document) && document.status === 'draft') await tellOfDraft(world, document)
          return isReport(document) ? reported(document, openWorld) : answer(documentInToolWords(document, openWorld))
        }),
    )
  }
}

/** Whom the project asks is for its person to say; whoever calls can always do it alone. */
function withoutMaker(error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'maker') return error
  return new Fault('maker', error.message, {
    cause: error,
    fix: 'Omit maker and perform the steps yourself, or ask the person to name makers in whetstone.yaml.',
  })
}

/** The person did not make this draft: they are told. */
async function tellOfDraft(world: World, { run, workflow }: RunReport): Promise<void> {
  const owner = await world.workflows.get(workflow)
  world.onCommit(owner, await loadRun(world, run, owner), [{ type: 'gate_opened', data: {} }])
}

/** Only what differs from what a client assumes: every word is paid for in every session. */
export const reading = { readOnlyHint: true, openWorldHint: false } as const
/** Without a word about the open world, Codex refuses them. */
export const writing = (openWorldHint: boolean) => ({ destructiveHint: false, openWorldHint })

/** Whether driving a run may ask a model or call a webhook: as this project is configured, or as one of its open runs began. */
export async function drivingLeadsOut(world: World): Promise<boolean> {
  const { config, trusted } = world.config
  if (trusted && (config.notify?.webhook || Object.values(config.makers ?? {}).some((maker) => maker !== hostName))) return true
  const asksOthers = (definition: AnyWorkflow, run: RunState<unknown>) =>
    run.outcome === null &&
    Object.values((pinsOf(definition, run) as Partial<Pins>).makers ?? {}).some(({ name }) => name !== hostName && name !== 'builtin')
  for await (const one of world.store.rows(rowsOf(world, asksOthers))) if ('row' in one && one.row) return true
  return false
}

/** Runs one call in a world of its own; whatever goes wrong comes back as words. */
export async function within<T>(
  openWorld: OpenWorld,
  context: ServerContext,
  act: (world: World) => Promise<T>,
): Promise<T | CallToolResult> {
  let world: World | undefined
  try {
    world = openWorld(context)
    return await act(world)
  } catch (error) {
    return failure(error, openWorld)
  } finally {
    await world?.close()
  }
}

/** What was given, within bounds, together with what an assistant cannot choose. */
function accept(operation: AnyOperation, given: Record<string, unknown>, world: World): Record<string, unknown> {
  const { maker, judge, ...words } = given
  const shape = operation.input.shape as Record<string, z.ZodType>
  confine(words, shape, world)
  const makers = startsRun(shape) ? { ...(maker !== 'configured' && { maker: ['host'] }), ...(judge === 'host' && { judge: 'host' }) } : {}
  const read = operation.input.safeParse({ ...words, ...makers, ...('draft' in shape && { draft: true }) })
  if (read.success) return read.data
  throw new Fault('usage', misfits(read.error))
}

/** A verb that takes makers and no run begins one. */
const startsRun = (shape: Record<string, unknown>) => 'maker' in shape && !('run' in shape)

function inputOf({ input }: AnyOperation): z.ZodObject {
  const shape = Object.fromEntries(Object.entries(input.shape as Record<string, z.ZodType>).filter(([, field]) => offered(field)))
  const makers = startsRun(input.shape) ? Object.fromEntries(Object.entries(starting).filter(([name]) => name in input.shape)) : {}
  return z.strictObject({ ...shape, ...makers })
}

/** A schema in few words for the client; what it sends is held to all of it. */
export const plain = <T extends z.ZodType>(schema: T) =>
  fromJsonSchema<z.infer<T>>(jsonSchema(schema) as JsonSchema, {
    getValidator:
      <R>() =>
      (input: unknown) => {
        const read = schema.safeParse(input)
        return read.success
          ? { valid: true, data: input as R, errorMessage: undefined }
          : { valid: false, data: undefined, errorMessage: misfits(read.error) }
      },
  })

/** Every misfit with its place; an enum lists its values. */
const misfits = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** Bounds and patterns are said when they are missed. */
const unsaid = [
  'pattern',
  'maxLength',
  'exclusiveMinimum',
  'minItems',
  'additionalProperties',
  'value',
  'hidden',
  'variadic',
  'assistant',
  'told',
]

/** Without dialect, most bounds, and what our schemas say to the command line alone: every word is paid for in every session. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema: part }) => {
      const words = part as Record<string, unknown>
      if (words['told']) words['description'] = words['told']
      for (const word of unsaid) delete words[word]
      if (words['maximum'] === 1) return // a share
      delete words['maximum']
      delete words['minimum']
    },
  }) as Record<string, unknown>
  return rest
}
