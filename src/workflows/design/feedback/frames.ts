// The ways of asking for an edit, as data: another way of saying one is another line.
//
// Words stand for themselves, `a|b` for either, `a_b` for two words, `[ … ]` for what may be left out. A slot in braces holds
// T a thing with a name, U a thing or step, A an attribute, E an entity, R an actor, F a flow, C a part, S a step, L steps or things to join,
// N a new name, M one that has to look like it, P one that does, Y a kind of value, K new attributes, Q a new text, W words of a step, X what is so far.
// `@should` is any word that demands, `@can` also one that allows; both are asked for in a question too ("Could the fax be removed?").
import type { Edit } from './edit.ts'

export interface Frame {
  build: Build
  says: readonly string[]
  /** It reads like this only where the design has what is named: else it may bind the product. */
  isShy?: true
}

export type Build = Exclude<Edit['op'], 'require'> | 'require-yes' | 'require-no' | 'part-text' | 'join-attributes'

const instead = "[ not|instead_of|rather_than|and_not [ by|of|to|from|on ] {X} [ 's ] ]"
const beside = 'before|after|behind|ahead_of'
const added = 'added|inserted|put|included'
const removed = 'removed|deleted|dropped|discarded|scrapped|cut|struck|eliminated|taken_out|thrown_out'
const remove = 'remove|delete|drop|get_rid_of|scrap|cut|strike|discard|eliminate|lose|omit|take_out|throw_out|kill|ditch'
const merged = 'merged|combined|joined|unified|united|folded'
const into = '[ into|as|to|under [ one|a|a_single|a_new|the|single entity|role|actor|flow|screen|field ] [ called|named ] {N} ]'
const job = 'job|task|responsibility|duty'

