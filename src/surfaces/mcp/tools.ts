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

/** A world for one call: current configuration, nobody to ask, discarded after the call. Knows the tools, to word errors. */
export type OpenWorld = ((context?: ServerContext) => World) & ToolWords

export interface DerivedTool {
  name: string
  /** The workflow it starts or belongs to, and that workflow's summary. */
  workflow?: { name: string; summary: string }
  /** Starts a run whose tasks a host may perform. */
  starts: boolean
  operation: AnyOperation
  /** Its input schema as a client reads it. */
  schema: JsonSchema
  input: z.ZodObject
  annotations: typeof reading | ReturnType<typeof writing>
}

/** The default maker when an assistant starts a run; there is no default judge. */
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
    if (operation.personOnly || verb.name === 'submit') continue // submit_step replaces it, with the next task in its answer
    if (workflow && verbs.some(({ name }) => name === verb.name)) continue // the tool for any run says as much
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

/** Naming the project's makers is up to its person; the caller can always do the work itself. */
function withoutMaker(error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'maker') return error
  return new Fault('maker', error.message, {
    cause: error,
    fix: 'Omit maker and perform the steps yourself, or ask the person to name makers in whetstone.yaml.',
  })
}

/** The person didn't make this draft, so tell them. */
async function tellOfDraft(world: World, { run, workflow }: RunReport): Promise<void> {
  const owner = await world.workflows.get(workflow)
  world.onCommit(owner, await loadRun(world, run, owner), [{ type: 'gate_opened', data: {} }])
}

/** Only what differs from a client's defaults: every word costs context in every session. */
export const reading = { readOnlyHint: true, openWorldHint: false } as const
/** Without a statement about the open world, Codex refuses them. */
export const writing = (openWorldHint: boolean) => ({ destructiveHint: false, openWorldHint })

/** Whether driving a run may call a model or a webhook: by this project's configuration, or as one of its open runs began. */
export async function drivingLeadsOut(world: World): Promise<boolean> {
  const { config, trusted } = world.config
  if (trusted && (config.notify?.webhook || Object.values(config.makers ?? {}).some((maker) => maker !== hostName))) return true
  const asksOthers = (definition: AnyWorkflow, run: RunState<unknown>) =>
    run.outcome === null &&
    Object.values((pinsOf(definition, run) as Partial<Pins>).makers ?? {}).some(({ name }) => name !== hostName && name !== 'builtin')
  for await (const one of world.store.rows(rowsOf(world, asksOthers))) if ('row' in one && one.row) return true
  return false
}

/** Runs one call in its own world; errors come back as words. */
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

/** The given arguments, validated, plus what an assistant can't choose. */
function accept(operation: AnyOperation, given: Record<string, unknown>, world: World): Record<string, unknown> {
  const { maker, judge, ...words } = given
  const shape = operation.input.shape as Record<string, z.ZodType>
  confine(words, shape, world)
  const makers = startsRun(shape) ? { ...(maker !== 'configured' && { maker: ['host'] }), ...(judge === 'host' && { judge: 'host' }) } : {}
  const read = operation.input.safeParse({ ...words, ...makers, ...('draft' in shape && { draft: true }) })
  if (read.success) return read.data
  throw new Fault('usage', misfits(read.error))
}

/** A verb that takes makers but starts no run. */
const startsRun = (shape: Record<string, unknown>) => 'maker' in shape && !('run' in shape)

function inputOf({ input }: AnyOperation): z.ZodObject {
  const shape = Object.fromEntries(Object.entries(input.shape as Record<string, z.ZodType>).filter(([, field]) => offered(field)))
  const makers = startsRun(input.shape) ? Object.fromEntries(Object.entries(starting).filter(([name]) => name in input.shape)) : {}
  return z.strictObject({ ...shape, ...makers })
}

/** A compact schema for the client; input is validated against the full one. */
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

/** Every error with its place; an enum lists its values. */
const misfits = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** Bounds and patterns are reported on violation. */
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

/** Without dialect, most bounds, and command-line hints: every word costs context in every session. */
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
