// whet init: writes a commented whetstone.yaml with a schema, so editors complete and check it.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { configName } from '../adapters/config.ts'
import { guard, makeFolder } from '../adapters/disk.ts'
import { homePath } from '../adapters/own-folder.ts'
import { packageRoot } from '../adapters/package.ts'
import { configWith } from '../schema/config.ts'
import { Fault } from '../schema/fault.ts'
import type { AnyWorkflow } from './definition.ts'
import { initFrom, type FromSpecs } from './init-from.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: 'Write a commented whetstone.yaml and its schema, or what an editor needs',
  forAssistants: 'Write a commented whetstone.yaml and its schema',
  input: z.object({
    print: field.flag('print it instead of writing it', { assistant: 'value' }),
    force: field.flag('replace an existing one'),
    editor: z.enum(['vscode']).optional().meta({ description: 'write assistant, tasks and schemas for this editor instead, in .vscode/' }),
    from: field.text('instead, turn the specs in this folder (spec-kit, OpenSpec, Kiro) into rules, a done: section and a Stop hook', {
      value: 'folder',
    }),
  }),
  examples: ['whet init', 'whet init --from .kiro/specs/cart', 'whet init --from . --print'],
  async run(
    { print, force, editor, from },
    world,
  ): Promise<{ written: string[]; ignored: string[]; text: string; specs?: FromSpecs['specs'] }> {
    const ignored = () => guard('.gitignore', () => ignore(join(world.cwd, '.gitignore')))
    if (from !== undefined) {
      const made = await initFrom(from, world.cwd, { print, force })
      return { ...made, ignored: made.written.length > 0 ? ignored() : [] }
    }
    if (editor) return { written: writeEditor(world.cwd, force ?? false), ignored: [], text: '' }
    const text = readFileSync(join(packageRoot, 'templates', 'whetstone.yaml.template'), 'utf8')
    if (print) return { written: [], ignored: [], text }
    const path = join(world.cwd, configName)
    if (existsSync(path) && !force)
      throw new Fault('conflict', `${configName} already exists`, { fix: 'Edit it, or replace it with --force.' })
    const schema = configSchema(await world.workflows.all())
    guard(path, () => {
      writeFileSync(path, text)
      writeFileSync(join(world.cwd, 'whetstone.schema.json'), `${JSON.stringify(schema, null, 2)}\n`)
    })
    return { written: [configName, 'whetstone.schema.json'], ignored: ignored(), text }
  },
  text({ written, ignored, text, specs }, { editor }) {
    if (specs && written.length > 0)
      return `${specs.map(readSpec).join('\n')}\nWrote ${written.join(', ')}.\n${kept(ignored, 'all of it')}\nNext: \`whet check\`. Claude Code runs it by itself before calling its work done.`
    if (editor) return `Wrote ${written.join(', ')}.\nNext: reload the window; the tasks are called whet: …`
    return written.length === 0
      ? text.trimEnd()
      : `Wrote ${written.join(' and ')}. Everything in it is commented out: the defaults apply.\n${kept(ignored)}\nNext: name a maker in it and run \`whet trust\`, or see \`whet doctor\`.`
  },
})

const readSpec = ({ file, format, criteria }: FromSpecs['specs'][number]) =>
  `${file} (${format}): ${criteria} acceptance ${criteria === 1 ? 'criterion' : 'criteria'}, which code can't decide`

/** Entries of .gitignore for files that belong to this machine; existing lines aren't repeated. */
const ours = [`${homePath()}/*`, `!${homePath('passports')}/`, '.ai-factory/evolution/']

function ignore(path: string): string[] {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const there = new Set(before.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '').replace(/\/$/, '')))
  const missing = ours.filter((line) => !there.has(line.replace(/\/$/, '')) && !(line.includes(homePath()) && there.has(homePath())))
  if (missing.length > 0)
    writeFileSync(
      path,
      `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}# Whetstone: records of this machine and runs at work\n${missing.join('\n')}\n`,
    )
  return missing
}

const kept = (added: readonly string[], what = 'both') =>
  `Commit ${what}, and the designs in features/. Ignore what belongs to this machine alone${added.length > 0 ? ` (added to .gitignore: ${added.join(', ')})` : ' (.gitignore has them)'}.`

/** All or nothing: never leaves your settings half replaced. */
function writeEditor(folder: string, force: boolean): string[] {
  const files = [
    ...['mcp.json', 'tasks.json', 'settings.json'].map((name) => ({ from: join('examples', 'vscode', name), to: join('.vscode', name) })),
    ...['whetstone', 'rules', 'design-intent'].map((name) => ({
      from: join('schemas', `${name}.schema.json`),
      to: join('.vscode', 'schemas', `${name}.schema.json`),
    })),
  ]
  const taken = files.filter(({ to }) => !to.includes('schemas') && existsSync(join(folder, to))).map(({ to }) => to)
  if (taken.length > 0 && !force)
    throw new Fault('conflict', `${taken.join(', ')} already ${taken.length === 1 ? 'exists' : 'exist'}`, {
      fix: 'docs/guides/vscode.md shows what to add by hand; --force replaces them.',
    })
  for (const { from, to } of files) {
    makeFolder(dirname(join(folder, to)))
    guard(to, () => copyFileSync(join(packageRoot, from), join(folder, to)))
  }
  return files.map(({ to }) => to)
}

/** With the settings of these workflows. */
export function configSchema(workflows: readonly AnyWorkflow[]): object {
  const sections = Object.fromEntries(workflows.flatMap(({ name, settings }) => (settings ? [[name, settings]] : [])))
  return { title: 'whetstone.yaml', ...(z.toJSONSchema(configWith(sections)) as object) }
}
