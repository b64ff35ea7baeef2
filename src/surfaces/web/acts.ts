// What a person does from the dashboard: decide, start, continue, stop, apply. The run is then driven here until it waits or ends.
import { sha256 } from '../../lib/hash.ts'
import { patchFiles } from '../../lib/patch-files.ts'
import { answerOpen } from '../../operations/answer.ts'
import apply from '../../operations/apply.ts'
import { ownVerbs } from '../../operations/catalog.ts'
import { goOn, moveOn } from '../../operations/go-on.ts'
import resume from '../../operations/resume.ts'
import { findRun } from '../../operations/runs.ts'
import stop from '../../operations/stop.ts'
import type { AnyRun, Person, World } from '../../operations/world.ts'
import { Fault, toFault } from '../../schema/fault.ts'
import type { Json } from '../../schema/event.ts'
import type { Asked, Planned, Said, StartForm } from './document.ts'
import { kept } from './passkeys.ts'
import type { RunIndex } from './run-index.ts'
import { startForms, starting } from './starting.ts'

/** Long enough for a refusal to reach the caller; later failures show on the run's page. */
const patienceMs = 400

export interface ActOptions {
  openWorld(more: { signal: AbortSignal; onCommit: World['onCommit'] }): World
  index: RunIndex
  world: World
}

export class Acts {
  readonly #options: ActOptions
  readonly #leave = new AbortController()
  readonly #going = new Set<Promise<unknown>>()

  constructor(options: ActOptions) {
    this.#options = options
  }

