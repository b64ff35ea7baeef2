// The forms an edit is asked for in. What a form does not cover to the last word it does not understand.
import {
  addAttribute,
  merge,
  mergeFirst,
  moveAttribute,
  moveComponent,
  remove,
  removeFrom,
  removeMarked,
  rename,
  renameQuoted,
  replace,
  require_,
  retype,
} from './builders.ts'
import type { Edit } from './edit.ts'
import type { Context } from './names.ts'
import type { Build, Look } from './look.ts'
import { isQuoted, layOver, pattern, wordsOf, type Pattern } from './pattern.ts'
import { addStep, amount, give, giveDone, moveStep, recipient, recipientOf, swap } from './step-builders.ts'

export type Understood = { edits: Edit[] } | { near: string[] }

/** A clause as the edits it asks for; only where exactly one reading of it holds. */
export function understand(clause: string, context: Context): Understood {
  const words = wordsOf(clause.replace(/[.!]+$/, ''))
  const look: Look = { context, near: new Set() }
  const readings: { edits: Edit[]; free: number }[] = []
  for (const [shape, build] of forms)
    for (const slots of layOver(shape, words, fits)) {
      const edits = build(slots, look)
      if (edits) readings.push({ edits, free: wordsOf(Object.values(slots).join(' ')).length })
    }
  // A form that says more of the sentence itself reads it better: "… first" is where, not what.
  const least = Math.min(...readings.map(({ free }) => free))
  const best = new Map(readings.filter(({ free }) => free === least).map(({ edits }) => [JSON.stringify(edits), edits]))
  const [one, ...more] = best.values()
  if (one && more.length === 0) return { edits: one }
  return { near: one ? ['it can be read in more than one way'] : [...look.near] }
}

/** Words that change what a request means, or point elsewhere: no name holds them, and no form skips them. */
const never =
  /^(?:not|no|never|don['’]t|doesn['’]t|isn['’]t|aren['’]t|if|unless|maybe|perhaps|possibly|or|whether|except|but|should|must|shall|could|would|might|may|can|cannot|because|since|please|which|who|why|how|when|while|until|instead|rather|everything|something|anything|all|some|any|every|each|both|it|them|they|these|those|this|he|she|we|you|i)$/i

/** A new text may speak of whoever does the step beside it. */
const inText = /^(?:he|she|they|it|all|every|each|which|who|whether)$/i

function fits(words: readonly string[], slot: string): boolean {
  if (words.slice(0, -1).some((word) => /[,;:]$/.test(word))) return false
  return words.every((word) => {
    const bare = word.replace(/[,;:]$/, '')
    return isQuoted(word) || !never.test(bare) || (slot === 'X' && inText.test(bare))
  })
}

const duty = 'should|must|needs_to|has_to|ought_to|shall'
const a = 'a|an|the?'
const removing =
  'remove|delete|drop|strike|omit|cut|scrap|discard|eliminate|erase|ditch|strip|take_out|get_rid_of|throw_out|leave_out|throw_away|take_away|lose|scratch|axe|out_with|do_away_with'
const attributeWord = 'attribute|field|property|column'

