// Collects what a report tells of a run, from its journal, view and panel.
import { basename } from 'node:path'
import { parsePatch, structuredPatch } from 'diff'
import { packageVersion } from '../adapters/package.ts'
import type { Pins } from '../agents/pins.ts'
import { mayBePaidText, spendingText } from '../report/spending.ts'
import { type Story, type StoryChange, type StoryText, makerName, versionBefore } from '../report/story.ts'
import type { Panel, PanelContext, Version } from './page.ts'
import { type RunRecord, askedOf, contextOf } from './run-record.ts'
import { pinsOf } from './runs.ts'
import type { World } from './world.ts'

/** More would make the page unreadable; `whet diff` shows the rest. */
const mostChanges = 12
const mostFiles = 50
const diffMs = 3000
const mostPictures = 8
const mostPictureBytes = 4_000_000

export async function storyOf(world: World, record: RunRecord): Promise<Story> {
  const { run, definition, panel, judged, versions, decisions, makers } = record
  const summary = definition.view.summary(run)
  const context = contextOf(world, record)
  const next = run.outcome ? null : definition.next(run.state)
  const ended = run.outcome ? ((await panel.stop?.(context)) ?? null) : null
  const panels = (await panel.panels?.(context)) ?? []
  const artifact = await artifactOf(context, record)
  const shown = judgedNow(record)
  return {
    project: basename(world.root),
    name: summary.name,
    run: run.run,
    workflow: definition.name,
    status: summary.status,
    passed: run.outcome?.passed ?? null,
    reason: run.outcome?.reason ?? null,
    because: ended?.because ?? '',
    waits: next && 'ask' in next ? next.ask.question : null,
    asked: await askedOf(context, record),
    startedAt: run.createdAt,
    updatedAt: run.at,
    iteration: summary.iteration,
    maxIterations: summary.maxIterations,
    judged,
    distance: ended?.distance ?? [],
    findings: await Promise.all(
      shown.map(async (each) => ({ label: each.label, findings: (await panel.findings?.(each, context)) ?? [] })),
    ),
    artifact,
    changes: [...(await changesOf(context, record)), ...panels.flatMap(proposed)],
    ...(await panelsOf(context, record, panels)),
    decisions,
    makers: makers.map((each) => ({ ...each, maker: makerName(each.maker) })),
    spent: [spendingText(run.usage), mayBePaidText(run.usage.mayBePaid)].filter(Boolean).join('; '),
    provenance: provenance(record, artifact, versions),
  }
}

/** The evaluation of the delivered artifact, else the last, with the others of the same step. */
function judgedNow({ definition, run, judged }: RunRecord) {
  const hash = definition.view.current(run)?.sha256
  const chosen = judged.findLast(({ artifact }) => artifact !== null && artifact === hash) ?? judged.at(-1)
  return judged.filter(({ seq }) => seq === chosen?.seq)
}

async function artifactOf({ text, run }: PanelContext<unknown>, { definition, versions }: RunRecord): Promise<StoryText | null> {
  const current = definition.view.current(run)
  if (!current) return null
  const label = versions.findLast(({ hash }) => hash === current.sha256)?.label ?? ''
  return { ...current, label, text: await text(current.sha256) }
}

async function changesOf({ text }: PanelContext<unknown>, { panel, versions, judged }: RunRecord): Promise<StoryChange[]> {
  const pairs = versions.flatMap((later, at) => {
    const earlier = versions[(versionBefore({ versions, judged }, at + 1) ?? 0) - 1]
    return earlier && earlier.hash !== later.hash ? [[earlier, later] as const] : []
  })
  const changes = await Promise.all(pairs.slice(-mostChanges).map(async ([earlier, later]) => change(panel, earlier, later, text)))
  return changes.filter(({ words }) => words === null || words.length > 0)
}