  /** Returns once the answer is committed; the run continues in the background. */
  answer(name: string, said: Said): Promise<string> {
    return this.#begin(name, 'said', async (world, begun) => {
      const { run, definition } = await findRun(world, name)
      await moveOn(world, run, definition, async (open, repairs) => {
        const { phrase = '', passkey, choice, text, data } = refuseOther(open, said)
        await answerOpen({ ...world, person: whoTyped(phrase) }, open, definition, {
          choice,
          ...(text && { text }),
          ...(data !== undefined && { data: data as Json }),
          ...(passkey !== undefined && { passkey: kept(passkey as Parameters<typeof kept>[0]) }),
        })
        begun(run)
        return goOn(world, open, definition, {}, repairs)
      })
    })
  }

  resume(name: string, { retry = false } = {}): Promise<string> {
    return this.#begin(name, 'soon', (world) => resume.run({ run: name, ...(retry && { retry }) }, world))
  }

  /** Shows what would be written; writes only what was shown. */
  async apply(name: string, seen: string | null): Promise<Planned> {
    const world = this.#options.openWorld({ signal: this.#leave.signal, onCommit: () => {} })
    try {
      const own = ownVerbs((await findRun(world, name)).definition).find((verb) => verb.name === 'apply')
      const operation = own && (await own.load()).default
      const plan = async (force: boolean) => {
        const { files, written } = operation
          ? merged((await operation.run({ run: name, yes: force }, world)) as { patch: string; how: string })
          : await apply.run({ run: name, dryRun: !force, force }, world)
        return { files, written, seen: sha256(JSON.stringify(files)) }
      }
      const now = await plan(false)
      if (seen === null) return now
      if (now.seen !== seen)
        throw new Fault('conflict', 'these files have changed since you viewed them; nothing was written', {
          fix: 'View the changes again.',
        })
      return await plan(true)
    } finally {
      await world.close()
    }
  }

  stop(name: string, reason: string): Promise<string> {
    return this.#begin(name, 'end', (world) => stop.run({ run: name, reason }, world))
  }

  forms(): Promise<Record<string, StartForm>> {
    return startForms(this.#options.world.workflows)
  }

  async start(workflow: string, fields: Record<string, string>): Promise<string> {
    const begin = await starting(this.#options.world.workflows, workflow)
    if (!begin)
      throw new Fault('not_found', `${workflow} can't be started in the browser`, {
        fix: `Start it on the command line: whet ${workflow} --help`,
      })
    const { operation, form } = begin
    const read = operation.input.safeParse(form.read(fields))
    if (!read.success) throw new Fault('usage', read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
    return this.#begin(null, 'commit', (world) => operation.run(read.data, world))
  }

  /** Starts another run from an ended one's input, if no form is needed. */
  async again(name: string): Promise<string> {
    const { world } = this.#options
    const { run, definition } = await findRun(world, name)
    const panel = (await definition.panel?.())?.default
    const given = panel?.afresh?.((await world.store.load(definition, run)).run)
    const verb = given && ownVerbs(definition).find((each) => each.name === 'new')
    if (!verb) throw new Fault('refused', `${name} can only be continued on the command line`)
    const { default: operation } = await verb.load()
    return this.#begin(null, 'commit', (own) => operation.run(operation.input.parse(given), { ...own, cwd: own.root }))
  }

  /** What the form leaves open, asked before anything starts. */
  async questions(workflow: string, fields: Record<string, string>): Promise<Asked[]> {
    const asks = (await starting(this.#options.world.workflows, workflow))?.form.asks
    if (!asks) return []
    const world = this.#options.openWorld({ signal: this.#leave.signal, onCommit: () => {} })
    try {
      return await asks(fields, world)
    } finally {
      await world.close()
    }
  }

  /** Leaves every run resumable. */
  async close(): Promise<void> {
    this.#leave.abort()
    await Promise.allSettled(this.#going)
  }

  /** `until`: when the caller is told that it has begun; an earlier failure goes to the caller, a later one to the run's page. */
  #begin(
    name: string | null,
    until: 'said' | 'soon' | 'commit' | 'end',
    act: (world: World, begun: (run: string) => void) => Promise<unknown>,
  ): Promise<string> {
    const { index, openWorld } = this.#options
    return new Promise<string>((resolve, reject) => {
      let run = name
      let told = false
      const begun = (which: string) => {
        run = which
        if (told) return void index.touch(which)
        told = true
        void index.touch(which, null)
        resolve(which)
      }
      const world = openWorld({
        signal: this.#leave.signal,
        onCommit: (_workflow, state) => (told || until !== 'commit' ? void index.touch(state.run) : begun(state.run)),
      })
      const timer = name !== null && until === 'soon' ? setTimeout(() => begun(name), patienceMs) : undefined
      const going = act(world, begun)
        .then((output) => begun((output as { run?: string } | undefined)?.run ?? (run as string)))
        .catch((error: unknown) => {
          const fault = toFault(error)
          if (!told) reject(fault)
          else if (run !== null) void index.touch(run, { message: fault.message, ...(fault.fix && { fix: fault.fix }) })
        })
        .finally(() => {
          clearTimeout(timer)
          this.#going.delete(going)
          return world.close()
        })
      this.#going.add(going)
    })
  }
}

/** What a workflow's own `apply` reports: the patch, and whether it was written. */
const merged = ({ patch, how }: { patch: string; how: string }): Pick<Planned, 'files' | 'written'> => ({
  files: patchFiles(patch).map((file) => (how === 'already there' ? { ...file, is: 'same' as const } : file)),
  written: how === 'merged',
})

/** What is decided must be what the page showed, and the phrase is typed by the person alone. */
function refuseOther(open: AnyRun, said: Said): Said {
  const next = open.workflow.next(open.state.state)
  if (!('ask' in next) || next.ask.key !== said.gate || (next.ask.decides?.hash ?? null) !== said.hash)
    throw new Fault('conflict', 'the question has changed; nothing was decided', {
      fix: 'View the page again and decide on what it shows now.',
    })
  const choice = next.ask.choices.find(({ name }) => name === said.choice)
  if (choice?.needsText && !said.text?.trim()) throw new Fault('usage', `"${said.choice}" needs ${choice.needsText}`)
  return said
}

function whoTyped(phrase: string): Person {
  const nobody = () => Promise.reject(new Fault('needs_person', 'this needs a person at a terminal'))
  return { text: async () => phrase, confirm: nobody, choose: nobody, show: () => {} }
}
