// Accepts a commit: the tamper guard over the change, and a measurement in a fresh copy that no maker has seen.
import { join } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { changedFiles, patchOf, treeOf, treeTexts } from '../../../adapters/measure/git.ts'
import { testTree, measure } from '../../../adapters/measure/measure.ts'
import { type Project, readProject, requireTrust } from '../../../adapters/measure/project.ts'
import type { TaskContext } from '../../../kernel/ports.ts'
import type { World } from '../../../operations/world.ts'
import { guarded, mostChars } from '../../../rules/checks/tamper-guard.ts'
import { grammarOf } from '../../../rules/reading/syntax.ts'
import { type TamperKind, findTampering } from '../../../rules/tamper/find-tampering.ts'
import { partOf } from '../../../rules/tamper/files.ts'
import { readPackage } from '../../../rules/measure/commands.ts'
import { addedLines, marksIn } from '../../../rules/measure/marks.ts'
import type { TestCounts } from '../../../rules/measure/read-output.ts'
import { readLicence } from '../../../rules/tamper/licence.ts'
import { reader, sameCode } from '../../../rules/tamper/read.ts'
import { asksUpdate, isAsked } from '../originals.ts'
import { putOff } from '../put-off.ts'
import type { Accepted, Given } from '../state.ts'
import { byHeart } from './by-heart.ts'
import { stillFails } from './canary.ts'
import { againstOriginals } from './originals.ts'
import { placeOf } from './place.ts'
import { redElsewhere } from './elsewhere.ts'
import { greenUnwatched } from './unwatched.ts'

export async function judge(
  world: Pick<World, 'env' | 'clock'>,
  { run, repo, base, allowed, commit, task }: Pick<Given, 'run' | 'repo' | 'base' | 'allowed' | 'commit' | 'task'>,
  { signal, say }: Pick<TaskContext, 'signal' | 'say'>,
): Promise<Accepted & { at: number }> {
  const project = readProject(repo, world.env)
  requireTrust(project, world.env, allowed) // again: the scripts may have changed since
  const place = placeOf(world.env, repo, run)
  const [from, to] = [treeOf(project.top, base), treeOf(project.top, commit)]
  const suspected = await guard(project, from, to, task)
  const seen = await measure(project, { from, to, place: join(place, 'accept'), signal, say })
  const ranTests = seen.metrics.testsPassed.is === 'measured'
  const was = ranTests || seen.planted.length > 0 ? await testTree(project, from, join(place, 'before'), signal) : null
  const before = was?.counts ?? null
  // Not weaker: what the task asks to change, and settings that run no fewer tests than before.
  const asMany = before !== null && seen.counts !== null && ran(seen.counts) >= ran(before)
  const licence = readLicence(task, true)
  const isLicensed = ({ path, what }: Suspected) =>
    asMany &&
    ((what === 'command-changed' && path.endsWith('package.json') && isAsked(path, licence, task)) ||
      (['test-removed', 'expectation-changed'].includes(what) && asksUpdate(path, task)))
  const tampering = suspected.filter((found) => !isLicensed(found))
  tampering.push(...selfStarting(project, from, to, task), ...hidden(project, from, to, task), ...unfinished(project, from, to, task))
  const planted = seen.planted.filter((line) => !was?.planted.includes(line))
  if (planted[0])
    tampering.push({ path: planted[0], what: 'command-changed', message: 'appeared during build or test and ended up in the commit' })
  tampering.push(...(await unworked(project, from, to, task)))
  const green = seen.metrics.testsPassed.is !== 'measured' || seen.metrics.testsPassed.value
  const trees = { from, to, task, place, signal }
  const swapped = green && tampering.length === 0 ? await againstOriginals(project, trees) : []
  const deaf = green && tampering.length + swapped.length === 0 ? await stillFails(project, trees) : []
  const turned = green && tampering.length + swapped.length + deaf.length === 0 ? await redElsewhere(project, trees) : []
  const clean = green && tampering.length + swapped.length + deaf.length + turned.length === 0
  const sly = clean && before && seen.counts ? await greenUnwatched(project, trees, { before, after: seen.counts }) : []
  const learnt = clean && sly.length === 0 && was?.failed ? await byHeart(project, trees) : []
  return {
    metrics: seen.metrics,
    spots: seen.spots,
    tampering: [
      ...tampering.map(({ what: _what, ...found }) => found),
      ...swapped,
      ...deaf,
      ...turned,
      ...sly,
      ...learnt,
      ...fewerTests(project, from, to, { before, after: seen.counts }),
    ],
    tests: { before, after: seen.counts },
    at: world.clock.now(),
  }
}

const ran = ({ passed, failed }: TestCounts) => passed + failed

/** Files that decide how the work is judged, beyond tests, settings and test data. */
const judges = ['whetstone.yaml', '.githooks/', '.husky/']

type Suspected = Accepted['tampering'][number] & { what: TamperKind | 'task-put-off' }

