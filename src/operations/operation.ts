// One verb: a schema in, a document out, and words for people. Command line, HTTP and MCP are derived from this.
import type * as z from 'zod'
import type { Look } from '../report/look.ts'
import type { World } from './world.ts'

export interface Operation<I extends z.ZodObject = z.ZodObject, O = unknown> {
  /** One line for --help and for assistants. */
  summary: string
  input: I
  /** Fields given by position on the command line; the last may take the rest of the words. */
  positional?: readonly { name: keyof z.infer<I> & string; rest?: boolean }[]
  examples?: readonly string[]
  /** What an assistant is told instead of the summary. */
  forAssistants?: string
  /** Changes nothing: safe to call at any time. */
  reads?: true
  /** Also where whetstone.yaml cannot be read: that is said, and nothing of it counts. */
  despiteConfig?: true
  /** Not for assistants: only a person (or their script) may. */
  personOnly?: true
  run(input: z.infer<I>, world: World): Promise<O>
  /** Whether the text is wanted byte for byte; only a file or a pipe gets it so. */
  exact?(input: z.infer<I>): boolean
  /** For people; `--json` prints the document instead. */
  text(output: O, input: z.infer<I>, look?: Look): string
  /** Exit code where it is not simply 0. */
  exit?(output: O): number
}

export function defineOperation<I extends z.ZodObject, O>(operation: Operation<I, O>): Operation<I, O> {
  return operation
}
