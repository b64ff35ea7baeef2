// The page's documents: the list, one run, its history, findings, prompts, texts and differences.
import { nextOf } from '../../kernel/budget.ts'
import { basename } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { isGoing } from '../../operations/list.ts'
import { findForeign, loadRun, pinsOf } from '../../operations/runs.ts'
import { ownVerbs } from '../../operations/catalog.ts'
import { told } from '../../operations/report.ts'
import type { PanelContext } from '../../operations/page.ts'
import { type Addresses, type RunRecord, contextOf } from '../../operations/run-record.ts'
import type { World } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import { fencedFiles } from '../../lib/fenced-files.ts'
import type { Actions, Difference, ShownRule, HistoryLine, Judged, RunDocument, RunList, RunRow, StopCard, Work } from './document.ts'
import { aboutOf, nowAsked } from './about.ts'
import { rowOf, taskLine } from './rows.ts'
import type { RunIndex } from './run-index.ts'
import { RunReader } from './run-reader.ts'
import { partsOf } from './work.ts'

/** Limit on runs kept open for reading. */
const mostOpen = 8
const diffMs = 3000

export class Documents {
  readonly #world: World
  readonly #index: RunIndex
  readonly #addresses: Addresses
  readonly #open = new Map<string, RunReader>()

  constructor(world: World, index: RunIndex, addresses: Addresses) {
    this.#world = world
    this.#index = index
    this.#addresses = addresses
  }

