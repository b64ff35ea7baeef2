// Folders that another tool of this format wrote: listed and shown as they are, imported when resumed.
import { stamp } from '../../../operations/run-id.ts'
import { join } from 'node:path'
import { below, exists, readText } from '../../../adapters/disk.ts'
import { commit } from '../../../kernel/commit.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { NewEvent } from '../../../schema/event.ts'
import { Fault } from '../../../schema/fault.ts'
import { afterEvaluation } from '../conclude.ts'
import { aliasPattern } from '../draft.ts'
import { event } from '../events.ts'
import { iso } from '../files.ts'
import { type Import, importRun } from '../import.ts'
import { parseRecord } from '../../../rules/reading/parsed.ts'
import { record, text } from '../loose.ts'
import { activeRules } from '../rules.ts'
import type { ReflexState } from '../state.ts'
import { aloneInProject } from '../verbs/alone.ts'
import { activePointer, evolutionFolder, loopFolders } from './folder.ts'
import { damagedRun, summaryOr } from '../../../operations/list.ts'
import type { Foreign } from '../../../operations/definition.ts'
import type { Summary, TimelineLine } from '../../../operations/summary.ts'
import type { World } from '../../../operations/world.ts'

export const foreignLoops = (world: World): Foreign => ({
  list: () =>
    loopFolders(world)
      .filter((alias) => aliasPattern.test(alias))
      .map((alias) => summaryOr(alias, 'reflex', () => summaryOf(alias, `${evolutionFolder(world)}/${alias}`, read(world, alias)))),
  read(name) {
    const place = aliasPattern.test(name) ? below(world.root, `${evolutionFolder(world)}/${name}`) : ''
    if (!place || !exists(place)) return null
    const { files, read: found } = foreignFiles(world, name)
    const known = 'problem' in found ? null : found.input
    const level = known?.imported?.state.level ?? 'A'
    return {
      artifact: files.text === null ? null : { hash: sha256(files.text), text: files.text },
      events: timeline((files.history ?? '').split('\n')),
      summary: summaryOf(name, files.folder, found),
      draft: known && known.prompt !== '' && known.criteria.rules.length > 0 ? { ...known, task: known.prompt } : null,
      rules: known ? activeRules({ criteria: known.criteria, level }) : [],
      threshold: known?.criteria.phase[level].threshold ?? 1,
      contradiction: ('notes' in found ? found.notes : []).find((note) => note.includes("doesn't follow from its rule results")) ?? null,
      judged: text(record(parseRecord(files.run)?.['evaluation'])?.['artifact_hash']) || null,
    }
  },
  earlier: (created) => timeline((created as { input?: { imported?: { historyLines?: string[] } } }).input?.imported?.historyLines ?? []),
  adopt: (name, options) => adopt(world, name, options),
})

/** Imports a foreign loop into our journal. An ended one is left as it is. */
async function adopt(world: World, name: string, { judge }: { judge(workflow: string): Promise<boolean> }): Promise<void> {
  const { default: reflex } = await import('../index.ts')
  const { files, read: found } = foreignFiles(world, name)
  if ('problem' in found) throw new Fault('invalid', found.problem, { fix: 'Start a new loop with `whet reflex new`.' })
  if (found.status !== 'running') {
    throw new Fault(
      'refused',
      `${name} is ${found.status} (${found.reason}); no step was run${found.status === 'failed' && found.lastError ? `. Last phase_error: ${found.lastError}` : ''}`,
      {
        fix: `Start a new one from its artifact: \`whet reflex new --from ${name}\`.`,
        data: { status: found.status, reason: found.reason },
      },
    )
  }
  const judged = await judge('reflex')
  const own = reflex.matches(found.input.runId, name) && /^[a-z0-9-]{1,128}$/.test(found.input.runId)
  const run = own ? found.input.runId : `${name}-${stamp(found.createdAt ?? world.clock.now())}`
  await aloneInProject(world, name, async () => {
    for (const note of found.notes) world.say(`imported ${name}: ${note}`)
    const open = await world.store.create(
      reflex,
      {
        run,
        workflow: 'reflex',
        input: {
          ...found.input,
          judge: judged,
          sentencesBy: judged ? 'judge' : 'maker',
          ...(world.config.config.judge?.require_passport && { passported: [] }),
          ...(files.artifact !== null && { from: files.artifact }),
        },
        pins: { imported: true },
      },
      world.clock,
      { objects: files.text === null ? [] : [files.text], adopt: true },
    )
    try {
      const events = onwards(open.state.state, found.fault)
      if (events.length > 0) await commit(open, { events }, world)
    } finally {
      await open.close()
    }
  })
}

/** Events to record before it continues: an implausible field ends it; an evaluation without a recorded consequence is concluded. */
function onwards(state: ReflexState, fault: string | null): NewEvent[] {
  if (fault)
    return [
      event('phase_error', { step: state.step, task: 'import', attempt: 2, message: `imported run.json: ${fault}` }),
      event('failed', { reason: 'phase_error', because: `imported run.json: ${fault}` }),
    ]
  return state.step === 'EVALUATE' && state.evaluation && state.criteria.rules.length > 0 ? afterEvaluation(state) : []
}

function foreignFiles(world: World, alias: string) {
  const folder = `${evolutionFolder(world)}/${alias}`
  const place = below(world.root, folder)
  const artifact = readText(join(place, 'artifact.md'))
  const pointer = activePointer(world)?.alias === alias ? readText(join(below(world.root, evolutionFolder(world)), 'current.json')) : null
  const files = {
    alias,
    folder,
    run: readText(join(place, 'run.json')),
    history: readText(join(place, 'history.jsonl')),
    pointer,
    artifact: artifact === null ? null : sha256(artifact),
    text: artifact,
  }
  return { files, read: importRun(files) }
}

const read = (world: World, alias: string): Import => foreignFiles(world, alias).read

function summaryOf(alias: string, folder: string, found: Import): Summary {
  if ('problem' in found) return damagedRun(alias, found.problem, 'reflex', folder)
  const { state } = found.input.imported as { state: Partial<ReflexState> }
  return {
    run: alias,
    workflow: 'reflex',
    name: alias,
    status: found.status,
    iteration: state.iteration ?? 1,
    maxIterations: found.input.maxIterations,
    phase: state.level ?? 'A',
    step: state.step ?? '',
    score: found.recorded,
    scale: 1,
    updatedAt: found.updatedAt === null ? '' : iso(found.updatedAt),
    waitsFor: null,
    reason: found.status === 'running' ? null : found.reason,
    folder,
    stage: found.status === 'running' ? 'working' : 'ended',
    elsewhere: { again: null },
  }
}

function timeline(lines: readonly string[]): TimelineLine[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const found = parseRecord(line)
      return found
        ? { seq: index + 1, at: text(found['ts']), event: text(found['event']), text: JSON.stringify(found['payload'] ?? {}) }
        : { seq: index + 1, at: '', event: 'unreadable', text: line.slice(0, 100) }
    })
}
