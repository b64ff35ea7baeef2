// The files in fences marked `file=<path>`, or what prevents writing them.
import { type Fence, fences, opensFile } from './fences.ts'

export interface FencedFile {
  path: string
  text: string
  /** Line of its fence. */
  line: number
}

export function fencedFiles(markdown: string): { files: FencedFile[]; problems: string[] } {
  const files: FencedFile[] = []
  const problems: string[] = []
  const seen = new Map<string, number>()
  const all = fences(markdown)
  for (const fence of all) {
    const { file: path, text, line } = fence
    if (path === undefined) continue
    const key = path.normalize().toLowerCase() // two names that some disks treat as one file
    const problem = pathProblem(fence, path) ?? (seen.has(key) ? `${path} is in line ${seen.get(key)} and again in line ${line}` : null)
    if (problem !== null) problems.push(problem)
    else files.push({ path, text: fileText(text), line })
    seen.set(key, line)
  }
  for (const [path, line] of seen) {
    const folder = [...seen.keys()].find((other) => path.startsWith(`${other}/`))
    if (folder !== undefined) problems.push(`${folder} would be a file (line ${seen.get(folder)}) and a folder (${path} in line ${line})`)
  }
  return { files, problems: [...problems, ...(seen.size > 0 ? all.flatMap(cutOff) : [])] }
}

/** The content including its final newline; an empty fence is an empty file. */
export const fileText = (text: string) => (text === '' ? '' : `${text}\n`)

function pathProblem({ closed, info, line }: Fence, path: string): string | null {
  if (!closed) return `the fence of ${path} in line ${line} is never closed`
  if (/(?:^|[\s{,])file=[^\s"'},]+\s+[^\s=]*[./][^\s=]*(?:\s|$)/.test(info))
    return `the path in line ${line} has a space: quote it, file="…"`
  if (path === '' || path.startsWith('/') || path.split('/').includes('..') || /^[a-z]:|[\\\0]/i.test(path))
    return `${path || 'a file without a name'} in line ${line} isn't a path inside the project`
  const odd = path.split('/').find((part) => notEverywhere.test(part))
  return odd === undefined ? null : `${path} in line ${line} is a name that some systems change («${odd}»)`
}

/** Names a disk would shorten, fold or misread as another file: `.git.`, `git~1`, invisible characters, devices. */
export const notEverywhere = /[\p{Cc}\p{Cf}<>:"|?*]|[. ]$|~\d+(?:\.|$)|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu

/** A file containing fences as long as its own ends at the first of them, so the rest is lost or swallows another file. */
function cutOff(fence: Fence): string[] {
  const longer = 'a file with code fences in it needs a longer fence around it'
  if (!fence.closed && fence.file === undefined) return [`the code fence in line ${fence.line} is never closed: ${longer}`]
  const swallowed = fence.text.split('\n').findIndex((text) => opensFile(text, fence.mark))
  return swallowed < 0 ? [] : [`the file in line ${fence.line + swallowed + 1} is inside the code fence of line ${fence.line}: ${longer}`]
}

/** The reverse: each file in a fence longer than any inside it, sorted by path. */
export function writeFenced(files: Readonly<Record<string, string>>): string {
  return Object.keys(files)
    .sort()
    .map((path) => {
      const text = files[path] ?? ''
      const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
      const mark = '`'.repeat(longest + 1)
      return `${mark}${ending(path)} file=${JSON.stringify(path)}\n${text.endsWith('\n') ? text : `${text}\n`}${mark}\n`
    })
    .join('\n')
}

const ending = (path: string) => (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? 'text').toLowerCase()
