// Files as one markdown text and back: each in a fence marked with its path, so that people, models and our own reviewer read the same.
import { fileText } from '../../lib/fenced-files.ts'
import { fences } from '../../lib/fences.ts'
import type { SourceFile } from './reviewers/tokens.ts'

export function toFences(files: readonly SourceFile[]): string {
  return files
    .map(({ path, text }) => {
      const mark = '`'.repeat(Math.max(3, longestRun(text) + 1))
      return `${mark}${language(path)} file="${path.replaceAll('"', '')}"\n${text}${text.endsWith('\n') ? '' : '\n'}${mark}\n`
    })
    .join('\n')
}

export function fromFences(markdown: string): SourceFile[] {
  return fences(markdown).flatMap(({ file, text, closed }) => (file === undefined || !closed ? [] : [{ path: file, text: fileText(text) }]))
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

const language = (path: string) => /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? 'text'
