// The verbs of requirement and design texts, grouped by what they mean, and which of them are as often nouns.
import { irregulars } from './stem.ts'

/** Each line is one meaning: a text that says any of its verbs says the first. */
const meanings = `
enter type fill provide supply input key write specify state insert
choose select pick opt
show display present view see reveal
list
open visit launch
search find locate browse look discover
send mail email notify inform alert message text dispatch deliver tell remind forward
receive get obtain collect retrieve fetch
create add make compose draft
edit change modify update adjust correct revise amend alter
delete remove erase discard clear drop
save store keep record log register note capture
submit hand
approve accept confirm agree
reject decline refuse deny
cancel withdraw revoke
book reserve
order buy purchase
pay settle
charge bill invoice
refund reimburse
ship
track follow
mark flag tag label
assign allocate appoint delegate
invite
share
upload attach
download
export
import
print
scan read
photograph
sort rank
filter narrow
group
compare match
calculate compute count sum total
check verify validate test inspect examine
block lock ban
unlock unblock
release free
close finish complete end
start begin
stop halt
pause suspend
resume continue
publish post
comment
reply answer respond
rate score
review assess evaluate
vote
report
request ask apply
schedule plan arrange
reschedule move shift postpone
renew extend prolong
return
lend loan
borrow
rent hire
join enrol enroll subscribe
leave quit
log-in sign
press click tap push touch
drag
scroll
hover
swipe
highlight
hide collapse
expand
refresh reload
warn
redirect
transfer
deposit
measure weigh
monitor watch observe
set configure define
turn switch toggle
activate enable
deactivate disable
increase raise
decrease lower reduce subtract deduct
split divide
merge combine join
copy duplicate
archive
restore recover
draw sketch
play
listen hear
water
feed
serve
cook
clean
repair fix
replace swap exchange
sell
earn
spend
donate
win
guess
train
teach
learn study practise practice
translate
grade
pass
fail
award
issue
stamp
load
unload
pack
unpack
drive
ride
travel
board
arrive
depart
check-in
call phone ring
meet
place put
take
bring carry
offer suggest propose recommend
limit restrict
allow permit let
prevent stop
require need demand
expire
escalate
triage
route
prioritise prioritize
tick
sync synchronise synchronize
connect link pair
disconnect
authenticate identify
greet welcome
explain describe
name rename
sum summarise summarize
convert
generate produce issue
plot chart
zoom
rotate
crop
trim
mute
seat
summon
walk
run
beep
glow
count
estimate
forecast predict
detect recognise recognize notice
apologise
thank
cast
tally
nominate
elect
bid
auction
outbid
claim
inherit
adopt
foster
vaccinate
prescribe
dose
diagnose
treat
discharge
admit
transcribe
annotate
quote
sponsor
pledge
harvest
plant
irrigate
cover
lend
owe
round
skip
repeat
undo
redo
preview
advance
reach
exceed
pin
bookmark
favourite
like
dislike
recount
reopen
remain stay
appear
disappear
belong
contain include hold comprise
have
stand
work
help
use
handle manage process deal support
ensure guarantee
perform execute
try attempt
know
want wish
go
come
become
happen occur
wait
decide determine
prove
lack miss
say
lie
sign-up
set
open
sense
launch
propose
flash
ring
forget
remember recall
build
gather
plan
answer
staff
break
weigh
share
honour
balance
recover
transmit
inspect
decorate
host
summarise
credit
debit
withhold
guide
enrol
grant
revoke
access
navigate
settle
supervise
escort
lift
heat cool
wash
dry
mix
taste
name
request
reconcile
dispute
appeal
investigate
distribute
divert
speak talk
chat
react
mention
interview
shortlist
recruit
promote
trade
invest
insure
file
forward
sign
witness
register
release
roll
spin
shuffle
stream
record
relay
rehearse
perform
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** As common as a noun: these count as verbs only where the words around them say so. */
const nounToo = new Set(
  `visit book order list view text mail email message key state type show record log note report request review rate score vote charge bill invoice refund ship track
  label tag flag mark share import export print scan sort rank filter group match count sum total check test lock block ban release free close end start stop
  pause post comment reply answer plan schedule shift move return loan rent hire leave sign press click tap push touch drag scroll swipe highlight transfer deposit watch
  set turn switch increase decrease raise split copy archive draw play water feed cook repair fix replace exchange win guess train practice pass award issue stamp
  load pack drive ride travel board call phone ring place offer limit need demand route link name plot chart zoom crop mute seat walk run estimate forecast notice cast
  bid auction claim treat quote sponsor pledge harvest plant cover round repeat preview advance reach pin bookmark favourite like help use handle process deal support try
  attempt wish wait work stand update change display answer store hand opt look cancel purchase delegate present present grade dose copy fail complete empty
  forward alert input supply correct draft lower permit study exchange welcome hold control measure monitor clean lack file host credit balance guide access lift heat cool wash dry mix taste appeal trade roll spin stream relay witness talk chat promote dispute break sense staff`.split(/\s+/),
)

/** Verbs of framing ("wants to", "must be able to") that say nothing about the act itself. */
export const framingVerbs = new Set(['allow', 'let', 'permit', 'enable', 'want', 'wish', 'need', 'require', 'have', 'be', 'help', 'use', 'try', 'ensure', 'go', 'come', 'become', 'know', 'happen', 'wait', 'remain'])

export interface VerbForm {
  base: string
  /** The first verb of its meaning. */
  meaning: string
  nounToo: boolean
  form: 'base' | 's' | 'ed' | 'ing'
}

/** The verb a word is a form of; undefined for nouns made from verbs ("payment", "reminder"). */
export function verbForm(word: string): VerbForm | undefined {
  const form = forms.get(word)
  if (form) return form
  const base = irregulars.get(word)
  const regular = base === undefined ? undefined : forms.get(base)
  return regular && { ...regular, form: 'ed', nounToo: false }
}

const forms = new Map<string, VerbForm>()
for (const [meaning, ...others] of meanings) {
  for (const base of [meaning!, ...others]) {
    for (const [form, words] of inflections(base)) {
      for (const word of words) if (!forms.has(word)) forms.set(word, { base, meaning: meaning!, nounToo: nounToo.has(base), form })
    }
  }
}

function inflections(base: string): [VerbForm['form'], string[]][] {
  const soft = /[^aeiou]y$/.test(base) ? base.slice(0, -1) + 'i' : base
  const open = /[^e]e$/.test(base) ? base.slice(0, -1) : base
  const doubled = /[^aeiou][aeiou][bdglmnprt]$/.test(base) ? [base + base.at(-1)] : []
  return [
    ['base', [base]],
    ['s', [/(?:[sxz]|ch|sh|o)$/.test(base) || soft !== base ? soft + 'es' : base + 's']],
    ['ed', [base.endsWith('e') ? base + 'd' : soft + 'ed', ...doubled.map((b) => b + 'ed')]],
    ['ing', [open + 'ing', ...doubled.map((b) => b + 'ing')]],
  ]
}
