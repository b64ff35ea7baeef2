// Fields that verbs take, on the command line, from an assistant and in the reference. All are optional.
import * as z from 'zod'

interface About {
  /** Whether an assistant may fill it, and with what. */
  assistant?: 'value' | 'path'
  /** Description for assistants, if it differs. */
  told?: string
  /** The value's name in --help: `--reply <file>`. */
  value?: string
  hidden?: true
  /** The flag's older name, still taken. */
  formerly?: string
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
/** 1 or more. */
export const whole = optional(z.coerce.number().int().min(1))
/** 0 to 1. */
export const share = optional(z.coerce.number().min(0).max(1))

/** The word before the verb, if it names a workflow. */
export const workflow = z.string().optional().meta({ hidden: true })
export const approvers = text('whose signatures count (an OpenSSH allowed signers file), instead of your own list', { value: 'file' })
