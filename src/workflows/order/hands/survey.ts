// Inspects the repository before anything is made: its state, how it is judged, and what makers see of it.
import { join } from 'node:path'
import { commitOf, git, treeOf, treeTexts } from '../../../adapters/measure/git.ts'
import { readProject } from '../../../adapters/measure/project.ts'
import type { World } from '../../../operations/world.ts'
import type { Given, Survey } from '../state.ts'
import { placeOf } from './place.ts'

const mostPaths = 400
const mostChars = 60_000
const mostOfFile = 20_000

export function survey(
  world: Pick<World, 'env'>,
  { run, repo, base, task }: Pick<Given, 'run' | 'repo' | 'base' | 'task'>,
): { survey: Survey; context: string } {
  const project = readProject(repo, world.env)
  const { top, prefix, commands, notes } = project
  const commit = commitOf(top, base)
  const tree = treeOf(top, commit)
  const paths = git(top, ['ls-tree', '-r', '-z', '--name-only', tree]).split('\0').filter(Boolean)
  const place = placeOf(world.env, repo, run)
  return {
    survey: {
      commit,
      tree,
      place,
      folder: join(place, 'work', prefix),
      notes,
      files: paths.length,
      commands: { build: commands.build, test: commands.test, lint: commands.lint, compile: commands.compile },
    },
    context: contextOf(top, tree, paths, task),
  }
}

/** The list of files, then their texts as far as they fit: those that the task names first, small before large. */
function contextOf(top: string, tree: string, paths: readonly string[], task: string): string {
  const texts = Object.entries(
    treeTexts(top, tree, (path) => !/(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock)$/.test(path), mostOfFile),
  )
  const named = (path: string) => (task.includes(path) || task.includes(path.split('/').at(-1) ?? path) ? 0 : 1)
  texts.sort(([a, one], [b, other]) => named(a) - named(b) || one.length - other.length || (a < b ? -1 : 1))
  let room = mostChars
  const shown = texts.filter(([, text]) => (text.length <= room ? ((room -= text.length), true) : false))
  const list = [...paths.slice(0, mostPaths), ...(paths.length > mostPaths ? [`… and ${paths.length - mostPaths} more`] : [])]
  return ['Files:', ...list, ...shown.flatMap(([path, text]) => ['', `=== ${path}`, text.trimEnd()])].join('\n')
}
