// Renders one field of a form and one value of a list, by type.
import type { Attribute, Entity } from '../intent.ts'
import { html, shorten, type Html } from './html.ts'
import type { Sample, Samples } from './samples.ts'

/** Decorative icons: the type is in words beside them. */
const marks: Record<string, string> = {
  date: '▦',
  'date and time': '▦',
  time: '◷',
  choice: '▾',
  money: '¤',
  file: '⇪',
  image: '⇪',
  link: '↗',
}

export function field(entity: Entity, attribute: Attribute, samples: Samples): Html {
  const { name, type, required } = attribute
  const choices = samples.choices(entity, attribute)
  const mark = marks[type.replace(/[:,].*$/, '')]
  const [first] = choices
  const inside =
    type === 'yes/no' || type === 'boolean'
      ? html`<i class="tick" aria-hidden="true"></i>`
      : html`<span class="value">${first ?? html`<i class="ph">${kindText(type)}</i>`}</span>`
  return html`<div class="field${type === 'yes/no' || type === 'boolean' ? ' check' : ''}"><span class="label">${shorten(name, 40)}${required ? html` <b class="must" title="required">required</b>` : html` <small>optional</small>`}</span><span class="box">${inside}${mark && html`<span class="mark" aria-hidden="true">${mark}</span>`}</span>${choices.length > 1 && html`<small class="hint">one of ${choices.join(', ')}</small>`}</div>`
}

const kindText = (type: string) => (type === 'text' || type === 'string' ? 'text' : type)

export const shownValue = ({ text, isSaid }: Sample): Html =>
  isSaid ? html`${shorten(text, 40)}` : html`<i class="ph">${shorten(text, 24)}</i>`