async function change(
  panel: RunRecord['panel'],
  earlier: Version,
  later: Version,
  text: PanelContext<unknown>['text'],
): Promise<StoryChange> {
  const [before, after] = [await text(earlier.hash), await text(later.hash)]
  const words = panel.changes?.(before, after)?.map(({ is, what }) => `${signs[is]} ${what}`) ?? null
  const patch = words === null ? structuredPatch('', '', before, after, '', '', { context: 2, timeout: diffMs }) : undefined
  return {
    of: `version ${earlier.number} (${earlier.label}) → version ${later.number} (${later.label})`,
    words,
    hunks: patch?.hunks ?? null,
  }
}

/** A change that isn't a version of one text: file by file, as it would be applied. */
function proposed(panel: Panel): StoryChange[] {
  if (panel.kind !== 'proposals') return []
  return panel.proposals
    .slice(0, mostFiles)
    .map(({ title, why, patch }) => ({
      of: [title, why].filter(Boolean).join(': '),
      words: null,
      hunks: parsePatch(patch).flatMap(({ hunks }) => hunks),
    }))
}

const signs = { new: '+', changed: '~', gone: '−' } as const

/** The workflow's own panels; a state diagram adds nothing the report doesn't say. */
async function panelsOf(
  context: PanelContext<unknown>,
  { panel }: RunRecord,
  panels: readonly Panel[],
): Promise<Pick<Story, 'frames' | 'pictures' | 'tables'>> {
  const frames = await Promise.all(
    panels.flatMap((each) => {
      const last = each.kind === 'frame' ? each.pages.at(-1) : undefined
      return each.kind === 'frame' && last
        ? [context.text(last.url).then((page) => ({ title: each.title, note: each.note, label: last.label, page }))]
        : []
    }),
  )
  const pictures: Story['pictures'] = []
  for (const { name, label } of panels.flatMap((each) => (each.kind === 'pictures' ? each.pictures : [])).slice(0, mostPictures)) {
    const bytes = await panel.picture?.(name, context)
    if (bytes && bytes.length <= mostPictureBytes)
      pictures.push({ name: label ?? name, source: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` })
  }
  return { frames, pictures, tables: panels.filter(({ id }) => id !== 'decisions').flatMap(tableOf) } // those appear in every run
}

function tableOf(panel: Panel): Story['tables'] {
  if (panel.kind === 'table') return [panel]
  if (panel.kind === 'grid')
    return panel.columns.length < 2
      ? []
      : [
          {
            title: `${panel.title} over evaluations`,
            columns: ['rule', ...panel.columns.map(({ label }) => label.replace(/^iteration /, ''))],
            rows: panel.rows.map(({ name, cells }) => [name, ...cells]),
            empty: '',
          },
        ]
  if (panel.kind === 'graph')
    return [
      {
        title: panel.title,
        columns: ['wave', 'task', 'what', 'state', 'after'],
        rows: panel.nodes
          .toSorted((a, b) => a.column - b.column)
          .map(({ column, id, label, state, needs }) => [String(column), id, label, state, needs.join(', ')]),
        empty: 'There are no tasks.',
      },
    ]
  return []
}

function provenance({ run, definition }: RunRecord, artifact: StoryText | null, versions: readonly Version[]): Story['provenance'] {
  const { templates = {}, makers = {} } = pinsOf(definition, run) as Partial<Pins>
  return [
    { name: 'run', value: `${run.run}; whet verify ${run.run} checks it` },
    { name: 'journal', value: `${run.seq} entries, head ${run.head}` },
    ...(artifact ? [{ name: 'artifact', value: `sha256 ${artifact.sha256}` }] : []),
    ...(versions.length > 1 ? [{ name: 'versions', value: String(versions.length) }] : []),
    ...Object.entries(makers).map(([role, { name, ...identity }]) => ({
      name: `maker ${role}`,
      value: [makerName(name), ...Object.entries(identity).map(([what, value]) => `${what} ${JSON.stringify(value)}`)].join(', '),
    })),
    { name: 'workflow', value: `${definition.name} ${definition.version}` },
    { name: 'whetstone', value: packageVersion() },
    ...Object.entries(templates).map(([name, { version, sha256 }]) => ({ name: `prompt ${name}`, value: `${version}, sha256 ${sha256}` })),
  ]
}
