// What changed between two versions or in a file: in words if the workflow has them, else line by line.
import { type Html, html } from '../lib/html.ts'
import type { Hunk, StoryChange } from './story.ts'

const mostLines = 400

export function diffHtml({ of, words, hunks }: StoryChange): Html {
  const content =
    words !== null
      ? html`<ul class="changes">${words.map((word) => html`<li>${word}</li>`)}</ul>`
      : hunks === null
        ? html`<p class="note">They differ too much to compare line by line.</p>`
        : lines(hunks)
  const size = words !== null ? `${words.length} ${words.length === 1 ? 'change' : 'changes'}` : counted(hunks ?? [])
  return html`<details open><summary>${of} <span class="note">${size}</span></summary>${content}</details>`
}

function counted(hunks: readonly Hunk[]): string {
  const all = hunks.flatMap(({ lines: each }) => each)
  return `+${all.filter((line) => line.startsWith('+')).length} −${all.filter((line) => line.startsWith('-')).length}`
}

function lines(hunks: readonly Hunk[]): Html {
  if (hunks.length === 0) return html`<p class="note">Nothing changed.</p>`
  const all = hunks.flatMap(numbered)
  const shown = all.slice(0, mostLines)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="changed lines"><table class="diff"><tbody>${shown.map(
    ({ kind, before, after, text }) =>
      html`<tr class="${kind}"><td class="n">${before}</td><td class="n">${after}</td><td class="s">${kind === 'new' ? '+' : kind === 'gone' ? '−' : ''}</td><td><code>${text}</code></td></tr>`,
  )}</tbody></table></div>${all.length > shown.length && html`<p class="note">… and ${all.length - shown.length} more lines.</p>`}`
}

interface Row {
  kind: 'same' | 'new' | 'gone' | 'gap'
  before: string
  after: string
  text: string
}

function numbered({ oldStart, newStart, lines: all }: Hunk, index: number): Row[] {
  let [before, after] = [oldStart, newStart]
  const rows = all
    .filter((line) => !line.startsWith('\\'))
    .map((line): Row => {
      const text = line.slice(1)
      if (line.startsWith('+')) return { kind: 'new', before: '', after: String(after++), text }
      if (line.startsWith('-')) return { kind: 'gone', before: String(before++), after: '', text }
      return { kind: 'same', before: String(before++), after: String(after++), text }
    })
  return index === 0 ? rows : [{ kind: 'gap', before: '', after: '', text: '⋯' }, ...rows]
}
