// Which sections of an artifact changed between two versions, by heading; for the summary people read.

export function changedSections(before: string, after: string): string[] {
  const old = sections(before)
  const now = sections(after)
  const changes = [...now].flatMap(([title, body]) => {
    const was = old.get(title)
    return was === undefined ? [`added ${title}`] : was === body ? [] : [title]
  })
  const removed = [...old.keys()].filter((title) => !now.has(title)).map((title) => `removed ${title}`)
  return [...changes, ...removed].slice(0, 20)
}

function sections(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let title = '(top)'
  let lines: string[] = []
  let fence: string | null = null
  const close = () => {
    const body = lines.join('\n')
    if (title !== '(top)' || body.trim() !== '') found.set(unique(found, title), body)
  }
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence
    const heading = fence === null ? /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1] : undefined
    if (heading) {
      close()
      title = heading.slice(0, 80)
      lines = []
    } else lines.push(line)
  }
  close()
  return found
}

function unique(found: Map<string, string>, title: string): string {
  let name = title
  for (let n = 2; found.has(name); n++) name = `${title} (${n})`
  return name
}