export const frames: readonly Frame[] = [
  {
    build: 'rename',
    says: [
      'rename|retitle|relabel {T} [ from {X} ] to|as|into {N}',
      'change|correct|alter the_name|name|the_title of {T} [ from {X} ] to|into {N}',
      'change|alter {T} to|into {P}',
      'call|name|title {T} {M} [ not|instead_of|rather_than {X} ]',
      'use|say|write {M} instead_of|rather_than|for|not {T}',
      'use the_term|the_word|the_name|term {N} instead_of|rather_than|for|not {T}',
      '{T} @should be called|named|titled|labelled|known_as {M} [ not|instead_of|rather_than {X} ]',
      '{T} @should be renamed|retitled|relabelled to|as|into {N}',
      '{T} @should be renamed|retitled|relabelled {M}',
      '{T} @should have the_name {M}',
      '{T} : rename to {N}',
      'we call|name {T} {M}',
      'we say|use|write {M} not|instead_of|rather_than {T}',
      '{T} ->|=>|→ {N}',
      'replace the_name|the_term|the_word {T} with|by {N}',
    ],
  },
  {
    build: 'remove',
    says: [
      `${remove} {U}`,
      'take|leave|throw|cut {U} out',
      'take {U} off|out_of {X}',
      `{U} @can be ${removed} [ from|in|on|off|out_of {X} ]`,
      '{U} @can go [ away ]',
      '{U} @should not be there|here|in_there',
      '{U} is|are no_longer|not needed|required_any_more|used_any_more [ any_more|any_longer|anymore ]',
      'we do_not|no_longer need|want {U} [ any_more|any_longer|anymore ]',
      'there @should be no {U}',
      `{U} : ${remove} [ it ]`,
    ],
  },
  {
    build: 'retype',
    says: [
      `change|turn|convert|make|switch|set {A} [ from {X} ] [ to|into ] {Y} ${instead}`,
      `change|set|switch the_type|type|the_data_type of {A} [ from {X} ] to {Y} ${instead}`,
      `store|treat|save|keep|record|use {A} as {Y} ${instead}`,
      `{A} @should be [ stored_as|kept_as|saved_as|recorded_as|of_type|of_the_type|changed_to|turned_into|converted_to|made|made_into ] {Y} ${instead}`,
      `{A} @should become|have_the_type|have_type {Y} ${instead}`,
      'the_type of {A} @should be {Y} [ not|instead_of|rather_than {X} ]',
      '{A} is|are {Y} not|rather_than|and_not {X}',
      `{A} : {Y} ${instead}`,
      '{A} : {X} ->|=>|→|to {Y}',
    ],
  },
  {
    build: 'require-yes',
    says: [
      'make|mark|set|declare {A} [ as ] required|mandatory|compulsory|obligatory [ not|instead_of|rather_than optional ]',
      '{A} @should be [ made|marked_as|marked|set_to ] required|mandatory|compulsory|obligatory|filled_in|specified|provided [ not|instead_of|rather_than optional ]',
      '{A} : required|mandatory|compulsory|obligatory [ not optional ]',
      '{A} is|are required|mandatory|compulsory|obligatory [ not optional ]',
      '{A} @should not be optional',
      '{A} @should always be filled_in|given|provided',
      '{A} can|must|should|may not be left_empty|left_blank|left_out|empty|blank|missing|optional',
    ],
  },
  {
    build: 'require-no',
    says: [
      'make|mark|set|declare {A} [ as ] optional [ not|instead_of|rather_than required|mandatory|compulsory|obligatory ]',
      '{A} @can be [ made|marked_as|marked|set_to ] optional [ not|instead_of|rather_than required|mandatory|compulsory|obligatory ]',
      '{A} is|are optional [ not required|mandatory|compulsory|obligatory ]',
      'make|mark|set|declare {A} [ as ] not required|mandatory|compulsory|obligatory',
      '{A} is|are not required|mandatory|compulsory|obligatory [ but optional ]',
      '{A} should|must|can|need not be required|mandatory|compulsory|obligatory|filled_in|given|provided [ but optional ]',
      '{A} does|do not need|have to be filled_in|given|provided|required|mandatory',
      '{A} : optional [ not required|mandatory ]',
      'do not require {A}',
      '{A} can|may be left_empty|left_blank|left_out|empty|blank|missing',
    ],
  },
  {
    build: 'give',
    says: [
      `give|assign|hand|hand_over|reassign|transfer|move {S} [ from {X} ] to|over_to {R} ${instead}`,
      `let|have {R} do|handle|perform|take_over {S} ${instead}`,
      `{S} @should go to {R} ${instead}`,
      `{S} @should be done|performed|handled|carried_out|taken_over|made|executed by {R} ${instead}`,
      `{S} @should be assigned|given|handed|handed_over|moved|reassigned|transferred [ from {X} ] to {R} ${instead}`,
      `{R} @should do|handle|perform|take_over|carry_out {S} ${instead}`,
      `make {R} responsible_for {S} ${instead}`,
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
      `{S} @should belong to {R} ${instead}`,
      `{S} belongs|belong to {R} ${instead}`,
      `{S} is|are for|up_to {R} ${instead}`,
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
      'add|include|insert|introduce|put {K} to|in|on|into|for {E}',
      'add|put to|on {E} {K}',
      'give {E} {K}',
      'add|include|insert|introduce {K}',
      'there @should be {K} on|in|for|at {E}',
      '{E} lacks|lack|misses|miss|is_missing|are_missing {K}',
      '{K} is|are missing in|on|from|at|for {E}',
      `{K} @should be ${added} to|in|on|for {E}`,
      'we|i need|want|miss|are_missing|am_missing {K} on|in|for|at {E}',
      'i would like|would_like_to_have|would_like_to_see|expect {K} on|in|for|at {E}',
      '{E} @should [ also ] get|have_another|have_an_additional {K}',
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
      `add|insert|include|put|introduce {Q} ${beside} {S}`,
      'add|insert|include|put|introduce {Q} between {S} and {X}',
      'add|insert|include|put|introduce {Q} at|to|as the end|start|beginning|top|bottom of|in {F}',
      'add|insert|include|put|introduce {Q} as the|a last|first|final|second_to_last step of|in|to {F}',
      'add|insert|include|put|introduce {Q} to|in|into {F} [ at the end|start|beginning ]',
      `${beside} {S} [ , ] add|insert|include|put|introduce {Q}`,
      `there @should be {Q} ${beside} {S}`,
      `there is {Q} missing ${beside} {S}`,
      `{Q} is missing ${beside} {S}`,
      '{Q} is missing at the end|start|beginning of {F}',
      `{Q} @should be ${added} ${beside} {S}`,
      `{Q} @should be ${added} at the end|start|beginning of {F}`,
      `{Q} @should be ${added} to|in {F} [ at the end|start|beginning ]`,
      `we need {Q} ${beside} {S}`,
      'we need {Q} at the end|start|beginning of {F}',
      '{F} needs|lacks|is_missing {Q} at the end|start|beginning',
      `add|insert|include|introduce a|one|another|a_new step ${beside} {S} {Q}`,
      `there is a|one step missing ${beside} {S} {Q}`,
      `{F} needs|lacks|is_missing {Q} ${beside} {S}`,
      'add|insert|include|introduce a|one|another|a_new step to|in {F} {Q}',
      'add|insert|include|introduce {Q} [ at the end|start|beginning ]',
      'add|insert|include|introduce a|the|one last|first|final step {Q}',
      '{F} needs|lacks|is_missing a|one|another|one_more step [ at the end|start|beginning ] {Q}',
      '{F} @should end with {Q}',
      '{F} @should start|begin with {Q}',
    ],
  },
  {
    build: 'move',
    says: [
      `move|put|shift|place|reorder|do {S} [ to ] [ right|directly|immediately ] ${beside} {S2}`,
      'move|put|shift|place {S} to|at the end|start|beginning|top|bottom [ of {F} ]',
      'move|put|shift|place|make {S} [ to|as ] [ the ] first|last|final [ step ] of|in {F}',
      `{S} @should be moved|put|placed|shifted|done [ to ] ${beside} {S2}`,
      '{S} @should come|be|be_the|happen|go last|first|final [ step ] [ of|in {F} ]',
      '{S} @should be moved|put|placed|shifted to|at the end|start|beginning|top [ of {F} ]',
      'swap|exchange|switch {L}',
      'swap|exchange|switch {S} and|with {S2}',
      '{L} @should be swapped|exchanged|switched',
      'move|put|shift|transfer {A} [ from {X} ] to|into|onto|on|over_to {E} [ not|instead_of|rather_than [ on|in|to ] {X2} ]',
      '{A} @should be moved|put|placed|shifted|transferred [ from {X} ] to|into|onto|on|in {E} [ not|instead_of|rather_than [ on|in|to ] {X2} ]',
      '{A} @should move [ from {X} ] to|into {E}',
      '{A} : move|put to|on|in|into {E}',
      '{A} @should be a|an|the attribute|field|property of|on|in {E} [ not|instead_of|rather_than [ of|on|in ] {X2} ]',
      'move|put|place|shift {C} into|in|inside|to|onto {C2}',
      '{C} @should be moved|put|placed into|in|inside|to {C2}',
    ],
  },
  {
    build: 'move',
    isShy: true,
    says: [
      `{S} @should come|happen|be|go|take_place|occur [ right|directly|immediately ] ${beside} {S2} [ not before|after [ it ] ]`,
      `{S} comes|come|happens|happen|goes|takes_place|is|are [ right|directly|immediately ] ${beside} {S2}`,
      '{A} belongs|belong|goes to|on|in|with|into|onto {E} [ not|rather_than|instead_of|and_not [ on|in|to|with ] {X2} ]',
      '{A} @should belong|be|live|sit|go|be_stored|be_kept to|on|in|with|at {E} [ not|rather_than|instead_of|and_not [ on|in|to|with|at ] {X2} ]',
    ],
  },
  {
    build: 'merge',
    says: [
      `merge|combine|join|unify|unite|fold {L} ${into}`,
      'merge|combine|join|unify|unite|fold {L} with|into|in {T}',
      'put {L} together [ as {N} ]',
      `{L} @can be ${merged} ${into}`,
      `{T} @can be ${merged} with|into {T2}`,
      '{L} is|are the_same|one [ thing|role|entity|actor|flow ] [ so ] call it|them {M}',
      `{L} is|are the_same [ thing|role|entity|actor|field|thing_to_us ] [ , ] [ so ] merge|combine|join|unify them ${into}`,
      '{L} @should be one|a_single entity|actor|role|flow|thing|screen',
    ],
  },
  {
    build: 'replace',
    says: [
      'replace|change|reword|rephrase|rewrite|reformulate {S} with|by|to|as|into {Q}',
      'instead_of {S} it should say|read|be {Q}',
      'instead_of {S} i|we would like to see|read|have {Q}',
      '{S} @should read|say|be|become|be_replaced_with|be_replaced_by|be_changed_to|be_reworded_to|be_reworded_as {Q}',
    ],
  },
  {
    build: 'join-attributes',
    says: ['replace {T} with {K}', '{T} @should be replaced with {K}', 'replace {T} with|by {N}', '{T} @should be replaced with|by {N}'],
  },
  {
    build: 'part-text',
    says: [
      'replace|change {W} with|by|to|into {W2} in {S}',
      'change|raise|lower|increase|reduce the_limit|the_maximum|the_minimum from {W} to {W2}',
      '[ in ] {S} [ , ] replace|change {W} with|by|to|into {W2}',
      '[ in ] {S} [ , ] write|say|use {W2} instead_of|rather_than|not|for {W}',
    ],
  },
  { build: 'part-text', isShy: true, says: ['replace|change {W} with|by|to|into {W2}'] },
]
