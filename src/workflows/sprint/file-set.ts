// The page's text files as one artifact: fences marked with their paths, sorted by path. A reply replaces the files it names and leaves the rest.
import { fencedFiles, writeFenced } from '../../lib/fenced-files.ts'

export type FileTexts = Readonly<Record<string, string>>

export const writeFileSet = (files: FileTexts): string => writeFenced(files)

export function readFileSet(artifact: string): FileTexts {
  return Object.fromEntries(fencedFiles(artifact).files.map(({ path, text }) => [path, text]))
}

/** `nothing`: it named no file. */
export type MadeFiles = { files: FileTexts; notes: string } | { problem: string; nothing?: true }

/** What a builder made. A bare HTML document is the page itself; text outside the fences is notes. */
export function readBuild(reply: string, before: FileTexts, entry: string): MadeFiles {
  const { files, problems } = fencedFiles(reply)
  const [problem] = problems
  if (problem !== undefined) return { problem }
  const bare = reply.trim()
  if (files.length === 0 && /^<(?:!doctype html|html)[\s>]/i.test(bare)) return { files: { ...before, [entry]: `${bare}\n` }, notes: '' }
  if (files.length === 0)
    return {
      nothing: true,
      problem: `no file: give each whole, in a code fence marked file=<path>, such as \`\`\`html file=${/^https?:/i.test(entry) ? 'index.html' : entry}`,
    }
  const made = { ...before, ...Object.fromEntries(files.map(({ path, text }) => [path, text])) }
  return Object.hasOwn(made, entry) || /^https?:/i.test(entry)
    ? { files: made, notes: notesIn(reply) }
    : { problem: `the page itself, ${entry}, is missing` }
}

const notesIn = (reply: string) =>
  reply
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, 4000)
