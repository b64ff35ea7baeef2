// What only says once more that the edit just asked for is to be made: "please change it", "and correct step 3".
import type { Edit } from './edit.ts'
import { kindOf, saidAt } from './mentions.ts'
import { same } from './names.ts'
import type { Context } from './step-mentions.ts'

/** Where it ends; null where there is none. */
export function echoEnd(context: Context, from: number, edits: readonly Edit[]): number | null {
  const { words } = context
  let at = from
  while (/^(?:[,;:–—-]|and|so|then)$/.test(words[at]?.lower ?? '')) at += 1
  if (at === from || !/^(?:change|correct|fix|adjust|update|amend|rename)$/.test(words[at]?.lower ?? '')) return null
  const start = at + 1
  const named = saidAt({ ...context, topic: [] }, start).find(({ mentions }) =>
    mentions.every(({ things }) =>
      things.some((thing) => edits.some((edit) => 'thing' in edit && (same(edit.thing, thing) || edit.thing.of === thing.name))),
    ),
  )
  at = named?.end ?? start
  while (at < words.length && at - start < 7 && (filler.test(words[at]!.lower) || (!named && kindOf(words[at])))) at += 1
  return at > start && (at === words.length || /^[,;:(–—-]$/.test(words[at]!.lower)) ? at : null
}

const filler = /^(?:it|that|this|them|the|its|their|'s|name|title|wording|to|accordingly|too)$/
