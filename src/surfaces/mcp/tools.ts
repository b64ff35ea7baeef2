// Every verb an assistant may use, as a tool: its schema in, its document out.
import { type CallToolResult, type McpServer, type ServerContext, fromJsonSchema } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { commands } from '../../operations/catalog.ts'
import type { AnyOperation } from '../../operations/definition.ts'
import { type RunReport, loadRun } from '../../operations/runs.ts'
import type { World, Workflows } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import { confine, offered } from './fields.ts'
import { isReport } from './guidance.ts'
import { reported } from './report.ts'
import { answer, failure } from './result.ts'

type JsonSchema = Parameters<typeof fromJsonSchema>[0]

/** A world for one call: its own configuration as it is now, nobody to ask, gone when the call ends. */
export type OpenWorld = (context?: ServerContext) => World

export interface DerivedTool {
  name: string
  /** The workflow it starts or belongs to, with what that does. */
  workflow?: { name: string; summary: string }
  /** Begins a run, whose steps a host may perform. */
  starts: boolean
  operation: AnyOperation
  schema: JsonSchema
  annotations: { readOnlyHint: true; openWorldHint: false } | { destructiveHint: false }
}

/** Who makes, when an assistant starts a run; who judges is nobody unless it says so. */
const starting = {
  maker: z
    .enum(['host', 'configured'])
    .optional()
    .meta({
      description:
        "host (the default): you perform the steps yourself, by next_step and submit_step; configured: this project's trusted makers do",
    }),
  judge: z.enum(['host']).optional().meta({ description: 'host: you also judge what code cannot decide, in steps of their own' }),
}

export async function derivedTools(workflows: Omit<Workflows, 'shipped'>): Promise<DerivedTool[]> {
  const found: DerivedTool[] = []
  for (const { verb, under, workflow } of commands(await workflows.all())) {
    const operation = (await verb.load()).default
    if (operation.personOnly || verb.name === 'submit') continue // submit_step stands for it, with the next step in its answer
    found.push({
      name: under ? `${under.replaceAll('-', '_')}_${verb.name}` : verb.name,
      ...(workflow && { workflow: { name: workflow.name, summary: workflow.summary } }),
      starts: startsRun(operation.input.shape),
      operation,
      schema: schemaOf(operation),
      annotations: operation.reads ? reading : writing,
    })
  }
  return found
}

export function registerTools(server: McpServer, tools: readonly DerivedTool[], openWorld: OpenWorld): void {
  for (const { name, starts, operation, schema, annotations } of tools) {
    server.registerTool(
      name,
      {
        description: operation.forAssistants ?? operation.summary,
        inputSchema: fromJsonSchema<Record<string, unknown>>(schema),
        annotations,
      },
      (given, context) =>
        within(openWorld, context, async (world) => {
          const document = await operation.run(accept(operation, given, world), world)
          if (starts && isReport(document) && document.status === 'draft') await tellOfDraft(world, document)
          return isReport(document) ? reported(document) : answer(document)
        }),
    )
  }
}

/** The person did not make this draft: they are told. */
async function tellOfDraft(world: World, { run, workflow }: RunReport): Promise<void> {
  const owner = await world.workflows.get(workflow)
  world.onCommit(owner, await loadRun(world, run, owner), [{ type: 'gate_opened', data: {} }])
}

/** Only what differs from what a client assumes: every word is paid for in every session. */
export const reading = { readOnlyHint: true, openWorldHint: false } as const
export const writing = { destructiveHint: false } as const

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
    return failure(error)
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
  throw new Fault('usage', z.prettifyError(read.error).replaceAll('\n', ' '))
}

/** A verb that takes makers and no run begins one. */
const startsRun = (shape: Record<string, unknown>) => 'maker' in shape && !('run' in shape)

function schemaOf({ input }: AnyOperation): JsonSchema {
  const shape = Object.fromEntries(Object.entries(input.shape as Record<string, z.ZodType>).filter(([, field]) => offered(field)))
  const makers = startsRun(input.shape) ? Object.fromEntries(Object.entries(starting).filter(([name]) => name in input.shape)) : {}
  return jsonSchema(z.object({ ...shape, ...makers })) as JsonSchema
}

/** Our own schemas in the same short words; the client's call is held to them all the same. */
export const plain = <T extends z.ZodType>(schema: T) => fromJsonSchema<z.infer<T>>(jsonSchema(schema) as JsonSchema)

/** Without dialect, the bounds every number has, and what our schemas say to the command line alone. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema: part }) => {
      const words = part as Record<string, unknown>
      if (words['told']) words['description'] = words['told']
      for (const word of ['value', 'hidden', 'variadic', 'assistant', 'told']) delete words[word]
      if (words['maximum'] === Number.MAX_SAFE_INTEGER) delete words['maximum']
    },
  }) as Record<string, unknown>
  return rest
}
