// The fields a verb may take: on the command line, from an assistant, in the reference. All may be left out.
import * as z from 'zod'

interface About {
  /** Whether an assistant may fill it, and with what. */
  assistant?: 'value' | 'path'
  /** What an assistant is told instead of the description. */
  told?: string
  /** What stands for it in --help: `--reply <file>`. */
  value?: string
  hidden?: true
  /** Takes all words up to the next option. */
  variadic?: true
}

const optional =
  <F extends z.ZodType>(kind: F) =>
  (description: string, about: About = {}) =>
    kind.optional().meta({ description, ...about })

export const flag = optional(z.boolean())
export const text = optional(z.string())
export const texts = optional(z.array(z.string()))
/** From 1 on. */
export const whole = optional(z.coerce.number().int().min(1))
/** From 0 to 1. */
export const share = optional(z.coerce.number().min(0).max(1))

/** The word before the verb, where it names a workflow. */
export const workflow = z.string().optional().meta({ hidden: true })
export const approvers = text('whose signature counts (OpenSSH allowed signers), instead of your own list', { value: 'file' })
