// What changed since the last rejection: listed at the top with what was asked, and marked in place.
import type { Change } from '../changes.ts'
import type { Told } from '../feedback/words.ts'
import { count, html, shorten, type Content, type Html } from './html.ts'
import { anchorOf } from './outline.ts'

export interface Since {
  changes: readonly Change[]
  asked: readonly Told[]
}

export interface Marks {
  /** A small label beside new or changed items; nothing elsewhere. */
  badge(pointer: string): Content
}

const mostListed = 60

export function marksOf(since: Since | undefined): Marks {
  const at = new Map((since?.changes ?? []).filter(({ pointer }) => pointer !== '').map(({ pointer, is }) => [pointer, is]))
  return {
    badge(pointer) {
      const is = at.get(pointer)
      return is && html`<mark class="badge ${is}">${is}</mark>`
    },
  }
}

export function sinceSection(since: Since | undefined): Html | null {
  if (!since) return null
  const { changes, asked } = since
  return html`<section id="since" aria-labelledby="since-title">
<h2 id="since-title">Since the last rejection <small>${count(changes.length, 'change')}</small></h2>
${asked.length > 0 && html`<h3>What was asked</h3><ol class="asked">${asked.map(({ sentence, became, then }) => html`<li class="${became === 'not understood' ? 'open' : 'heard'}"><blockquote>${sentence}</blockquote><p><b>${became}</b> ${then}</p></li>`)}</ol>`}
<h3>What changed</h3>
${changes.length === 0 && html`<p class="none">Nothing: no sentence was understood as a change.</p>`}
<ul class="changes">${changes.slice(0, mostListed).map((change) => html`<li><mark class="badge ${change.is}">${change.is}</mark> ${place(change)}</li>`)}</ul>
${changes.length > mostListed && html`<p class="none">and ${changes.length - mostListed} more</p>`}
</section>`
}

function place({ what, pointer }: Change): Html {
  const to = pointer === '' ? undefined : anchorOf(pointer)
  return to === undefined ? html`${shorten(what, 200)}` : html`<a href="#${to}">${shorten(what, 200)}</a>`
}
