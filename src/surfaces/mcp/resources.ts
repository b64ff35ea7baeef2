// Runs and their artifacts as resources: read only, byte for byte.
import { type McpServer, ResourceNotFoundError, ResourceTemplate, type ServerContext } from '@modelcontextprotocol/server'
import { listed } from '../../operations/list.ts'
import { findRun, loadRun } from '../../operations/runs.ts'
import show from '../../operations/show.ts'
import type { World } from '../../operations/world.ts'
import { toFault } from '../../schema/fault.ts'
import { forAssistant, note } from './result.ts'
import type { OpenWorld } from './tools.ts'

const mostListed = 100

export function registerResources(server: McpServer, openWorld: OpenWorld): void {
  const complete = { run: async (prefix: string) => runsLike(openWorld, prefix) }
  server.registerResource(
    'runs',
    'whetstone://runs',
    { title: 'Runs', description: 'Every run of this project and its state', mimeType: 'application/json' },
    (uri, context) => reading(openWorld, context, uri, async (world) => json(uri, { runs: await listed(world) })),
  )
  server.registerResource(
    'run',
    new ResourceTemplate('whetstone://runs/{run}', { list: (context) => offered(openWorld, context), complete }),
    { title: 'Run', description: 'The state of a run, and the question it waits with', mimeType: 'application/json' },
    (uri, { run }, context) =>
      reading(openWorld, context, uri, async (world) => {
        const found = await findRun(world, one(run))
        const state = await loadRun(world, found.run, found.definition)
        const next = found.definition.next(state.state)
        return json(uri, {
          ...found.definition.view.summary(state),
          outcome: state.outcome,
          gate: 'ask' in next ? next.ask : null,
          usage: state.usage,
        })
      }),
  )
  server.registerResource(
    'artifact',
    new ResourceTemplate('whetstone://runs/{run}/artifact', { list: undefined, complete }),
    { title: 'Artifact', description: `The current artifact of a run. ${note}`, mimeType: 'text/plain' },
    (uri, { run }, context) => artifact(openWorld, context, uri, one(run)),
  )
  server.registerResource(
    'version',
    new ResourceTemplate('whetstone://runs/{run}/artifact/{version}', { list: undefined, complete }),
    { title: 'Earlier artifact', description: `A version of the artifact, counted from 1. ${note}`, mimeType: 'text/plain' },
    (uri, { run, version }, context) => artifact(openWorld, context, uri, one(run), Number(one(version))),
  )
}

async function artifact(openWorld: OpenWorld, context: ServerContext, uri: URL, run: string, version?: number) {
  return reading(openWorld, context, uri, async (world) => {
    const found =
      version === undefined || Number.isInteger(version) ? await show.run({ run, ...(version !== undefined && { version }) }, world) : null
    if (!found?.artifact) throw new ResourceNotFoundError(uri.href)
    return {
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: found.artifact.text, _meta: { sha256: found.artifact.hash, note } }],
    }
  })
}

/** A missing resource says so; other errors keep their words. */
async function reading<T>(openWorld: OpenWorld, context: ServerContext, uri: URL, act: (world: World) => Promise<T>): Promise<T> {
  const world = openWorld(context)
  try {
    return await act(world)
  } catch (error) {
    throw toFault(error).code === 'not_found' ? new ResourceNotFoundError(uri.href) : error
  } finally {
    await world.close()
  }
}

async function offered(openWorld: OpenWorld, context: ServerContext) {
  const world = openWorld(context)
  try {
    const runs = (await listed(world)).slice(-mostListed)
    return {
      resources: runs.map(({ run, workflow, status, name }) => ({
        uri: `whetstone://runs/${encodeURIComponent(run)}`,
        name: run,
        title: name,
        description: `${workflow}, ${status}`,
        mimeType: 'application/json',
      })),
    }
  } finally {
    await world.close()
  }
}

async function runsLike(openWorld: OpenWorld, prefix: string): Promise<string[]> {
  const world = openWorld()
  try {
    return (await world.store.list()).filter((run) => run.startsWith(prefix)).slice(-mostListed)
  } finally {
    await world.close()
  }
}

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(forAssistant(value), null, 1), _meta: { note } }],
})

const one = (value: string | string[] | undefined) => decodeURIComponent((Array.isArray(value) ? value[0] : value) ?? '')
