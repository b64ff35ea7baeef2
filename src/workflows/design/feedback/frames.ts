// The ways of asking for an edit, as data: another way of saying one is another line.
//
// Words stand for themselves, `a|b` for either, `a_b` for two words, `[ … ]` for what may be left out. A slot in braces holds
// T a thing with a name, U a thing or step, A an attribute, E an entity, R an actor, F a flow, C a part, S a step, G a step or flow, L steps or things to join,
// N a new name, M one that has to look like it, P one that does, Y a kind of value, O one that may be optional, K new attributes, Q a new text, W words of a step,
// X what is so far. `( … / … )` is one of several, and so are brackets. `@should` is any word that demands, `@can` also one that allows; both are asked for in a question too ("Could the fax be removed?"), and
// wished for without ("I'd like the fax removed", "Let the fax be optional").
import type { Edit } from './edit.ts'

export interface Frame {
  build: Build
  says: readonly string[]
  /** It reads like this only where the design has what is named: else it may bind the product. */
  isShy?: true
  /** Only tells how it is: an edit where "so please change it" follows. */
  isTold?: true
}

export type Build = Exclude<Edit['op'], 'require'> | 'require-yes' | 'require-no' | 'part-text' | 'join-attributes'

const instead = "[ not|instead_of|rather_than|than|and_not [ by|of|to|from|on ] {X} [ 's ] ]"
const beside = '[ right|directly|immediately|shortly ] before|after|behind|ahead_of|in_front_of'
const add = 'add|insert|include|put|put_in|introduce|append|place'
const added = 'added|inserted|put|put_in|included|appended|introduced'
const newStep = '[ a|one|another|yet_another|the ] [ new|more|further|additional|extra ] [ last|first|final ] step'
const wanted =
  'there_must_be|there_should_be|there_has_to_be|there_needs_to_be|there_ought_to_be|i_would_like|we_would_like|i_would_like_to_see|we_would_like_to_see|i_would_like_to_have|we_would_like_to_have|i_need|we_need|i_want|we_want|i_miss|we_miss|i_am_missing|we_are_missing|i_expect|we_expect'
const flowEnd = 'the [ very ] end|start|beginning|top|bottom|front'
const ofFlow = '[ of its|the|that|this|the_same flow / of|in {F} ]'
const notThere = '[ not|instead_of|rather_than|and_not [ of|on|in|to|with|at ] {X2} ]'
const place = `( ${beside} {S} / between {S} and {X} / at|to|as ${flowEnd} of|in {F} )`
const target = `( [ to ] ${beside} {S2} / to|at ${flowEnd} ${ofFlow} / [ to|as|so_that_it_is|so_that_it_becomes|so_that_it_comes ] [ the ] first|last|final [ step ] ${ofFlow} )`
const removed = 'removed|deleted|dropped|discarded|scrapped|cut|struck|eliminated|taken_out|thrown_out'
const remove = 'remove|delete|drop|get_rid_of|scrap|cut|strike|discard|eliminate|lose|omit|take_out|throw_out|kill|ditch'
const merged = 'merged|combined|joined|unified|united|folded'
const into = '[ into|as|to|under ( {N} / one|a|a_single|a_new [ part|card|page|screen|field|entity|role|actor|flow ] called|named {N} ) ]'
const must = 'required|mandatory|compulsory|obligatory'
const field = '[ field|attribute|value|one|again ]'
const one = 'one|one_and_the_same|the_same'
const job = 'job|task|responsibility|duty'

