// A maker of your own: a function from a task's request to its reply.
import { unknownModel } from '../../agents/pins.ts'
import { type Provider, type ProviderResult, unknownUsage } from '../../agents/provider.ts'
import type { Json } from '../../schema/event.ts'

export interface MakeRequest {
  /** The step: plan, produce, critique, refine … */
  role: string
  /** The task: `refine:2`. */
  task: string
  prompt: string
  /** The values that filled the prompt's template, unfenced. */
  slots: Readonly<Record<string, string>>
  expects: 'text' | 'json'
  /** JSON Schema of a json reply. */
  schema?: Json
  signal: AbortSignal
}

export interface MakerDefinition {
  name: string
  /** Pinned for the run: increase it if the same request may get another answer. */
  version?: string
  /** A text, or a value that is sent as JSON. */
  make(request: MakeRequest): Json | object | Promise<Json | object>
}

export type Maker = Provider

/** An exception is that maker's failed reply, never the end of the program. */
export function defineMaker({ name, version = '1', make }: MakerDefinition): Maker {
  return {
    name,
    identify: async () => ({ model: unknownModel, version }),
    async call({ role, task, prompt, slots, expects, schema, signal }): Promise<ProviderResult> {
      try {
        const made = await make({ role, task, prompt, slots, expects, signal, ...(schema !== undefined && { schema }) })
        return { text: typeof made === 'string' ? made : JSON.stringify(made), usage: unknownUsage, model: null, warnings: [] }
      } catch (error) {
        if (signal.aborted) return { failed: 'aborted', message: `${name} was told to stop` }
        return {
          failed: 'exit',
          message: `${name} failed at ${task}: ${error instanceof Error ? error.message : String(error)}`,
          usage: unknownUsage,
        }
      }
    },
  }
}
