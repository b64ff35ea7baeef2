// The ways in which edits are asked for, in the words of senses.ts, and what each asks for.
import { applyEdits } from './apply.ts'
import type { PlainForm } from './plain-form.ts'
import { patternOf } from './senses.ts'
import type { Names } from './names.ts'
import { nameAsks } from './build-names.ts'
import { attributeAsks } from './build-attributes.ts'
import { listAsks, valueAsks } from './build-values.ts'
import { stepAsks } from './build-steps.ts'
import { numbersIn, type Build, type Found, type Place } from './place.ts'

const table = [...nameAsks, ...attributeAsks, ...valueAsks, ...stepAsks]

/** Who does it now, or what kind of value it is now, may be said behind what shall be. */
function withOld(line: string): string[] {
  if (/\bR\b/.test(line) && /\bS\b/.test(line)) return [line, `${line} ,? and? not|instead-of by|for|of|to|with? R`]
  if (/(?:As .*|move .*) G$/.test(line)) return [line, `${line} ,? and? not|instead-of|than on|with|to|of|in|for|under? O`]
  return /Y END$/.test(line) ? [line, `${line.replace(/ END$/, '')} ,? and? not|instead-of Y END`] : [line]
}

const patternsOf = (asks: readonly (readonly [Build, string])[]) =>
  asks.flatMap(([build, lines]) =>
    lines
      .trim()
      .split('\n')
      .flatMap((line) => withOld(line.trim()))
      .map((line) => ({ build, line: line.trim(), pattern: patternOf(line.trim()) })),
  )
const patterns = patternsOf(table)
/** "The reference is obsolete and to be deleted" lists no values: only where nothing else is asked for. */
const lists = patternsOf(listAsks)

/** Every way in which some part of a sentence asks for an edit, or denies what the design says now. */
export function constructionsIn(form: PlainForm, names: Names, why: Set<string>): Found[] {
  const found = foundIn(patterns, form, names, why)
  return found.length > 0 ? [...found, ...deniedIn(form, names)] : foundIn(lists, form, names, why)
}

/** "It isn't the crew who sends it", "it shouldn't be text": without its "not" it says what the design says, and asks for no more than what is put in its place. */
function deniedIn(form: PlainForm, names: Names): Found[] {
  return [...form.text.matchAll(/not\.\w#\d+ /g)].flatMap(({ index, 0: not }) => {
    const bare = { ...form, text: form.text.slice(0, index) + form.text.slice(index + not.length) }
    return foundIn(patterns, bare, names, new Set(), true).flatMap((found) => {
      const { from, to, edits } = found
      if (from > index || to <= index || applyEdits(names.intent, [{ id: 'edit-0', edits }]) !== names.intent) return []
      return [{ ...found, edits: [], from: from === index ? index : from, to: to + not.length }]
    })
  })
}

function foundIn(all: typeof patterns, form: PlainForm, names: Names, why: Set<string>, isDenied = false): Found[] {
  return all.flatMap(({ build, pattern, line }) =>
    [...form.text.matchAll(pattern)].flatMap((match) => {
      if (/ (?:not|no|what|who|how|why)\.\w#\d+ $/.test(` ${form.text.slice(0, match.index)}`)) return []
      if (
        /^(?:because|since|otherwise|given|as)\./.test(
          form.text
            .slice(0, match.index)
            .split(/[,;:]#\d+ |(?=(?:because|since|so|otherwise|given|therefore|although|though)\.)/)
            .at(-1) ?? '',
        ) &&
        !/^(?:as|at)/.test(line)
      )
        return []
      const place: Place = { form, names, slots: match.groups ?? {}, start: match.index, why, shorter: 0, line, said: match[0], isDenied }
      const edits = build(place)
      const said = numbersIn(match[0].slice(0, match[0].length - place.shorter))
      return edits
        ? [
            {
              edits,
              from: match.index,
              to: match.index + match[0].length - place.shorter,
              size: said.length,
              isWish: line.includes('WISH') || match[0].includes('must.'),
            },
          ]
        : []
    }),
  )
}