async function guard({ top }: Project, from: string, to: string, task: string): Promise<Suspected[]> {
  const wanted = (path: string) => guarded(path) || judges.some((each) => path === each || path.startsWith(each))
  const [before, after] = [treeTexts(top, from, wanted, mostChars), treeTexts(top, to, wanted, mostChars)]
  const reliedOn = [...judges, ...Object.keys(before).filter((path) => ['test', 'data', 'settings'].includes(partOf(path)))]
  const grammars = new Set([...Object.keys(before), ...Object.keys(after)].flatMap((path) => grammarOf(path) ?? []))
  const found = findTampering({ before, after, reliedOn, parse: await syntax.load(grammars), artifactTask: task })
  return found.map(({ path, what, message, evidence: { quote, location } }) => ({
    path,
    what,
    message,
    ...(quote !== undefined && { quote }),
    ...(location?.line !== undefined && { line: location.line }),
  }))
}

/** Scripts that run automatically when the package is installed or published. */
const starts = /^(?:(?:pre|post)?(?:install|uninstall|prepare|publish|pack)|prepublishOnly)$/

function selfStarting({ top }: Project, from: string, to: string, task: string): Suspected[] {
  const wanted = (path: string) => path === 'package.json' || path.endsWith('/package.json')
  const [before, after] = [treeTexts(top, from, wanted, mostChars), treeTexts(top, to, wanted, mostChars)]
  return Object.entries(after).flatMap(([path, text]) => {
    const [was = {}, is = {}] = [readPackage(before[path] ?? '{}')?.scripts, readPackage(text)?.scripts]
    return Object.keys(is)
      .filter((name) => starts.test(name) && is[name] !== was[name] && !isAsked(path, readLicence(task, true), task))
      .map((name) => ({
        path,
        what: 'command-changed' as const,
        message: `the script ${name} runs by itself, but the task doesn't ask for it`,
      }))
  })
}

/** Files that shells, editors, assistants and hook managers load by themselves and run commands from. */
const pickedUp = /(?:^|\/)(?:\.(?!(?:git(?:ignore|keep)|npmignore|prettierignore|editorconfig)$)|lefthook[^/]*\.\w+$)/

function hidden({ top }: Project, from: string, to: string, task: string): Suspected[] {
  const licence = readLicence(task, true)
  return changedFiles(top, from, to)
    .filter(({ path, status }) => status !== 'D' && pickedUp.test(path) && !/\.mdx?$/.test(path))
    .filter(({ path }) => !isAsked(path, licence, task) && !asksFor(path, task))
    .map(({ path }) => ({
      path,
      what: 'command-changed',
      message: "other tools pick this up by themselves, but the task doesn't ask for it",
    }))
}

/** "Add a GitHub workflow" licenses files in .github: something is to be made, and the tool that loads it is named. */
function asksFor(path: string, task: string): boolean {
  const tool = /(?:^|\/)\.?([a-z]{4,}(?:-[a-z]+)*?)(?:-config|rc)?(?:[./]|$)/.exec(path.slice(path.search(pickedUp)))?.[1]
  const makes = String.raw`\b(?:add|create|write|set up|configure|introduce)\b`
  return tool !== undefined && new RegExp(`${makes}[^.;:\n]{0,60}\\b${tool}\\b`, 'i').test(task)
}

/** Code with changes only in comments and layout does nothing new. */
async function unworked({ top }: Project, from: string, to: string, task: string): Promise<Suspected[]> {
  const changed = changedFiles(top, from, to)
  if (/\b(?:comment|docs?\b|document|format|indent|layout|jsdoc|licen[cs]e|header|typo|style)/i.test(task)) return []
  if (changed.length === 0 || changed.some(({ path, status }) => status !== 'M' || partOf(path) !== 'source')) return []
  const texts = (tree: string) => treeTexts(top, tree, (path) => changed.some((one) => one.path === path), mostChars)
  const [before, after] = [texts(from), texts(to)]
  const read = reader(await syntax.load(new Set(changed.flatMap(({ path }) => grammarOf(path) ?? []))))
  const first = changed[0] as { path: string }
  return changed.every(({ path }) => sameCode(before[path] ?? '', after[path] ?? '', path, read))
    ? [{ path: first.path, what: 'task-put-off', message: 'only comments and layout changed' }]
    : []
}

/** Marks that existed before and only moved defer nothing. */
function unfinished({ top }: Project, from: string, to: string, task: string): Suspected[] {
  const changed = new Set(changedFiles(top, from, to).map(({ path }) => path))
  const old = Object.values(treeTexts(top, from, (path) => changed.has(path), mostChars)).join('\n')
  const marks = marksIn(addedLines(patchOf(top, from, to))).filter(({ text }) => !old.includes(text.trim()))
  const found = putOff(marks, task)
  if (!found) return []
  const { file, line, text } = found
  return [
    {
      path: file,
      line,
      quote: text.trim(),
      what: 'task-put-off',
      message: `line ${line} postpones what the task asks for: ${text.trim().slice(0, 120)}`,
    },
  ]
}

/** Tests that vanish although no test file changed: the code ends the run early, or hides them from the runner. */
function fewerTests({ top }: Project, from: string, to: string, { before, after }: Accepted['tests']): Accepted['tampering'] {
  if (!before || !after || ran(after) >= ran(before)) return []
  if (changedFiles(top, from, to).some(({ path }) => ['test', 'data', 'settings'].includes(partOf(path)))) return []
  return [{ path: 'tests', message: `${ran(before)} tests ran before the change and only ${ran(after)} after it` }]
}
