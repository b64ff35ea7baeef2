// whet sprint report: each evaluation of a run as its own page, with pictures and boxes on findings.
import { resolve } from 'node:path'
import * as z from 'zod'
import { makeFolder } from '../../../adapters/disk.ts'
import { replaceIn } from '../../../adapters/own-folder.ts'
import { sizeOf } from '../png.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { findRun, loadRun } from '../../../operations/runs.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import { sprint } from '../index.ts'
import { type Picture, evaluationPage } from '../page-report.ts'
import { failing } from '../scorecard.ts'
import type { Evaluation } from '../state.ts'

export default defineOperation({
  summary: 'Write a page about each evaluation: pictures, boxes, what to fix first',
  input: z.object({ run: z.string().meta({ description: 'id or name' }) }),
  positional: [{ name: 'run' }],
  examples: ['whet sprint report site'],
  personOnly: true,
  async run({ run: name }, world): Promise<{ run: string; files: string[] }> {
    const { run } = await findRun(world, name, 'sprint')
    const { evaluations, parameters, input } = (await loadRun(world, run, sprint)).state
    if (evaluations.length === 0)
      throw new Fault('not_found', `${name} has no evaluation yet`, { fix: `Continue it: \`whet resume ${name}\`.` })
    const folder = parameters.gan_loop.sprint_contract.artifact_dir
    makeFolder(resolve(world.root, folder))
    const pictures = await picturesOf(world, evaluations)
    const files = evaluations.map(({ number }, index) => {
      const page = evaluationPage({
        page: input.material.page,
        evaluations: evaluations.slice(0, index + 1),
        threshold: parameters.gan_loop.pass_threshold,
        pictures,
      })
      const path = `${folder}/evaluation-report-${number}.html`
      replaceIn(world.root, path, page)
      return path
    })
    return { run, files }
  },
  text: ({ files }) => files.join('\n'),
})

async function picturesOf({ store }: World, evaluations: readonly Evaluation[]): Promise<Record<string, Picture>> {
  const found = evaluations.flatMap(({ card }) => failing(card).flatMap(({ evidence }) => evidence))
  const hashes = new Set([
    ...evaluations.flatMap(({ seen }) => Object.values(seen?.pictures ?? {})),
    ...found.flatMap(({ location }) => location?.sight?.picture ?? []),
  ])
  const pictures: Record<string, Picture> = {}
  for (const hash of hashes) {
    const png = await store.object(hash)
    if (png) pictures[hash] = { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, ...sizeOf(png) }
  }
  return pictures
}
