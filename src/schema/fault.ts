// Every error a person can meet: a closed code, a message that names the thing, and a sentence that says what to do.

/** code → exit code of the CLI → HTTP status. Exit codes are few on purpose; docs/reference/exit-codes.md is generated from here. */
export const faultCodes = {
  usage: { exit: 2, http: 400 }, // an unusable flag, argument or input
  invalid: { exit: 2, http: 422 }, // a file or value that doesn't fit its schema
  not_found: { exit: 2, http: 404 },
  conflict: { exit: 5, http: 409 }, // someone else changed it, or another run is active
  busy: { exit: 5, http: 409 }, // another process writes this run
  refused: { exit: 6, http: 403 }, // a move, write or decision that isn't allowed
  untrusted: { exit: 6, http: 403 }, // untrusted configuration
  needs_person: { exit: 3, http: 409 }, // waits for a person's decision
  integrity: { exit: 4, http: 500 }, // damage that can't be repaired silently
  storage: { exit: 7, http: 507 }, // disk full, read-only, vanished
  maker: { exit: 8, http: 502 }, // a maker is missing, has no key or can't be started; one that fails within a run ends that run
  timeout: { exit: 8, http: 504 },
  internal: { exit: 70, http: 500 }, // our own defect
} as const

/** The exit code of a command interrupted by Ctrl-C, as shells define it. */
export const interrupted = 130

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
    super(recognisable(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.fix = options.fix && recognisable(options.fix)
    this.data = options.data ?? {}
    Object.defineProperty(this, mark, { value: true })
  }

  /** By a mark, not by its class: a project's workflow throws the Fault of its own copy of whetstone. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return typeof error === 'object' && error !== null && mark in error
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

const mark = Symbol.for('whetstone.fault')

/** Names the input without repeating all of it: long words, quotations and the whole lose their middle. */
function recognisable(text: string): string {
  if (text.length < mostEchoed) return text
  return shortened(
    text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\S+/g, (word) => shortened(word, mostEchoed)),
    mostSaid,
  )
}

const mostEchoed = 300
const mostSaid = 4000

function shortened(text: string, most: number): string {
  const end = Math.floor(most / 4)
  return text.length <= most ? text : `${text.slice(0, most - end)}…${text.slice(-end)}`
}

/** Anything thrown, as a Fault; unexpected errors are defects and say so. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const system = systemFault(error)
  if (system && alwaysStorage.has(String(system.data['system']))) return system
  const message = error instanceof Error ? error.message : String(error)
  return new Fault('internal', message, {
    cause: error,
    fix: 'This is a bug in whet. Run it again with --debug for the stack trace, and report it.',
  })
}

/** A system error about a file as a fault that names it; null for other errors. */
export function systemFault(error: unknown, path?: string): Fault | null {
  const { code, errcode, path: own } = (error ?? {}) as { code?: string; errcode?: number; path?: string }
  const system = code === 'ERR_SQLITE_ERROR' ? sqlite[(errcode ?? 0) & 0xff] : code
  const why = system === undefined ? undefined : reasons[system]
  const where = path ?? own
  return why
    ? new Fault('storage', where === undefined ? why.what : `${where}: ${why.what}`, {
        cause: error,
        fix: why.fix,
        data: { ...(where !== undefined && { path: where }), system },
      })
    : null
}

/** These always come from the disk; the other codes could be our mistake. */
const alwaysStorage: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO', 'EMFILE'])

/** SQLite's messages for the same. */
const sqlite: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC' }

const reasons: Readonly<Record<string, { what: string; fix: string }>> = {
  ENOSPC: { what: 'no space left on the disk; nothing that was committed is lost', fix: 'Free some space, then run `whet resume`.' },
  EDQUOT: { what: 'the disk quota is used up; nothing that was committed is lost', fix: 'Free some space, then run `whet resume`.' },
  EFBIG: {
    what: "the file can't grow any further (file size limit); nothing that was committed is lost",
    fix: 'Raise the limit (`ulimit -f`), then run `whet resume`.',
  },
  EROFS: { what: 'the file system is read-only', fix: 'Work in a folder you can write to.' },
  EACCES: { what: 'permission denied', fix: 'Check who owns the folder, or work in another one.' },
  EPERM: { what: "the system doesn't permit it", fix: 'Check who owns the folder and whether it is locked against changes.' },
  ENOENT: { what: 'the folder is gone', fix: 'Restore the folder (or its backup); a new run needs `whet … new`.' },
  ENOTDIR: { what: 'there is a file where a folder is needed', fix: 'Move that file away.' },
  EEXIST: { what: 'there is a file where a folder is needed', fix: 'Move that file away.' },
  EISDIR: { what: 'there is a folder where a file is needed', fix: 'Move that folder away.' },
  ELOOP: { what: 'the links form a circle', fix: 'Replace the link with a real folder.' },
  ENAMETOOLONG: { what: 'the path is too long for this file system', fix: 'Choose a shorter name.' },
  EIO: { what: 'the disk reports an input/output error', fix: 'Check the disk before you go on.' },
  EMFILE: { what: 'too many files are open', fix: 'Raise the limit (`ulimit -n`) or start fewer runs at once.' },
}
