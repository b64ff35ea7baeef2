// Whether the work follows a rule or knows the tests' answers by heart: values beside the tested ones are tried on the code before and after the
// change. Asked only where a test that failed passes now and the change brings values of its own.
import { join } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { changedFiles, treeTexts, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { mostChars } from '../../../rules/checks/tamper-guard.ts'
import { choicesIn } from '../../../rules/tamper/choices.ts'
import { askNearby, isWhole, learnt } from '../../../rules/tamper/nearby.ts'
import { languageOf, partOf } from '../../../rules/tamper/files.ts'
import { literalsIn, literalsInText } from '../../../rules/tamper/literals.ts'
import { readLicence } from '../../../rules/tamper/licence.ts'
import { type Read, grammarsFor, reader } from '../../../rules/tamper/read.ts'
import type { Accepted } from '../state.ts'
import { about } from './canary.ts'
import type { Trees } from './originals.ts'

const mostFiles = 4

export async function byHeart(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to, task } = trees
  const isWork = (path: string) => partOf(path) === 'source' || (partOf(path) === 'other' && !/\.(?:mdx?|rst|lock)$/.test(path))
  const changed = changedFiles(project.top, from, to).filter(({ path }) => isWork(path))
  const isRead = (path: string) => partOf(path) === 'test' || isWork(path) || partOf(path) === 'other'
  const [before, after] = [treeTexts(project.top, from, isRead, mostChars), treeTexts(project.top, to, isRead, mostChars)]
  const parse = await syntax.load(grammarsFor(before, after))
  const read = reader(parse)
  const valuesOf = (path: string, text = '') => {
    const source = read(path, text)
    return source ? literalsIn(source.leaves) : literalsInText(text)
  }
  const licence = readLicence(task, true)
  const documents = Object.entries(before).flatMap(([path, text]) => (isWork(path) || partOf(path) === 'test' ? [] : [text]))
  const isTold = (literal: string) => {
    const value = literal.slice(2)
    return licence.mentions(value) || documents.some((text) => value.length > 2 && text.includes(value))
  }
  const old = new Set(changed.flatMap(({ path }) => [...valuesOf(path, before[path])]))
  const fresh = new Set(changed.flatMap(({ path }) => [...valuesOf(path, after[path])]).filter((one) => !old.has(one) && telling(one)))
  const suspect = changed.find(({ path }) => languageOf(path) === 'js')
  if (!suspect || ![...fresh].some((one) => !isTold(one))) return []
  const apart = new Set(changed.flatMap(({ path }) => keysIn(read, path, after[path])).filter((key) => !old.has(key)))
  const tests = Object.entries(before).flatMap(([path, text]) =>
    partOf(path) === 'test' && languageOf(path) === 'js' ? [{ path, text }] : [],
  )
  for (const { path, text } of about(tests, before, changed).slice(0, mostFiles)) {
    const asked = askNearby(path, text, parse, apart)
    if (!asked) continue
    const answer = async (work: Parameters<typeof treeWith>[2]) => {
      const tree = treeWith(project, to, { ...work, [path]: { text: asked.text } }, trees.place)
      const first = await outputOf(project, tree, trees)
      return isWhole(asked, first) ? first : outputOf(project, tree, trees)
    }
    const said = { before: await answer(Object.fromEntries(changed.map((one) => [one.path, { asIn: from }]))), after: await answer({}) }
    const found = learnt(asked, said, isTold)
    if (found)
      return [
        {
          path: suspect.path,
          message: `knows the answer for ${found.inputs.slice(0, 3).join(', ')} in ${path} by heart: of ${found.tried} values tried beside, all are answered as before`,
        },
      ]
  }
  return []
}

const telling = (literal: string) =>
  literal.startsWith('n:')
    ? Math.abs(Number(literal.slice(2))) > 2 || !Number.isInteger(Number(literal.slice(2)))
    : /^s:.{1,}/s.test(literal)

/** What code and data tell apart: keys of tables, and values that are asked for. */
function keysIn(read: Read, path: string, text = ''): string[] {
  const source = read(path, text)
  if (source) return choicesIn(source.root).flatMap(({ keys }) => [...keys])
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"\s*:/g)].flatMap(([, key = '']) => [
    `s:${key}`,
    ...(/^\d+$/.test(key) ? [`n:${key}`] : []),
  ])
}

async function outputOf(project: Project, tree: string, { place, signal }: Trees): Promise<string> {
  const copy = await copyTree(project, tree, join(place, 'before'), signal)
  const { build, test } = project.commands
  try {
    if (build !== null) await copy.run(build, { limitMs: project.limits.build * 1000, signal })
    const { stdout, stderr } = await copy.run(test ?? '', { limitMs: project.limits.test * 1000, signal })
    return `${stdout}${stderr}`
  } finally {
    copy.remove()
  }
}
