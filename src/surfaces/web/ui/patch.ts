// A unified patch, parsed into lines with their numbers on both sides.

export interface Line {
  kind: 'add' | 'del' | 'same' | 'gap'
  before: number | null
  after: number | null
  text: string
}

export function readPatch(patch: string): Line[] {
  const lines: Line[] = []
  let [before, after] = [0, 0]
  let inside = false
  for (const text of patch.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (hunk) {
      ;[before, after] = [Number(hunk[1]), Number(hunk[2])]
      if (inside || before > 1) lines.push({ kind: 'gap', before: null, after: null, text: '⋯' })
      inside = true
    } else if (!inside || text === '' || text.startsWith('\\')) continue
    else if (text.startsWith('+')) lines.push({ kind: 'add', before: null, after: after++, text: text.slice(1) })
    else if (text.startsWith('-')) lines.push({ kind: 'del', before: before++, after: null, text: text.slice(1) })
    else lines.push({ kind: 'same', before: before++, after: after++, text: text.slice(1) })
  }
  return lines
}