  list(): Omit<RunList, 'heard'> {
    const { rows, unread } = this.#index
    return { project: basename(this.#world.root), rows, unread, workflows: [...this.#world.workflows.names] }
  }

  /** What its makers are saying, by task. */
  said(name: string): Promise<Record<string, string>> {
    return this.#world.store.overheard(name)
  }

  async run(name: string): Promise<RunDocument> {
    if (this.#index.isForeign(name)) return this.#foreign(name)
    const record = await this.#record(name, { notice: true })
    const { definition, panel, run, steps, judged, versions } = record
    const next = nextOf(definition, run)
    const context = this.#context(record)
    const known = this.#index.row(name)
    const about = await aboutOf(record, context)
    return {
      row: {
        ...rowOf(definition, run, await isGoing(this.#world, name, run), known?.trouble ?? null),
        run: name,
        task: taskLine(about.task),
      },
      about,
      actions: await this.#actions(record, context),
      brief: 'ask' in next ? ((await panel.brief?.(context)) ?? []) : [],
      children: this.#index.rows.filter(({ parent }) => parent === name),
      createdAt: run.createdAt,
      updatedAt: run.at,
      usage: run.usage,
      gate: 'ask' in next ? next.ask : null,
      stop: await stopCard(record, context),
      steps: [...steps.values()].map((step) => nowAsked(step, next, about)),
      judged: judged.map(({ marks: _marks, ...each }) => each),
      versions,
      panels: (await panel.panels?.(context)) ?? [],
      entries: run.seq,
      foreign: false,
    }
  }

  async history(name: string, after: number): Promise<HistoryLine[]> {
    if (this.#index.isForeign(name))
      return ((await findForeign(this.#world, name))?.found.events ?? []).map(({ seq, at, event, text }) => ({
        seq,
        at: Date.parse(at),
        event,
        text,
        data: '',
      }))
    return (await (await this.#reader(name)).history()).filter(({ seq }) => seq > after)
  }

  async entry(name: string, seq: number): Promise<object> {
    return (await this.#reader(name)).raw(seq)
  }

  async findings(name: string, number: number): Promise<ShownRule[]> {
    const record = await this.#record(name)
    const judged: Judged | undefined = record.judged[number - 1]
    if (!judged) throw new Fault('not_found', `${name} has ${record.judged.length} evaluations; there is no evaluation ${number}`)
    return (await record.panel.findings?.(judged, this.#context(record))) ?? []
  }

  /** A prompt as it was sent, rendered from its template and texts; only its fences are new. */
  async prompt(name: string, key: string): Promise<{ prompt: string; template: string; expects: string }> {
    const reader = await this.#reader(name)
    const step = (await reader.record()).steps.get(key)
    const state = step ? await reader.stateAt(step.seq) : null
    const next = state ? reader.definition.next(state.state) : null
    const task = next && 'do' in next ? next.do.find((each) => each.key === key) : undefined
    if (!state || task?.kind !== 'ask') throw new Fault('not_found', `${key} of ${name} asked no maker`)
    const { prompt, template, expects } = await this.#world.request(task, state, pinsOf(reader.definition, state))
    return { prompt, template, expects }
  }

  async text(name: string, hash: string): Promise<string> {
    if (this.#index.isForeign(name)) {
      const artifact = (await findForeign(this.#world, name))?.found.artifact
      if (artifact?.hash === hash) return artifact.text
    }
    const text = await this.#world.store.text(name, hash)
    if (text === null) throw new Fault('not_found', `${name} has no text ${hash}`)
    return text
  }

  async picture(name: string, picture: string): Promise<{ bytes: Uint8Array; type: string }> {
    const record = await this.#record(name)
    const bytes = (await record.panel.picture?.(picture, this.#context(record))) ?? null
    const type = bytes && pictureType(bytes)
    if (!bytes || !type) throw new Fault('not_found', `${name} has no picture ${picture}`)
    return { bytes, type }
  }

  /** A version by its parts, ready to be shown. */
  async work(name: string, number: number): Promise<Work> {
    const document = this.#index.isForeign(name) ? await this.#foreign(name) : null
    const record = document ? null : await this.#record(name)
    const version = (document ?? record)?.versions[number - 1]
    if (!version) throw new Fault('not_found', `${name} has no version ${number}`)
    const text = await this.text(name, version.hash)
    const frame = (file?: string) => this.#addresses.frame(name, version.hash, file)
    return { version, parts: partsOf(text, record ? namedBy(record) : { path: 'artifact.md', isSet: false }, frame) }
  }

  async diff(name: string, from: number, to: number): Promise<Difference> {
    const { versions, panel } = await this.#record(name)
    const [earlier, later] = [versions[from - 1], versions[to - 1]]
    if (!earlier || !later)
      throw new Fault('not_found', `${name} has ${versions.length} versions; there is no version ${earlier ? to : from}`)
    const [before, after] = [await this.text(name, earlier.hash), await this.text(name, later.hash)]
    const patch = createTwoFilesPatch(`version ${from}`, `version ${to}`, before, after, '', '', { context: 3, timeout: diffMs })
    if (patch === undefined)
      throw new Fault('timeout', `versions ${from} and ${to} differ too much to compare line by line`, {
        fix: 'View each of them instead.',
      })
    return { patch, parts: panel.changes?.(before, after) ?? null }
  }

  /** What `whet report` writes. */
  async report(name: string, asMarkdown: boolean): Promise<string> {
    return (await told(this.#world, await this.#record(name), asMarkdown)).text
  }

  /** Values for the start form to continue from this run. */
  async again(name: string): Promise<Record<string, string>> {
    const record = await this.#record(name)
    return (await record.panel.again?.(this.#context(record))) ?? {}
  }

  async #actions({ definition, panel, run }: RunRecord, { text }: PanelContext<unknown>): Promise<Actions> {
    if (!run.outcome) return { apply: false, again: null, retry: false }
    const current = definition.view.current(run)
    const made = current && !current.given ? fencedFiles(await text(current.sha256).catch(() => '')) : { files: [], problems: [] }
    return {
      apply: ownVerbs(definition).some(({ name }) => name === 'apply')
        ? run.outcome.passed
        : made.files.length > 0 && made.problems.length === 0,
      again: panel.again ? 'form' : panel.afresh?.(run) ? 'at once' : null,
      retry: run.outcome.status === 'failed' && definition.hands(this.#world).retry !== undefined,
    }
  }

  /** Kept open, so that watching a page costs only what was added. */
  async #reader(name: string): Promise<RunReader> {
    const reader =
      this.#open.get(name) ?? new RunReader(this.#world, name, await this.#world.workflows.get(await this.#world.store.workflowOf(name)))
    this.#open.delete(name)
    this.#open.set(name, reader)
    for (const oldest of this.#open.keys()) if (this.#open.size > mostOpen) this.#open.delete(oldest)
    return reader
  }

  async #record(name: string, { notice = false } = {}): Promise<RunRecord> {
    const reader = await this.#reader(name)
    // News from the world is recorded when someone opens the run.
    if (notice && reader.definition.hands(this.#world).noticed) await loadRun(this.#world, name, reader.definition)
    try {
      return await reader.record()
    } catch (error) {
      this.#open.delete(name) // a replaced journal is read from its start the next time
      throw error
    }
  }

  #context(record: RunRecord): PanelContext<unknown> {
    return contextOf(this.#world, record, this.#addresses)
  }

  async #foreign(name: string): Promise<RunDocument> {
    const row = this.#index.rows.find(({ run }) => run === name) as RunRow
    const artifact = (await findForeign(this.#world, name))?.found.artifact
    const at = Date.parse(row.updatedAt) || 0
    return {
      row,
      about: { task: row.task, criteria: [], makers: [] },
      actions: { apply: false, again: null, retry: false },
      brief: [],
      children: [],
      createdAt: at,
      updatedAt: at,
      usage: { calls: 0, tokensIn: 0, tokensOut: 0, costMicros: 0, mayBePaid: 0, unpriced: 0 },
      gate: null,
      stop: null,
      steps: [],
      judged: [],
      versions: artifact ? [{ number: 1, hash: artifact.hash, label: 'as found', at, seq: 0 }] : [],
      panels: [],
      entries: 0,
      foreign: true,
    }
  }
}

/** A version's name: its target file's, or the one it is stored under. */
function namedBy({ definition, run }: RunRecord): { path: string; isSet: boolean } {
  const goal = definition.delivers?.(run)
  const path = definition.view.current(run)?.path ?? 'artifact.md'
  if (!goal) return { path, isSet: true }
  const endings = { markdown: '.md', json: '.json', yaml: '.yaml', text: '.txt', code: '', files: '.md' } as const
  return { path: goal.target ?? path.replace(/\.md$/, endings[goal.kind]), isSet: goal.kind === 'files' }
}

/** By its first bytes, whatever its name; formats that can hold scripts, such as SVG, don't count as pictures. */
function pictureType(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null
}

async function stopCard({ definition, panel }: RunRecord, context: PanelContext<unknown>): Promise<StopCard | null> {
  const { run } = context
  if (!run.outcome) return null
  const { status, reason, passed } = run.outcome
  const said = await panel.stop?.(context)
  return {
    status,
    reason,
    passed,
    because: said?.because ?? '',
    distance: said?.distance ?? [],
    words: definition.view.card(run),
    onward: definition.view.onward(run, definition.view.summary(run).name),
  }
}
