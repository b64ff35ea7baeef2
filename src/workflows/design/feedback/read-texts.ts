// How an ask is read as one thing made of two, or as another text for a step, goal or interaction.
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import {
  choose,
  cue,
  cues,
  isTaken,
  mentions,
  named,
  one,
  range,
  runs,
  textAt,
  unknown,
  use,
  wordAt,
  wordBefore,
  type Frame,
} from './ask.ts'
import { newName } from './new-name.ts'
import { stepBy } from './deeds.ts'
import type { Thing } from './edit.ts'
import { isText, nameKey } from './names.ts'
import { newText as clauseIn } from './read-steps.ts'

export const merge: Frame = {
  verbs: 'merge|absorb|combine|join|unify|fold|consolidate|collapse|unite|lump|roll|blend|fuse|bring together|put together',
  says: (ask) => wordAt(ask, /^(?:one|single)$/) >= 0 && cue(ask, /^(?:make|turn|becomes?|are|be|into)$/),
  read(ask, verb) {
    // "…, name stays Box"
    const name = ask.items.findIndex(({ lower }, i) => lower === 'name' && /^(?:stays?|is|remains?)$/.test(ask.items[i + 1]?.lower ?? ''))
    if (name >= 0) use(ask, name, name + 1)
    cues(ask, /^(?:one|single|same|common|two|both|call|called|named|becomes?|everything|person|people|thing|flow|screen)$/)
    return (
      choose(ask, [0, 1, 2, 3, 4], (trial, i) => {
        const kind = (['entity', 'actor', 'flow', 'component', 'attribute'] as const)[i]!
        const all = mentions(trial, [kind])
        // "into name": a new name, though something else is called so
        const isNew = kind === 'attribute' && all.length === 3 && wordBefore(trial, all[2]!) === 'into'
        const found = isNew ? all.slice(0, 2) : all
        const things = found.map((at) => one(trial, at, [kind]))
        const own = things.filter(
          (thing, n): thing is Thing => thing !== null && things.findIndex((each) => each?.name === thing.name) === n,
        )
        if (own.length !== 2 || !things.every((thing) => thing) || own[0]!.of !== own[1]!.of) return null
        use(trial, ...found)
        const [run, ...more] = runs(trial)
        if (more.length > 0) return null
        const [first, second] = own as [Thing, Thing]
        const isInto = !run && (found.length > 2 || /^(?:into|with|in|to)$/.test(wordBefore(ask, found.at(-1)!)))
        const to = run ? newName(trial, run, first.name) : isInto ? things.at(-1)!.name : first.name
        if (!to || (run && isTaken(ask, to, first) && nameKey(to) !== nameKey(second.name))) return null
        use(trial, ...(run ?? []))
        if (kind !== 'attribute') return [{ op: 'merge', kind, from: [first.name, second.name], to }]
        const kept = nameKey(to) === nameKey(second.name) ? second : first
        const gone = kept === first ? second : first
        return [...(nameKey(kept.name) === nameKey(to) ? [] : [{ op: 'rename', thing: kept, to } as const]), { op: 'remove', thing: gone }]
      }) ?? (verb && mentions(ask, named).length < 2 ? unknown(ask, named) : null)
    )
  },
}

/** Another text for a step, goal or interaction. */
export const replaceText: Frame = {
  verbs: 'replace|change|reword|rephrase|rewrite|correct|edit|let|substitute|rename|make|swap|exchange|switch',
  says: (ask) => cue(ask, /^(?:read|say|worded|becomes?)$/) || ask.items.some(({ lower }) => /^(?:be|instead|:)$/.test(lower)),
  read(ask) {
    const texts = mentions(ask, ['step', 'goal', 'interaction']).filter((at) => ask.items[at]!.things.every(isText))
    const thing = texts[0] === undefined ? null : one(ask, texts[0], ['step', 'goal', 'interaction'])
    if (!thing) return null
    use(ask, texts[0]!)
    // "rather than choosing the dates": what it says now, once more
    const against = ask.items.findIndex(({ lower }) => /^(?:rather|instead|not)$/.test(lower))
    const old = range(against + 1, ask.items.length).filter((at) => against > texts[0]! && !/^(?:than|of)$/.test(ask.items[at]!.lower))
    const again = old.length > 0 ? stepBy(ask, old, { isBeside: true }) : null
    if (again && again.name === thing.name) use(ask, ...range(against, ask.items.length))
    const [run, ...more] = runs(ask)
    const isOne = run?.length === 1 && more.length === 0
    const colon = ask.items.findIndex(({ lower }, at) => at > texts[0]! && lower === ':')
    const told = colon < 0 || ask.items[texts[0]!]!.kind !== 'step' ? null : clauseIn(ask, textAt(ask, range(colon + 1, ask.items.length)))
    const text = isOne ? (ask.items[run[0]!]!.words[0]!.quoted ?? told) : told
    if (!text) return null
    use(ask, ...(isOne ? run! : range(colon, ask.items.length)))
    // 'signs the slip' for 'confirms on the tablet': the part that was quoted
    const part = ask.items[texts[0]!]!.words.find(({ quoted }) => quoted !== undefined)?.quoted ?? ''
    const at = thing.name.toLowerCase().indexOf(part.toLowerCase())
    const who = /^\p{L}+s\b/u.test(text) && readTokens(`it ${text}`)[1]?.tag === 'VERB' ? phraseAt(readTokens(thing.name), 0) : null
    const to =
      at > 0 && part !== ''
        ? `${thing.name.slice(0, at)}${text}${thing.name.slice(at + part.length)}`
        : who && thing.kind === 'step'
          ? `${thing.name.slice(0, who.end)} ${text}`
          : text
    return [{ op: 'replace', thing, to: to.charAt(0).toUpperCase() + to.slice(1) }]
  },
}
