// whet report: one run, or all of them, as a single file to send, without scripts or external resources.
import { writeFileSync } from 'node:fs'
import { basename, dirname, extname, relative, resolve } from 'node:path'
import * as z from 'zod'
import { guard, makeFolder } from '../adapters/disk.ts'
import { tellingAt } from '../report/story.ts'
import { storyPage } from '../report/page.ts'
import { type Project, type ProjectRun, projectMarkdown, projectPage } from '../report/project-page.ts'
import { spendingText } from '../report/spending.ts'
import { storyMarkdown } from '../report/story-markdown.ts'
import { Fault, toFault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { type RunRecord, readRecord } from './run-record.ts'
import { findRun } from './runs.ts'
import { pickRun } from './show.ts'
import { storyOf } from './story.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'Write a run as one file to send: an HTML page, or Markdown',
  input: z.object({
    run: field.text('id or name; default: the active run'),
    workflow: field.workflow,
    all: field.flag('report on every run of the project, with trends'),
    html: field.flag('as an HTML page (the default)'),
    md: field.flag('as Markdown'),
    out: field.text('file to write; - prints it. Default: <run>-report.html or .md here', { value: 'file' }),
  }),
  positional: [{ name: 'run' }],
  examples: ['whet report checkout', 'whet report checkout --md --out -', 'whet report --all --out runs.html'],
  personOnly: true,
  async run({ run: name, workflow, all, html, md, out }, world): Promise<{ file: string | null; bytes: number; text?: string }> {
    if (html && md) throw new Fault('usage', "--html and --md can't be combined", { fix: 'Use one of them.' })
    if (all && name !== undefined) throw new Fault('usage', '--all takes no run', { fix: `Leave out ${name}, or --all.` })
    const asMarkdown = md ?? (!html && out !== undefined && /^\.(?:md|markdown)$/i.test(extname(out)))
    const made = all ? await projectReport(world, workflow, asMarkdown) : await runReport(world, name, workflow, asMarkdown)
    const bytes = new TextEncoder().encode(made.text).length
    if (out === '-') return { file: null, bytes, text: made.text }
    const path = resolve(world.cwd, out ?? `${made.name}${asMarkdown ? '.md' : '.html'}`)
    makeFolder(dirname(path))
    guard(path, () => writeFileSync(path, made.text))
    return { file: relative(world.cwd, path), bytes }
  },
  exact: ({ out }) => out === '-',
  text: ({ file, bytes, text }) => text ?? `Wrote ${file} (${Math.ceil(bytes / 1000)} kB): one file, without script, ready to send.`,
})

interface Made {
  name: string
  text: string
}

async function runReport(world: World, name: string | undefined, workflow: string | undefined, asMarkdown: boolean): Promise<Made> {
  const wanted = name ?? (await pickRun(world, workflow))
  const { run, definition } = await findRun(world, wanted, workflow)
  return told(world, await readRecord(world, run, definition), asMarkdown)
}

export async function told(world: World, record: RunRecord, asMarkdown: boolean): Promise<Made> {
  const story = await storyOf(world, record)
  return { name: `${story.name}-report`, text: asMarkdown ? storyMarkdown(story) : storyPage(story) }
}

async function projectReport(world: World, workflow: string | undefined, asMarkdown: boolean): Promise<Made> {
  const runs: ProjectRun[] = []
  const unreadable: string[] = []
  for (const run of await world.store.list()) {
    try {
      const owner = await world.store.workflowOf(run)
      if (!workflow || owner === workflow) runs.push(await projectRun(world, run, owner))
    } catch (error) {
      unreadable.push(`${run}: ${toFault(error).message}`) // a damaged run must not prevent the report
    }
  }
  const project: Project = { name: basename(world.root), at: world.clock.now(), runs, unreadable }
  return { name: `${project.name}-runs`, text: asMarkdown ? projectMarkdown(project) : projectPage(project) }
}

async function projectRun(world: World, name: string, owner: string): Promise<ProjectRun> {
  const { run, definition, judged } = await readRecord(world, name, await world.workflows.get(owner))
  const { status, name: shown, iteration, maxIterations, waitsFor, awaits } = definition.view.summary(run)
  return {
    name: shown,
    run: name,
    workflow: definition.name,
    status: waitsFor !== null || awaits !== undefined ? 'waits for a person' : status,
    passed: run.outcome?.passed ?? null,
    iteration,
    maxIterations,
    startedAt: run.createdAt,
    updatedAt: run.at,
    score: judged[tellingAt(judged) - 1] ?? null,
    spent: spendingText(run.usage),
  }
}
