// A deterministic maker for examples, demos and tests: answers from a list, in memory or in a YAML or JSON file.
import { readFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { unknownModel } from '../../agents/pins.ts'
import type { Provider, ProviderRequest, ProviderResult } from '../../agents/provider.ts'
import { type ScriptedReply, findReply, readScript } from '../../agents/script.ts'
import { sha256 } from '../../lib/hash.ts'
import { Fault } from '../../schema/fault.ts'
import { askWorld } from './ask-world.ts'

export function scriptedProvider(replies: unknown, name = 'scripted'): Provider {
  return provider(
    name,
    async () => ({ replies: readScript(replies, name), version: sha256(JSON.stringify(replies)).slice(0, 16) }),
    async (file) => missing(name, file),
  )
}

/** Read once, at the first call. */
export function scriptedFile(path: string): Provider {
  const name = `scripted:${basename(path)}`
  const load = async () => {
    const text = await readText(path, name)
    return { replies: readScript(parseScript(text, name), name), version: sha256(text).slice(0, 16) }
  }
  const beside = async (file: string) => {
    const inside = relative(dirname(path), resolve(dirname(path), file))
    if (isAbsolute(file) || inside.startsWith('..'))
      throw new Fault('refused', `${name} names ${file}, which is outside its own folder`, { fix: 'Put the file next to the script.' })
    return readText(resolve(dirname(path), file), name)
  }
  return provider(name, load, beside)
}

interface Loaded {
  replies: ScriptedReply[]
  version: string
}

function provider(name: string, load: () => Promise<Loaded>, beside: (file: string) => Promise<string>): Provider {
  let loading: Promise<Loaded> | undefined
  const failures = new Map<ScriptedReply, number>()
  const script = () => (loading ??= load())
  return {
    name,
    priced: true,
    identify: async () => ({ model: unknownModel, version: (await script()).version }),
    call: async (request) => {
      const { replies } = await script()
      const reply = findReply(replies, request) ?? noReply(name, request, replies)
      if (reply.delayMs > 0) await askWorld.wait(reply.delayMs, request.signal)
      if (request.signal.aborted) return { failed: 'aborted', message: `${name} was told to stop` }
      const failed = failures.get(reply) ?? 0
      if (reply.fail && failed < (reply.fail.times ?? Infinity)) {
        failures.set(reply, failed + 1)
        const { kind, message, retryAfterMs } = reply.fail
        return { failed: kind, message, ...(reply.usage && { usage: usageOf(reply) }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
      }
      return answer(reply, beside)
    },
  }
}

async function answer(reply: ScriptedReply, beside: (file: string) => Promise<string>): Promise<ProviderResult> {
  const text = reply.text ?? (reply.file !== undefined ? await beside(reply.file) : JSON.stringify(reply.json))
  return { text, usage: usageOf(reply), model: reply.model, warnings: reply.warnings }
}

function usageOf({ usage }: ScriptedReply) {
  const costUsd = usage ? usage.costUsd : 0
  return {
    calls: 1,
    tokensIn: usage?.tokensIn ?? 0,
    tokensOut: usage?.tokensOut ?? 0,
    costMicros: costUsd === null ? null : Math.round(costUsd * 1e6),
  }
}

function parseScript(text: string, name: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch (cause) {
    throw new Fault('invalid', `${name} is neither YAML nor JSON: ${(cause as Error).message.split('\n')[0]}`, {
      fix: 'Fix the file there.',
      cause,
    })
  }
}

function readText(path: string, name: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Fault('not_found', `${name}: can't read ${basename(path)}`, { fix: 'Check the path given after scripted:.', cause })
  })
}

function noReply(name: string, { role, task }: ProviderRequest, replies: readonly ScriptedReply[]): never {
  const known = [...new Set(replies.map((reply) => reply.role))].join(', ')
  throw new Fault('maker', `${name} has no reply for ${role} (task ${task}); it has replies for: ${known}`, {
    fix: `Add an entry with role: ${role}.`,
  })
}

function missing(name: string, file: string): never {
  throw new Fault('invalid', `${name} names the file ${file}, but a script in memory has no folder`, { fix: 'Give the text inline.' })
}
