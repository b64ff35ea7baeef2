// Every error a person can meet: a closed code, a message that names the thing, and a sentence that says what to do.

/** code → exit code of the CLI → HTTP status. The exit codes are few on purpose; docs/reference/exit-codes.md is generated from here. */
export const faultCodes = {
  usage: { exit: 2, http: 400 }, // a flag, argument or input that cannot be taken
  invalid: { exit: 2, http: 422 }, // a file or value that does not fit its schema
  not_found: { exit: 2, http: 404 },
  conflict: { exit: 5, http: 409 }, // someone else changed it, or another loop is active
  busy: { exit: 5, http: 409 }, // another process writes this run
  refused: { exit: 6, http: 403 }, // a move, write or decision that is not allowed
  untrusted: { exit: 6, http: 403 }, // configuration nobody has trusted yet
  needs_person: { exit: 3, http: 409 }, // rests until a person decides
  integrity: { exit: 4, http: 500 }, // damage that cannot be repaired silently
  storage: { exit: 7, http: 507 }, // disk full, read-only, vanished
  maker: { exit: 8, http: 502 }, // a maker failed, is missing or answered nothing usable
  timeout: { exit: 8, http: 504 },
  internal: { exit: 70, http: 500 }, // a defect of ours
} as const

export type FaultCode = keyof typeof faultCodes

export interface FaultOptions {
  fix?: string
  data?: Record<string, unknown>
  cause?: unknown
}

export class Fault extends Error {
  readonly code: FaultCode
  readonly fix: string | undefined
  readonly data: Record<string, unknown>

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.fix = options.fix
    this.data = options.data ?? {}
  }

  toJSON() {
    return {
      code: this.code,
      message: this.message,
      ...(this.fix && { fix: this.fix }),
      ...(Object.keys(this.data).length > 0 && { data: this.data }),
    }
  }
}

/** Anything thrown, as a Fault; what was not one is a defect of ours and says so. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Fault('internal', message, {
    cause: error,
    fix: 'This is a defect in whet. Run again with --debug for the stack and report it.',
  })
}
