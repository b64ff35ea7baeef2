// One verb: a schema in, a document out, and words for people. Command line, HTTP and MCP are derived from it.
import type * as z from 'zod'
import type { Look } from '../report/look.ts'
import type { World } from './world.ts'

export interface Operation<I extends z.ZodObject = z.ZodObject, O = unknown> {
  /** Summary for --help and for assistants, one line. */
  summary: string
  input: I
  /** Positional fields on the command line; the last may take the remaining words. */
  positional?: readonly { name: keyof z.infer<I> & string; rest?: boolean }[]
  examples?: readonly string[]
  /** Summary for assistants, if it differs. */
  forAssistants?: string
  /** Changes nothing, so it is safe to call at any time. */
  reads?: true
  /** Also works if whetstone.yaml can't be read: says so and ignores it. */
  despiteConfig?: true
  /** Only for people and their scripts, never for assistants. */
  personOnly?: true
  run(input: z.infer<I>, world: World): Promise<O>
  /** Whether the text must be written byte for byte, which only a file or a pipe gets. */
  exact?(input: z.infer<I>): boolean
  /** For people; `--json` prints the document instead. */
  text(output: O, input: z.infer<I>, look?: Look): string
  /** The exit code if it isn't always 0. */
  exit?(output: O): number
}

export function defineOperation<I extends z.ZodObject, O>(operation: Operation<I, O>): Operation<I, O> {
  return operation
}
