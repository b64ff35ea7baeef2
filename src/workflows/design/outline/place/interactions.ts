// What answers what: conditions with their effects, and scenarios as given and when against then.
import type { Interaction } from '../../intent.ts'
import { quoteRefs, quoteText, type Entry, type Quote } from '../entry.ts'
import { conditionAtEnd } from '../forms/condition.ts'
import { whole } from '../forms/slice.ts'
import { type Actors, system } from './actors.ts'
import type { Flow } from './flows.ts'
import { idMaker } from './ids.ts'

export function planInteractions(flows: readonly Flow[], at: ReadonlyMap<Entry, string>, actors: Actors): Interaction[] {
  const newId = idMaker()
  const own = flows.flatMap((flow) => [...flow.entries.flatMap(ofEntry), ...(flow.kind === 'scenario' ? ofScenario(flow) : [])])
  return [...own, ...ofTurns(flows)]

  function ofEntry(entry: Entry): Interaction[] {
    const { form, statement, quote } = entry
    const leads = quote.filter((one) => one.statement !== statement)
    const own = quote.at(-1)
    if (form.form === 'story' && form.benefit && form.benefit.start > form.want.end)
      return made(entry, [{ statement, ...form.want }], [{ statement, ...form.benefit }])
    if ((form.form === 'modal' || form.form === 'plain') && own) {
      const when = conditionAtEnd(statement.text, own)
      return when ? made(entry, [{ statement, ...when }], quote) : []
    }
    if (form.form !== 'conditional' && form.form !== 'scenario') return []
    return made(entry, [...leads, { statement, ...form.trigger }], [{ statement, ...form.response }])
  }

  /** In one list or paragraph somebody acts, and in the next sentence the system does, or whoever the first was about. */
  function ofTurns(all: readonly Flow[]): Interaction[] {
    const acting = all
      .flatMap((flow) => flow.entries.map((entry) => ({ entry, doer: flow.others.get(entry) ?? actors.of(entry) ?? flow.actor })))
      .filter(({ entry }) => isTold(entry))
      .map((each) => ({ ...each, isSystem: each.doer === system }))
    const placed = acting.toSorted((a, b) => order(a.entry) - order(b.entry))
    return placed.flatMap(({ entry, doer, isSystem }, index) => {
      const before = placed[index - 1]
      const follows =
        before &&
        !before.isSystem &&
        (isSystem ||
          (before.doer !== doer &&
            entry.form.form === 'plain' &&
            quoteText(before.entry.quote).toLowerCase().includes(` ${doer.toLowerCase()}`))) &&
        order(entry) - order(before.entry) === 1 &&
        entry.statement.section.at(-1) === before.entry.statement.section.at(-1)
      return follows ? made(entry, before.entry.quote, entry.quote) : []
    })
  }

  /** Given, when, then, and again when, then: each then answers all that came before it in its turn. */
  function ofScenario({ entries }: Flow): Interaction[] {
    const found: Interaction[] = []
    let [triggers, responses]: [Entry[], Entry[]] = [[], []]
    let givens: Entry[] = []
    const close = () => {
      const [first] = responses
      if (first && triggers.length + givens.length > 0)
        found.push(...made(first, [...givens, ...triggers].map(quoteAll), responses.map(quoteAll)))
      ;[triggers, responses] = [[], []]
    }
    for (const entry of entries) {
      const { form } = entry.form
      if (form === 'then') responses.push(entry)
      else if (form === 'given' || form === 'when') {
        if (responses.length > 0) close()
        if (form === 'given') givens = [...givens, entry]
        else triggers.push(entry)
      }
    }
    close()
    return found
  }

  function made(entry: Entry, trigger: Quote[], response: Quote[]): Interaction[] {
    const [when, then] = [said(trigger), said(response)]
    if (when === '' || then === '' || when.length > 3900 || then.length > 3900) return []
    return [
      {
        id: newId(`${entry.statement.id}-answer`, 'answer'),
        trigger: when,
        response: then,
        componentId: at.get(entry) ?? '',
        sourceRefs: quoteRefs([...trigger, ...response]),
      },
    ]
  }
}

const order = ({ statement }: Entry) => Number(statement.id.slice(1))
/** Rules that stand beside each other do not answer each other. */
const isTold = ({ form, statement }: Entry) =>
  (form.form === 'plain' || form.form === 'modal') &&
  !/\b(?:not|no|never|cannot|only|always|until|unless|at most|at least)\b/i.test(statement.text)
const quoteAll = ({ statement }: Entry): Quote => ({ statement, ...whole(statement.text) })
/** A lead-in goes on in what follows it; statements stand beside each other. */
const said = (quotes: readonly Quote[]) =>
  quotes.reduce((text, { statement, start, end }, at) => {
    const before = quotes[at - 1]?.statement
    const joint = at === 0 ? '' : before?.kind === 'heading' || /:$/.test(before?.text ?? '') ? ' ' : ', '
    return `${text}${joint}${statement.text.slice(start, end)}`
  }, '')
