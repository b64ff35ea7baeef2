// Does the work follow a rule, or has it memorised the tests' answers? Tries values near the tested ones on the code before and after the
// change. Only if a failing test now passes and the change adds literal values.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, posix } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { changedFiles, treeTexts, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { mostChars } from '../../../rules/checks/tamper-guard.ts'
import { learnt, readHeard } from '../nearby.ts'
import { languageOf, partOf } from '../../../rules/tamper/files.ts'
import { literalsIn, literalsInText } from '../../../rules/tamper/literals.ts'
import { readLicence } from '../../../rules/tamper/licence.ts'
import { type Read, grammarsFor, reader } from '../../../rules/tamper/read.ts'
import type { Accepted } from '../state.ts'
import type { Trees } from './originals.ts'
import { recorded } from './recorders.ts'

export async function byHeart(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to, task, place } = trees
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
  if (![...fresh].some((one) => !isTold(one))) return []
  const apart = changed.flatMap(({ path }) => keysIn(read, path, after[path])).filter((key) => !old.has(key))
  const heard = join(realpathSync(place), 'before', 'home', 'heard')
  const recording = { heard, also: [...new Set(apart)] }
  // Functions of the changed code, and those that read its data.
  const data = changed.filter(({ path }) => languageOf(path) === null).map(({ path }) => posix.basename(path))
  const asked = Object.keys(after).filter(
    (path) => partOf(path) === 'source' && (changed.some((one) => one.path === path) || data.some((name) => after[path]?.includes(name))),
  )
  const answers = async (texts: Record<string, string>, work: Files) => {
    const files = Object.fromEntries(
      asked.flatMap((path) => {
        const text = texts[path] === undefined ? null : recorded(path, texts[path], parse, recording)
        return text === null ? [] : [[path, { text }] as const]
      }),
    )
    return readHeard(await heardOf(project, treeWith(project, to, { ...work, ...files }, place), heard, trees))
  }
  const was = await answers(before, Object.fromEntries(changed.map(({ path }) => [path, { asIn: from }])))
  const found = learnt(was, await answers(after, {}), isTold)
  if (!found) return []
  const [path = '', name = ''] = found.of.split(/ (?=\S+$)/)
  const inputs = found.inputs.slice(0, 3).join(', ')
  return [
    {
      path,
      message:
        found.tried === 0
          ? `${name} forgets its new answer for ${inputs} when it is asked again`
          : `${name} knows the answer for ${inputs} by heart: of ${found.tried} values tried beside, all are answered as before`,
    },
  ]
}

type Files = Parameters<typeof treeWith>[2]

const telling = (literal: string) =>
  literal.startsWith('n:')
    ? Math.abs(Number(literal.slice(2))) > 2 || !Number.isInteger(Number(literal.slice(2)))
    : /^s:.{1,}/s.test(literal)

/** Keys of recorded data, and whatever values stand in code. */
function keysIn(read: Read, path: string, text = ''): string[] {
  const source = read(path, text)
  if (source) return [...literalsIn(source.leaves)]
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"\s*:/g)].flatMap(([, key = '']) => [
    `s:${key}`,
    ...(/^\d+$/.test(key) ? [`n:${key}`] : []),
  ])
}

/** What the recorders wrote while the tests ran. */
async function heardOf(project: Project, tree: string, heard: string, { place, signal }: Trees): Promise<string> {
  const copy = await copyTree(project, tree, join(place, 'before'), signal)
  const { build, test } = project.commands
  try {
    if (build !== null) await copy.run(build, { limitMs: project.limits.build * 1000, signal })
    await copy.run(test ?? '', { limitMs: project.limits.test * 1000, signal })
    return existsSync(heard) ? readFileSync(heard, 'utf8') : ''
  } finally {
    copy.remove()
  }
}
