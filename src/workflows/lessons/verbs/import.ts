// whet lessons import: turns the instructions people already give assistants into lessons, sentence by sentence, and puts them to the test.
import { basename, resolve } from 'node:path'
import * as z from 'zod'
import { readArtifactFile } from '../../../adapters/text-file.ts'
import { inTrial, notPassedCode, unnamed } from '../../../learning/lesson.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { fit, plainLook } from '../../../report/look.ts'
import type { World } from '../../../operations/world.ts'
import { plural } from '../../../rules/reading/lines.ts'
import { Fault } from '../../../schema/fault.ts'
import { event } from '../events.ts'
import { type Sentence, sentencesOf } from '../import.ts'
import { record, withBook } from './book.ts'

const linesOf = (sentences: readonly Sentence[]) => [...new Set(sentences.map(({ line }) => line))]

export default defineOperation({
  summary: 'Put every sentence of CLAUDE.md, AGENTS.md or .cursorrules into trial',
  input: z.object({
    file: z.string().meta({ description: 'the file to read' }),
    code: z
      .string()
      .optional()
      .meta({ description: 'the error the sentences should prevent; default: anything that keeps a run from passing' }),
    for: z.string().optional().meta({ description: 'the workflow whose makers get the lessons; default: order', value: 'workflow' }),
  }),
  positional: [{ name: 'file' }],
  personOnly: true,
  examples: ['whet lessons import CLAUDE.md', 'whet lessons import STYLE.md --for reflex'],
  run: (
    { file, for: workflow = unnamed, code = notPassedCode(workflow) },
    world,
  ): Promise<{ file: string; added: string[]; known: number; tooLong: number[]; tooShort: number[] }> =>
    withBook(world, async (open) => {
      await refuseUntold(world, workflow)
      const { sentences, tooLong, tooShort } = sentencesOf(readArtifactFile(resolve(world.cwd, file), file))
      const ids = new Set(open.state.state.lessons.map(({ id }) => id))
      const found = sentences.map(({ text, line }) =>
        inTrial({ code, text, version: 1, parent: null, reason: `imported from ${basename(file)}:${line}`, addedAt: world.clock.now() }),
      )
      const fresh = [...new Map(found.map((lesson) => [lesson.id, lesson])).values()].filter(({ id }) => !ids.has(id))
      const added = fresh.map((lesson) => event('lesson_added', { lesson }))
      await record(world, open, added)
      const known = new Set(found.map(({ id }) => id)).size - fresh.length
      return { file, added: fresh.map(({ id }) => id), known, tooLong: linesOf(tooLong), tooShort: linesOf(tooShort) }
    }),
  text: ({ file, added, known, tooLong, tooShort }, _input, { width } = plainLook) =>
    fit(
      [
        `${plural(added.length, 'lesson')} from ${file} ${added.length === 1 ? 'is' : 'are'} in trial${known > 0 ? `; ${known} ${known === 1 ? 'was' : 'were'} already known` : ''}.`,
        ...(tooLong.length > 0 ? [`Skipped as too long for one lesson: line ${tooLong.join(', ')}.`] : []),
        ...(tooShort.length > 0 ? [`Skipped, as fewer than three words can't state a rule: line ${tooShort.join(', ')}.`] : []),
        ...(added.length > 0
          ? [`Remove these sentences from ${file} during the trial: an assistant that reads them there is never without them.`]
          : []),
      ].join('\n'),
      width,
    ),
})

/** In a workflow whose makers get no lessons, it would never be tried. */
async function refuseUntold({ workflows }: World, name: string): Promise<void> {
  if (name === unnamed || (await workflows.get(name)).learns) return
  const told = [unnamed, ...(await workflows.all()).flatMap((each) => (each.learns ? [each.name] : []))]
  throw new Fault('usage', `makers of ${name} get no lessons`, { fix: `Name one of ${told.join(', ')}, or drop --for.` })
}
