// Designs whose folder came without a journal: listed and shown as they are, taken over when resumed.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { below, exists, guard, readText } from '../../../adapters/disk.ts'
import { strictest } from '../../../gates/policy.ts'
import { sha256 } from '../../../lib/hash.ts'
import { jsonOrNothing } from '../../../rules/reading/parsed.ts'
import { Fault } from '../../../schema/fault.ts'
import type { ForeignDesign } from '../import.ts'
import { folder } from '../settings.ts'
import { featurePattern } from '../state.ts'
import { designFolder, settingsNow } from './settings.ts'
import { summaryOr } from '../../../operations/list.ts'
import type { Foreign } from '../../../operations/definition.ts'
import type { Summary, TimelineLine } from '../../../operations/summary.ts'
import type { World } from '../../../operations/world.ts'

export const foreignDesigns = (world: World): Foreign => ({
  list: () => features(world).map((feature) => summaryOr(feature, 'design', () => summaryOf(world, feature))),
  read(name) {
    if (!features(world).includes(name)) return null
    const { intent, state } = filesOf(world, name)
    return {
      artifact: intent === null ? null : { hash: sha256(intent), text: intent },
      events: timeline(state),
      summary: summaryOf(world, name),
    }
  },
  earlier: () => [],
  adopt: (name) => adopt(world, name),
})

async function adopt(world: World, name: string): Promise<void> {
  const makers = await world.makers({ workflow: 'design' })
  const { checkApproval } = await import('../../../adapters/attest.ts')
  const { claimedSignature, importDesign } = await import('../import.ts')
  const [verifier, settings] = [world.verifier(), settingsNow(world, makers)]
  const files = filesOf(world, name)
  const claim = claimedSignature(files)
  const checked =
    claim &&
    (await checkApproval(
      { hash: claim.checksum, stored: claim.signature, askedBy: null, at: claim.at },
      verifier,
      strictest(),
      world.clock.now(),
    ))
  const found = importDesign(files, settings, checked && !('why' in checked) ? claim : null)
  if ('problem' in found)
    throw new Fault('invalid', found.problem, {
      fix: `Fix state.json, or move ${designFolder(world, name)} away and start again with \`whet design new ${name}\`.`,
    })
  for (const note of found.notes) world.say(`imported ${name}: ${note}`)
  const { default: design } = await import('../index.ts')
  const open = await world.store.create(design, { run: `design-${name}`, workflow: 'design', input: found.input, pins: {} }, world.clock, {
    objects: found.objects,
    adopt: true,
  })
  await open.close()
}

function features(world: World): string[] {
  const at = below(world.root, folder(world.config.config))
  if (!exists(at)) return []
  const names = guard(at, () => readdirSync(at, { withFileTypes: true })).flatMap((entry) =>
    entry.isDirectory() && featurePattern.test(entry.name) ? [entry.name] : [],
  )
  return names.filter((name) => exists(join(at, name, 'design', 'state.json'))).sort()
}

function filesOf(world: World, featureId: string): ForeignDesign {
  const folder = designFolder(world, featureId)
  const read = (name: string) => readText(below(world.root, `${folder}/${name}`))
  return {
    featureId,
    folder,
    state: read('state.json'),
    intent: read('intent.json'),
    preview: read('preview.html'),
    final: { marker: read('final/FROZEN.md'), intent: read('final/intent.json'), preview: read('final/preview.html') },
  }
}

function summaryOf(world: World, name: string): Summary {
  const folder = designFolder(world, name)
  const found = parsed(readText(below(world.root, `${folder}/state.json`)))
  const text = (field: string) => (found[field] === undefined || found[field] === null ? '' : String(found[field]))
  const status = text('state') || 'damaged'
  return {
    run: name,
    workflow: 'design',
    elsewhere: { again: null },
    name,
    status,
    iteration: Number(found['iteration']) || 0,
    maxIterations: Number(found['maxIterations']) || 0,
    phase: '',
    step: status,
    score: typeof found['score'] === 'number' ? found['score'] : null,
    scale: 100,
    updatedAt: text('updatedAt'),
    waitsFor: null,
    reason: null,
    folder,
    stage: 'ended',
  }
}

function timeline(state: string | null): TimelineLine[] {
  const { history } = parsed(state)
  return (Array.isArray(history) ? history : []).map((entry: unknown, index) => {
    const { at, ...rest } = (typeof entry === 'object' && entry !== null ? entry : {}) as { at?: unknown }
    return {
      seq: index + 1,
      at: typeof at === 'string' ? at : '',
      event: 'choice' in rest ? 'choice' : 'moved',
      text: JSON.stringify(rest),
    }
  })
}

const parsed = (text: string | null) => (jsonOrNothing(text ?? '{}') ?? {}) as Record<string, unknown>
