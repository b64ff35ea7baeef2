// What a patch adds: its new lines with their places, and the TODO, FIXME and XXX marks in them.

export interface AddedLine {
  file: string
  line: number
  text: string
}

/** The added lines of a unified diff. Its header names files as `+++ b/<path>`, quoted where git quotes them. */
export function addedLines(patch: string): AddedLine[] {
  const found: AddedLine[] = []
  let [file, line, left, before] = ['', 0, 0, 0]
  for (const text of patch.split('\n')) {
    if (left > 0 || before > 0) {
      if (text.startsWith('+')) {
        found.push({ file, line: line++, text: text.slice(1) })
        left--
      } else if (text.startsWith('-')) before--
      else if (text.startsWith(' ')) (line++, left--, before--)
      continue
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (hunk) [before, line, left] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)]
    else if (text.startsWith('+++ ')) file = pathIn(text.slice(4))
  }
  return found
}

export const marksIn = (added: readonly AddedLine[]): AddedLine[] => added.filter(({ text }) => mark.test(text))

/** The number of marks on a line; two on one line count twice. */
export const countMarks = (added: readonly AddedLine[]): number =>
  added.reduce((sum, { text }) => sum + [...text.matchAll(/\b(?:TODO|FIXME|XXX)\b/g)].length, 0)

const mark = /\b(?:TODO|FIXME|XXX)\b/

function pathIn(header: string): string {
  const [path = ''] = header.split('\t')
  const plain = path.startsWith('"') ? unquoted(path) : path
  return plain.replace(/^b\//, '')
}

/** Git quotes unusual names as C strings, bytes in octal. */
function unquoted(path: string): string {
  const bytes: number[] = []
  for (const [, octal, escaped, plain] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g))
    if (octal) bytes.push(Number.parseInt(octal, 8))
    else if (escaped) bytes.push(({ n: 10, t: 9, r: 13 } as Record<string, number>)[escaped] ?? escaped.charCodeAt(0))
    else bytes.push(...new TextEncoder().encode(plain))
  return new TextDecoder().decode(new Uint8Array(bytes))
}
