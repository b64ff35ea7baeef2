// Every flow as a walk: its steps in order, and beside the current step the screen where it happens.
import { doersOf, type Step, type UserFlow } from '../intent.ts'
import { count, html, type Content, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'
import type { Samples } from './samples.ts'
import type { Marks } from './since.ts'
import { sourceLinks } from './sources.ts'
import { screenOf, wireframe } from './wireframe.ts'

/** Further steps are listed without a drawing: nobody walks through more, and the page stays fast. */
const maxScreens = 300

export function flowsSection(outline: Outline, samples: Samples, marks: Marks): Html {
  const { userFlows } = outline.intent
  let screens = maxScreens
  const flows = userFlows.map((flow, index) => {
    const drawn = screens >= flow.steps.length
    if (drawn) screens -= flow.steps.length
    return walk({ outline, samples, marks }, flow, index, drawn)
  })
  return html`<section id="flows" aria-labelledby="flows-title">
<h2 id="flows-title">Flows <small>${count(userFlows.length, 'flow')}</small></h2>
<p class="lead">Walk through each flow: choose a step, press what is lit on the screen, or use the arrow keys.</p>
${userFlows.length > 1 && html`<ol class="index">${userFlows.map((flow, index) => html`<li><a href="#${anchor.flow(index)}">${flow.name}</a></li>`)}</ol>`}
${flows.length > 0 ? flows : html`<p class="none">This design has no flow yet.</p>`}
</section>`
}

interface Drawing {
  outline: Outline
  samples: Samples
  marks: Marks
}

function walk(drawing: Drawing, flow: UserFlow, index: number, drawn: boolean): Html {
  const { outline, marks } = drawing
  return html`<article class="flow card" id="${anchor.flow(index)}" aria-labelledby="${anchor.flow(index)}-name">
<header>
<h3 id="${anchor.flow(index)}-name">${flow.name} ${marks.badge(`/userFlows/${index}`)}</h3>
<p class="by">${doersOf(flow).map((who) => html`<span class="who">${who}</span> `)}${count(flow.steps.length, 'step')}${sourceLinks(outline, flow.sourceRefs)}</p>
</header>
${flow.steps.length === 0 && html`<p class="none">This flow has no steps to walk through.</p>`}
${flow.steps.length > 0 && html`<ol class="walk rows-${Math.min(flow.steps.length, 200)}${drawn ? '' : ' plain'}">${flow.steps.map((step, at) => (drawn ? drawnStep(drawing, flow, { step, index, at }) : plainStep(step, index, at)))}</ol>`}
</article>`
}

interface Place {
  step: Step
  index: number
  at: number
}

function drawnStep({ outline, samples, marks }: Drawing, flow: UserFlow, { step, index, at }: Place): Html {
  const id = anchor.step(index, at)
  const to = (n: number) => (n >= 0 && n < flow.steps.length ? anchor.step(index, n) : undefined)
  const [before, next] = [to(at - 1), to(at + 1)]
  // On paper, consecutive steps on one screen share its drawing.
  const same = at > 0 && screenOf(outline, flow.steps[at - 1]!.componentId) === screenOf(outline, step.componentId)
  return html`<li>
<a class="go" href="#${id}"><span class="number">${at + 1}</span><span>${step.action}${step.actor && html` <span class="who">${step.actor}</span>`} ${marks.badge(`/userFlows/${index}/steps/${at}`)}</span></a>
<div class="screen"${same && html` data-same`} id="${id}" tabindex="-1" role="group" aria-label="Step ${at + 1} of ${flow.steps.length}">
${wireframe({ outline, samples, componentId: step.componentId, next })}
${entityChips(outline, step)}
${outline
  .interactions(step.componentId)
  .slice(0, 3)
  .map(({ interaction }) => html`<p class="when"><b>When</b> ${interaction.trigger} <b>then</b> ${interaction.response}</p>`)}
<p class="pager">${before === undefined ? html`<span></span>` : html`<a href="#${before}" rel="prev">← Back</a>`}<span>${at + 1} / ${flow.steps.length}</span>${next === undefined ? html`<span class="end">End of flow</span>` : html`<a href="#${next}" rel="next">Next →</a>`}</p>
</div>
</li>
`
}

function plainStep(step: Step, index: number, at: number): Html {
  return html`<li id="${anchor.step(index, at)}"><p class="go"><span class="number">${at + 1}</span><span>${step.action}</span></p></li>`
}

function entityChips(outline: Outline, step: Step): Content {
  if (step.entityRefs.length === 0) return null
  const chips = step.entityRefs.map((name) => {
    const found = outline.entity(name)
    return found
      ? html`<a class="chip data" href="#${anchor.entity(found.index)}">${name}</a> `
      : html`<span class="chip bad">${name} (not in the data model)</span> `
  })
  return html`<p class="touches">Reads or changes ${chips}</p>`
}
