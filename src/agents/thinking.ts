// What a model thought aloud before its answer, which isn't part of the answer.

export interface Answer {
  text: string
  /** Lines above the answer. */
  above: number
  /** Characters of thinking removed. */
  thought: number
}

/** A byte order mark, and one block of thinking at the start. Some servers drop the opening tag: then the closing one must occur once, alone on its line. */
export function withoutThinking(reply: string): Answer {
  const text = reply.replace(/^\uFEFF/, '')
  const end = opened(text) ?? onlyClosed(text)
  if (end === null || text.slice(end).trim() === '') return { text, above: 0, thought: 0 }
  const rest = text.slice(end)
  const body = rest.replace(/^(?:[ \t]*\r?\n)+/, '').replace(/^[ \t]+(?=\S)/, '')
  const above = text.slice(0, text.length - body.length).split('\n').length - 1
  return { text: body, above, thought: end }
}

/** How models mark it, each with its end marker. The last ones speak in channels, and the answer is in the final one. */
const marks: readonly { opens: RegExp; closes: (found: RegExpExecArray) => string }[] = [
  { opens: /^\s*<(think|thinking|thought|reasoning)>/i, closes: ([, name]) => `</${name}>` },
  { opens: /^\s*\[(THINK)\]/, closes: ([, name]) => `[/${name}]` },
  { opens: /^\s*◁(think)▷/, closes: ([, name]) => `◁/${name}▷` },
  { opens: /^\s*(?:<\|start\|>assistant)?(?=<\|channel\|>)/, closes: () => '<|channel|>final<|message|>' },
]

function opened(text: string): number | null {
  for (const { opens, closes } of marks) {
    const found = opens.exec(text)
    if (!found) continue
    const close = closes(found)
    const at = text.indexOf(close, found[0].length)
    return at < 0 ? null : at + close.length
  }
  return null
}

function onlyClosed(text: string): number | null {
  const close = /^[ \t]*<\/think(?:ing)?>[ \t]*$/gm
  const first = close.exec(text)
  if (!first || close.exec(text) || /<think(?:ing)?>/.test(text) || /^[ \t]*(?:```|~~~)/m.test(text.slice(0, first.index))) return null
  return first.index + first[0].length
}
