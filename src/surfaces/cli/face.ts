// A command that isn't an operation: parsed and explained like one, but prints by itself and returns the exit code.
import * as z from 'zod'
import type { Operation } from '../../operations/operation.ts'

/** What the command line needs to parse and explain a command. */
export type Taken<I extends z.ZodObject = z.ZodObject> = Pick<Operation<I>, 'summary' | 'input' | 'positional' | 'examples'>

export interface Face<I extends z.ZodObject = z.ZodObject> extends Taken<I> {
  run(input: z.infer<I>, json: boolean): Promise<number>
}

export const defineFace = <I extends z.ZodObject>(face: Face<I>): Face<I> => face

export const port = z.coerce
  .number()
  .int()
  .min(0)
  .max(65_535)
  .optional()
  .meta({ description: 'port (default: one that is free)', value: 'n' })