export const frames: readonly Frame[] = [
  {
    build: 'rename',
    says: [
      'rename|retitle|relabel {T} [ from {X} ] to|as|into {N}',
      'change|correct|alter the_name|name|the_title of {T} [ from {X} ] to|into {N}',
      "change|correct|alter {T} 's name|title [ from {X} ] to|into {N}",
      'change|alter {T} to|into {P}',
      '[ we ] call|name|title {T} {M} [ not|instead_of|rather_than {X} ]',
      '[ we ] use|say|write ( {M} / the_term|the_word|the_name|term {N} ) instead_of|rather_than|for|not {T}',
      '{T} @should ( be called|named|titled|labelled|known_as / have the_name ) {M} [ not|instead_of|rather_than {X} ]',
      '{T} @should be renamed|retitled|relabelled ( to|as|into {N} / {M} )',
      '{T} ( : rename to / ->|=>|→ ) {N}',
      'replace the_name|the_term|the_word {T} with|by {N}',
    ],
  },
  { build: 'rename', isTold: true, says: ['{T} is|are called|named|known_as {M}'] },
  {
    build: 'remove',
    says: [
      `${remove} {U}`,
      'take|throw|strike|cut|leave {U} ( out / off|out_of {X} )',
      `{U} @can be ${removed} [ from|in|on|off|out_of {X} ]`,
      '{U} @can go [ away ]',
      '{U} @should not be there|here|in_there',
      '{U} is|are no_longer|not needed|required_any_more|used_any_more [ any_more|any_longer|anymore ]',
      'we do_not|no_longer need|want {U} [ any_more|any_longer|anymore ]',
      'there @should be no {U}',
      `{U} : ${remove} [ it ]`,
      '[ we can ] do without {U}',
    ],
  },
  {
    build: 'retype',
    says: [
      `change|turn|convert|make|switch|set {A} [ from {X} ] [ to|into ] {Y} ${instead}`,
      `change|set|switch the_type|type|the_data_type of {A} [ from {X} ] to {Y} ${instead}`,
      `store|treat|save|keep|record|use {A} as {Y} ${instead}`,
      `{A} @should be [ stored_as|kept_as|saved_as|recorded_as|of_type|of_the_type|changed_to|turned_into|converted_to|made|made_into ] {Y} ${instead}`,
      '{A} @should not be {X} but {Y}',
      '{A} is|are better ( stored|kept|saved|recorded|treated as / of_type ) {Y}',
      `{A} @should become|have_the_type|have_type {Y} ${instead}`,
      'the_type of {A} @should be {Y} [ not|instead_of|rather_than {X} ]',
      '{A} is|are {Y} not|rather_than|and_not {X}',
      `{A} : [ {X} ->|=>|→|to ] {Y} ${instead}`,
    ],
  },
  {
    build: 'require-yes',
    says: [
      `make|mark|set|declare|turn {A} [ as|to|into ] [ a ] ${must} ${field} [ not|instead_of|rather_than optional ]`,
      `{A} @should ( be [ made|marked_as|marked|set_to|turned_into ] / become ) [ a ] ${must}|filled_in|specified|provided ${field} [ not|instead_of|rather_than optional ]`,
      `{A} :|is|are ${must} [ not optional ]`,
      `{A} @should be ${must} on|in|for|of {X}`,
      '{A} @should not be|stay|remain optional',
      '{A} @should always be filled_in|given|provided',
      '{A} can|must|should|may not be|stay|remain left_empty|left_blank|left_out|empty|blank|missing|optional',
    ],
  },
  {
    build: 'require-no',
    says: [
      `make|mark|set|declare|turn {A} [ as|to|into ] [ an ] optional ${field} [ not|instead_of|rather_than ${must} ]`,
      `{A} @can ( be [ made|marked_as|marked|set_to|turned_into ] / become ) [ an ] optional ${field} [ not|instead_of|rather_than ${must} ]`,
      `{A} :|is|are optional [ not ${must} ]`,
      '{A} @can be optional on|in|for|of {X}',
      `make|mark|set|declare {A} [ as ] not ${must}`,
      `{A} is|are not ${must} [ but optional ]`,
      `{A} should|must|can|need not be ${must}|filled_in|given|provided [ but optional ]`,
      `{A} does|do not need|have to be filled_in|given|provided|${must}`,
      'do not require {A}',
      '{A} can|may be|stay|remain left_empty|left_blank|left_out|empty|blank|missing',
    ],
  },
  {
    build: 'give',
    says: [
      `give|assign|hand|hand_over|reassign|transfer|move {G} [ from {X} ] to|over_to {R} ${instead}`,
      `let|have {R} do|handle|perform|take_over {G} ${instead}`,
      `{G} @should go to {R} ${instead}`,
      `{G} @should be done|performed|handled|carried_out|taken_over|made|executed by {R} ${instead}`,
      `{G} @should be assigned|given|handed|handed_over|moved|reassigned|transferred [ from {X} ] to {R} ${instead}`,
      `{R} @should do|handle|perform|take_over|carry_out {G} ${instead}`,
      `make {R} responsible_for {G} ${instead}`,
    ],
  },
  {
    build: 'give',
    isShy: true,
    says: [
      `let|have|get {R} [ to ] {S} ${instead}`,
      `{S} is|are done|performed|handled|carried_out|executed by {R} ${instead}`,
      `{S} is|are the|a ${job} of|for {R} ${instead}`,
      `{S} [ @should ] is|are|be {R} 's ${job} ${instead}`,
      `{S} ( @should belong to / belongs|belong to / is|are for|up_to ) {R} ${instead}`,
      `{S} by {R} ${instead}`,
      '{X} does|do|should|must|shall|can not {S} [ but ] {R} does|do|should|must|shall|can|will [ that|it|so ]',
      `{R} [ @should ] {S} not|instead_of|rather_than|and_not {X}`,
      `{R} not|instead_of|rather_than {X} [ @should ] {S}`,
      `not {X} but {R} [ @should ] {S}`,
      `it is|should_be {R} who|that [ @should ] {S} [ not|instead_of|rather_than|and_not {X} ]`,
      `it is|should_be {R} not {X} who|that [ @should ] {S}`,
    ],
  },
  {
    build: 'add-attribute',
    says: [
      "add|include|insert|introduce|put {K} to|in|on|into|for {E} [ 's data|record|details|fields|form ]",
      '( add|put to|on / give ) {E} {K}',
      'add|include|insert|introduce {K}',
      'there @should be {K} on|in|for|at {E}',
      '{E} lacks|lack|misses|miss|is_missing|are_missing {K}',
      '{K} is|are missing in|on|from|at|for {E}',
      `{K} @should be ${added} to|in|on|for {E}`,
      `${wanted} {K} on|in|for|at {E}`,
      '{E} @should [ also ] get|have_another|have_an_additional {K}',
      '{E} needs|need|could_do_with one_more|another|a_further|an_additional|a_new attribute|field|property [ ,|: ] [ namely ] {K}',
      '( {E} lacks|lack|misses|miss|is_missing|are_missing {K} / there is|are no {K} on|in|for|at {E} ) [ so ] add|include|introduce it|one|them|that|this [ as|of_type {O} ]',
    ],
  },
  {
    build: 'add-attribute',
    isShy: true,
    says: ['{E} needs|need|requires|require|wants {K}', '{E} @should have|contain|hold|include|carry|store|record {K}'],
  },
  {
    build: 'add-step',
    says: [
      `${add}|${wanted} {Q} ${place}`,
      `${add} {Q} ( as the|a [ new ] last|first|final|second_to_last step of|in|to {F} / to|in|into {F} [ at ${flowEnd} ] / [ at ${flowEnd} ] )`,
      `${place} [ , ] ( ${add}|${wanted} {Q} / {Q} is missing / {Q} @should be ${added} )`,
      `( there is {Q} missing / {Q} is missing / {Q} @should be ${added}|there ) ${place}`,
      `{Q} @should be ${added} to|in {F} [ at ${flowEnd} ]`,
      `{F} needs|lacks|is_missing {Q} [ at ${flowEnd} / ${beside} {S} ]`,
      `{F} @should get|have {Q} [ at ${flowEnd} ]`,
      `( ${add}|${wanted} ${newStep} / there is ${newStep} missing / ${newStep} @should be ${added} ) ( ${place} / to|in {F} ) {Q}`,
      `{F} needs|lacks|is_missing ${newStep} at ${flowEnd} {Q}`,
      '{F} @should end|start|begin with {Q}',
    ],
  },
  {
    build: 'move',
    says: [
      `move|put|shift|place|reorder|do|make {S} [ up|down|forward|back ] ${target}`,
      `{S} @should be moved|put|placed|shifted|done [ up|down|forward|back ] ${target}`,
      `{S} @should come|be|be_the|become_the|happen|go last|first|final [ step ] [ of|in {F} / of its|the|that|this flow ]`,
      '( swap|exchange|switch ( {L} / {S} and|with {S2} ) / {L} @should be swapped|exchanged|switched )',
      `( move|put|shift|transfer {A} / {A} @should move / {A} @should be moved|put|placed|shifted|transferred ) [ from {X} ] to|into|onto|on|in|over_to {E} ${notThere}`,
      '{A} : move|put to|on|in|into {E}',
      `{A} @should be a|an|the attribute|field|property of|on|in {E} ${notThere}`,
      '( move|put|place|shift {C} / {C} @should be moved|put|placed ) into|in|inside|to|onto {C2}',
    ],
  },
  {
    build: 'move',
    isShy: true,
    says: [
      `{S} ( @should come|happen|be|go|take_place|occur / comes|come|happens|happen|goes|takes_place|is|are ) ${beside} {S2} [ not before|after [ it ] ]`,
      `{A} ( belongs|belong|goes / @should belong|be|live|sit|go|be_stored|be_kept ) to|on|in|with|at|into|onto {E} ${notThere}`,
    ],
  },
  {
    build: 'merge',
    says: [
      `merge|combine|join|unify|unite|fold {L} ( ${into} / with|into|in {T} / into|to one|a_single|one_single step )`,
      'put {L} together [ as {N} ]',
      `{L} @can be ${merged} ( ${into} / into|to one|a_single|one_single step )`,
      `{T} @can be ${merged} with|into {T2}`,
      `{L} is|are ${one} [ thing|role|entity|actor|flow ] [ so ] call it|them {M}`,
      '{L} @should be one|a_single entity|actor|role|flow|thing|screen',
    ],
  },
  {
    build: 'replace',
    says: [
      'replace|change|reword|rephrase|rewrite|reformulate|word|phrase {S} with|by|to|as|into {Q}',
      'instead_of {S} ( it should say|read|be / i|we would like to see|read|have / write|put|say|use ) {Q}',
      '{S} @should read|say|be|become|be_replaced_with|be_replaced_by|be_changed_to|be_reworded_to|be_reworded_as|be_worded|be_worded_as|be_phrased {Q}',
    ],
  },
  { build: 'join-attributes', says: ['( replace {T} / {T} @should be replaced ) ( with {K} / with|by {N} )'] },
  {
    build: 'part-text',
    says: [
      'replace|change {W} with|by|to|into {W2} in {S}',
      'change|raise|lower|increase|reduce the_limit|the_maximum|the_minimum from {W} to {W2}',
      '[ in ] {S} ( replace|change {W} with|by|to|into {W2} / write|say|use {W2} instead_of|rather_than|not|for {W} )',
    ],
  },
  { build: 'part-text', isShy: true, says: ['replace|change {W} with|by|to|into {W2}'] },
]
