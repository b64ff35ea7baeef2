// How an ask is read as another text for a step, goal or interaction.
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import { cue, mentions, one, range, runs, textAt, type Frame, use } from './ask.ts'
import { stepBy } from './deeds.ts'
import { isText } from './names.ts'
import { newText as clauseIn } from './read-steps.ts'

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