const forms: readonly (readonly [Pattern, Build])[] = (
  [
    [`rename|relabel|retitle|change T to|into|as N`, rename],
    [`rename|call|name|label T N`, rename],
    [`make T N`, renameQuoted],
    [`change the? name|label|title of T to|into N`, rename],
    [`T ${duty} be renamed|called|named|labelled|relabelled to|into|as? N`, rename],
    [`replace|substitute T with|by N`, rename],
    [`use|say|write N instead_of|rather_than|in_place_of T`, rename],
    [`swap|exchange T for N`, rename],
    [`instead_of|rather_than T use|say|write|put|call_it N`, rename],
    [`instead_of|rather_than T i'd|i_would|we'd|we_should|let_us use|say|write|put|call_it N`, rename],
    [`what you call T is known|called here? as? N`, rename],
    [`what you call T we|i call N`, rename],
    [`T becomes N`, rename],
    [`T ${duty} read|say N`, rename],
    [`we|i say|use|call_it|call_them|write N not T`, rename],
    [`it|this should|must be_called|read|say N not T`, rename],
    [`replace|substitute T with|by N`, replace],
    [`change|reword|rephrase|rewrite|correct|edit T to|into|as|so_that_it_reads|to_read|to_say N`, replace],
    [`rename T to N`, replace],
    [`T ${duty} read|say|be_worded N`, replace],
    [`let T read|say N`, replace],
    [`${removing} T`, remove],
    [`take|leave|throw T out|away`, remove],
    [`take T off|out_of|away_from E`, removeFrom],
    [`T ${duty} be removed|deleted|dropped|cut|taken_out|left_out`, removeMarked],
    [`T ${duty}|can go|go_away`, removeMarked],
    [`we|i can|could do|live|manage without T`, remove],
    [`T is|are not needed|necessary|required any_more|anymore?`, removeMarked],
    [`T isn't|aren't needed|necessary any_more|anymore?`, removeMarked],
    [`T is|are superfluous|redundant|unnecessary|obsolete`, removeMarked],
    [`we|i do_not|don't need|want T any_more|anymore?`, removeMarked],
    [`make|turn T into|to|as? ${a} K`, retype],
    [`make|turn T into|to|as? ${a} K not|instead_of|rather_than ${a} K2`, retype],
    [`change|set the? type|kind of T to|into ${a} K`, retype],
    [`change|set the? type|kind of T from ${a} K2 to|into ${a} K`, retype],
    [`change|convert|switch|retype T to|into|as ${a} K`, retype],
    [`change|convert|switch|retype T from ${a} K2 to|into ${a} K`, retype],
    [`the? type|kind of T ${duty}|is be? ${a} K`, retype],
    [`T ${duty} be|become of_type|stored_as|kept_as? ${a} K`, retype],
    [`T ${duty} be ${a} K not|instead_of|rather_than ${a} K2`, retype],
    [`T is ${a} K not ${a} K2`, retype],
    [`T is not ${a} K2 but|it_is|it's simply|just|only? ${a} K`, retype],
    [`T isn't ${a} K2 but|it_is|it's simply|just|only? ${a} K`, retype],
    [`T isn't|aren't ${a} K2 it's|they're|it_is|they_are simply|just|only? ${a} K`, retype],
    [`T is|are not ${a} K2 it's|they're|it_is|they_are simply|just|only? ${a} K`, retype],
    [`T ${duty}|have_to take|hold|allow|accept|have K`, retype],
    [`T is|are ${a} K`, retype],
    [`K will_do|is_enough|is_fine for T`, retype],
    [`store|keep|treat|model|save T as ${a} K`, retype],
    [`store|keep|treat|model|save T as ${a} K not|instead_of|rather_than ${a} K2`, retype],
    [`use ${a} K for T`, retype],
    [`make|mark|set T as? required|mandatory|compulsory|obligatory`, require_(true)],
    [`T ${duty} be required|mandatory|compulsory|obligatory`, require_(true)],
    [`T is|are required|mandatory|compulsory|obligatory`, require_(true)],
    [`require T`, require_(true)],
    [`make|mark|set T as? optional`, require_(false)],
    [`T ${duty} be optional`, require_(false)],
    [`T is|are optional`, require_(false)],
    [`give|assign|reassign|hand|transfer|delegate|move|pass|hand_over T over? to A`, give],
    [`give|assign|reassign|hand|transfer|delegate|move|pass T from B to A`, give],
    [`let|have A do|perform|handle|take|own T`, give],
    [`T ${duty} be done|performed|carried_out|handled|made|owned by A`, give],
    [`T ${duty} be done|performed|carried_out|handled|made|owned by A not|instead_of|rather_than by? B`, give],
    [`T is done|performed|carried_out|handled|made|owned by A not by? B`, give],
    [`T ${duty} be_given|be_assigned|be_reassigned|be_moved|belong to A`, give],
    [`T ${duty} be_given|be_assigned|be_reassigned|be_moved|belong to A not|instead_of|rather_than to? B`, give],
    [`T belongs to A`, give],
    [`T belongs to A not to? B`, give],
    [`A ${duty} do|perform|handle|own T`, give],
    [`A not B ${duty} do|perform|handle|own T`, give],
    [`A ${duty} do|perform|handle|own T not|instead_of|rather_than B`, give],
    [`change|set the? actor of|for|in T to A`, give],
    [`change|set the? actor of|for|in T from B to A`, give],
    [`the? actor of|for|in T ${duty}|is be? A`, give],
    [`the? actor of|for|in T ${duty}|is be? A not|instead_of|rather_than B`, give],
    [`make A the? actor|responsible of|for T`, give],
    [`T is|${duty} be? the? job|task|work|duty|responsibility|business of A`, give],
    [`T is|${duty} be? the? job|task|work|duty|responsibility|business of A not of? B`, give],
    [`B do_not|don't|does_not|doesn't T A does|do that|this|it|so`, giveDone],
    [`B not? ${duty} T but A`, giveDone],
    ...[true, false].flatMap((required): [string, Build][] => {
      const word = required ? 'required|mandatory?' : 'optional'
      const add = addAttribute(required)
      return [
        [`add|include|introduce ${a} ${word} N to|on|in|into|for E`, add],
        [`add|include|introduce ${a} ${word} ${attributeWord} called|named|for? N to|on|in|into|for E`, add],
        [`add|include|introduce ${a} ${word} N ${attributeWord} to|on|in|into|for E`, add],
        [`add|include|introduce ${a} ${word} K ${attributeWord} called|named? N to|on|in|into|for E`, add],
        [`add|include|introduce ${a} ${word} K called|named N to|on|in|into|for E`, add],
        [
          `add|include|introduce ${a} ${word} ${attributeWord} called|named? N of_type|as|with_type|with_the_type ${a} K to|on|in|into|for E`,
          add,
        ],
        [
          `add|include|introduce ${a} ${word} ${attributeWord} called|named? N to|on|in|into|for E of_type|as|with_type|with_the_type ${a} K`,
          add,
        ],
        [`add|include|introduce ${a} ${word} N of_type|as|with_type ${a} K to|on|in|into|for E`, add],
        [`add|include|introduce ${a} ${word} N to|on|in|into|for E of_type|as|with_type ${a} K`, add],
        [`add|include|introduce to|on|in|into|for E ${a} ${word} N`, add],
        [`give E ${a} ${word} ${attributeWord} called|named|for? N`, add],
        [`give E ${a} ${word} N ${attributeWord}`, add],
        [`give E ${a} ${word} N`, add],
        [`E also? needs|lacks|misses|is_missing ${a} ${word} N`, add],
        [`i|we miss|lack ${a} ${word} N in|on|of|for|at E`, add],
        [`i|we miss|lack ${a} ${word} N ${attributeWord} in|on|of|for|at E`, add],
        [`E also have|has ${a} ${word} N`, add],
        [`N is|are missing in|on|from|for|at E`, add],
        [`${a} N ${attributeWord} is|are missing in|on|from|for|at E`, add],
        [`E also? needs|lacks|misses|is_missing ${a} ${word} ${attributeWord} called|named|for? N`, add],
        [`E also? needs|lacks|misses|is_missing ${a} ${word} N ${attributeWord}`, add],
        [`E ${duty} also? have|get ${a} ${word} ${attributeWord} called|named|for? N`, add],
        [`E ${duty} also? have|get ${a} ${word} N ${attributeWord}`, add],
      ]
    }),
    ...(['before', 'after'] as const).flatMap((side): [string, Build][] => {
      const sides = side === 'before' ? 'before|in_front_of|ahead_of' : 'after|behind|following'
      return [
        [`add|insert|include|put ${a} new? step X directly|right|immediately|just? ${sides} S`, addStep(side)],
        [`add|insert|include X directly|right|immediately|just? ${sides} S`, addStep(side)],
        [`add|insert|include X as_a_step|as_a_new_step|as_step ${sides} S`, addStep(side)],
        [`directly|right|immediately|just? ${sides} S add|insert|include X`, addStep(side)],
        [`directly|right|immediately|just? ${sides} S add|insert|include ${a} new? step X`, addStep(side)],
        [`add|insert|include ${a} new? step directly|right|immediately|just? ${sides} S X`, addStep(side)],
        [`there ${duty} be a step X ${sides} S`, addStep(side)],
        [`${sides} S i|we want|need|miss another|a|one_more new? step X`, addStep(side)],
        [`${sides} S i|we want|need|miss another|a|one_more new? step in F X`, addStep(side)],
        [`${sides} S there ${duty} be another|a|one_more new? step X`, addStep(side)],
        [`${sides} S add|insert another|one_more step X`, addStep(side)],
        [`move|put|place|shift|bring S to? directly|right|immediately|just? ${sides} S2`, moveStep(side)],
        [`S ${duty} come|go|be first|last? ${sides} S2`, moveStep(side)],
        [`${sides} S there ${duty} be a step X`, addStep(side)],
        [`S ${duty} come|go|be|happen|stand|be_moved|take_place directly|right|immediately|just? ${sides} S2`, moveStep(side)],
      ]
    }),
    ...(['first', 'last'] as const).flatMap((end): [string, Build][] => {
      const ends = end === 'first' ? 'start|beginning|top' : 'end|bottom'
      const at = end === 'first' ? 'first' : 'last|final'
      return [
        [`add|insert|include|put X at|to the ${ends} of F`, addStep(end)],
        [`add|insert|include|put ${a} new? step X at|to the ${ends} of F`, addStep(end)],
        [`add|insert|include|put X as the? ${at} step of|in|to F`, addStep(end)],
        [`add|insert|include ${a} ${at} step to|in|of F X`, addStep(end)],
        [`add|insert|include ${a} ${at} step X to|in|of F`, addStep(end)],
        [`F needs|lacks ${a} ${at} step X`, addStep(end)],
        [`at|to the ${ends} of F add|insert|put X`, addStep(end)],
        [`at|to the ${ends} of F add|insert|put ${a} new? step X`, addStep(end)],
        [`new ${at} step when|for|in|of|to F X`, addStep(end)],
        [`add|insert to F that X ${end === 'first' ? 'first|at_first' : 'last|at_the_end'}`, addStep(end)],
        [`move|put|place|shift|bring S to|at the ${ends}`, moveStep(end)],
        [`move|put|place|shift|bring S to|at the ${ends} of F`, moveStep(end)],
        [`make S the ${at} step`, moveStep(end)],
        [`make S the ${at} step of|in F`, moveStep(end)],
        [`S ${duty} be|come the? ${at} step?`, moveStep(end)],
        [`S ${duty} be|come the? ${at} step? of|in F`, moveStep(end)],
      ]
    }),
    [`add|insert|include ${a} new? step X to|in F`, addStep('last')],
    [`add|insert|include to|in F ${a} new? step X`, addStep('last')],
    [`add|insert|include ${a} new? step to|in F X`, addStep('last')],
    [`F needs|lacks ${a} new? step X`, addStep('last')],
    [`new step when|for|in|of|to F X`, addStep('last')],
    [`add|insert to F that X`, addStep('last')],
    [`move|put|shift S to|into F`, moveStep('last')],
    [`S ${duty} be|go|be_moved|belong in|into|to F`, moveStep('last')],
    [`S belongs in|into|to F`, moveStep('last')],
    [`move|put|shift|transfer T to|into|onto|on|under E`, moveAttribute],
    [`move|put|shift|transfer T from B to|into|onto|on E`, moveAttribute],
    [`T ${duty} be_moved|be|belong|go to|in|on|into|under E`, moveAttribute],
    [`T belongs to|in|on E`, moveAttribute],
    [`T belongs to|in|on E not to|in|on? B`, moveAttribute],
    [`move|put|shift|place T to|into|onto|on|under|inside U`, moveComponent],
    [`move|put|shift|place T from B to|into|onto|on|under|inside U`, moveComponent],
    [`move|put|shift|place T to|into|onto|on|under|inside U instead_of|rather_than on|in|under? B`, moveComponent],
    [`T ${duty} sit|be|go|live|stand|appear|be_moved|belong directly|right? to|into|onto|on|under|inside|in|below U`, moveComponent],
    [
      `T ${duty} sit|be|go|live|stand|appear|be_moved|belong directly|right? to|into|onto|on|under|inside|in|below U not|instead_of|rather_than to|on|in|under? B`,
      moveComponent,
    ],
    [`T belongs to|in|on|under|inside U`, moveComponent],
    [`T belongs to|in|on|under|inside U not to|on|in|under? B`, moveComponent],
    [`S first S2 second|next|then|after?`, moveStep('before')],
    [`swap|exchange S and|with S2`, swap],
    [`X to A not|instead_of|rather_than to? B`, recipient],
    [`T ${duty} go|be_sent to A`, recipientOf],
    [`X not|instead_of|rather_than Q`, amount],
    [`X ${duty}|can Y not|instead_of|rather_than Q`, amount],
    [`change|raise|lower|increase|reduce|set Q to X in|for|of P`, amount],
    [`in|for|at P change|raise|lower|increase|reduce|set Q to X`, amount],
    [`merge|combine|join|unify|fold|consolidate|collapse T and|with|into U into|as|to N`, merge],
    [`merge|combine|join|unify|fold|consolidate|collapse T into|with U`, merge],
    [`T and U become|becomes just|only? ${a} one|single? field|attribute|entity|actor|role? called|named? N`, merge],
    [`merge|combine|join|unify|consolidate|collapse T and U`, mergeFirst],
    [
      `merge|combine|join|unify|consolidate|collapse T and|with U into|to|as ${a} one|single|common? entity|actor|role|flow|component|screen|view|page|thing called|named N`,
      merge,
    ],
    [`merge|combine|join|unify|consolidate|collapse T and|with U into|to one called|named N`, merge],
    [`T and U ${duty} be merged|combined|joined|unified|one`, mergeFirst],
    [`T and U ${duty} be merged|combined|joined|unified into|as N`, merge],
  ] as [string, Build][]
).map(([shape, build]) => [pattern(shape.replaceAll(/\s+/g, ' ')), build] as const)
