// The verbs of requirement and design texts, grouped by what they mean, and which of them are as often nouns.
import { irregulars } from '../../../lib/english/stem.ts'

/** Each line is one meaning, converses included (what one side sends the other receives): a text that says any of its verbs says the first. */
const meanings = `
enter type fill provide supply input key write specify state insert
choose select pick opt
show display present view see reveal
open visit launch
search find locate browse look discover
send mail email notify inform alert message text dispatch deliver tell remind forward receive obtain collect retrieve fetch
create add make compose draft
edit change modify update adjust correct revise amend alter
delete remove erase discard clear drop
save store keep record log register note capture
submit hand
approve accept confirm agree
reject decline refuse deny
cancel withdraw revoke
book reserve
order buy purchase sell
pay settle
charge bill invoice
refund reimburse
track follow
mark flag tag label
assign allocate appoint delegate
upload attach
scan read
sort rank
filter narrow
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
reply answer respond
rate score
review assess evaluate
request ask apply
schedule plan arrange
reschedule move shift postpone
renew extend prolong
lend loan borrow
rent hire
join enrol enroll subscribe
leave quit
press click tap push touch
hide collapse
refresh reload
measure weigh
monitor watch observe
set configure define
turn switch toggle
activate enable
deactivate disable
increase raise
decrease lower reduce subtract deduct
split divide
merge combine
copy duplicate
restore recover
draw sketch
listen hear
repair fix
replace swap exchange
learn study practise practice
call phone ring
place put
bring carry
offer suggest propose recommend
limit restrict
allow permit let
require need demand
prioritise prioritize
sync synchronise synchronize
connect link pair
authenticate identify
greet welcome
explain describe
name rename
summarise summarize
generate produce
plot chart
forecast predict
detect recognise recognize notice
remain stay
contain include hold comprise
handle manage process deal support
ensure guarantee
perform execute
try attempt
want wish
happen occur
decide determine
lack miss
remember recall
heat cool
speak talk
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

/** Verbs whose meaning no other verb of these texts shares. */
const alone = `
  access admire admit adopt advance annotate apologise appeal appear archive arrive auction award balance become beep belong bid board bookmark break build cast chat
  claim clean come comment convert cook cost cover credit crop debit declare decorate depart deposit derive diagnose disappear discharge disconnect dislike dispute
  distribute divert donate dose download drag drive dry earn elect escalate escort estimate exceed expand expire export fade fail favourite feed file fit flash forget
  foster gather get glow go grade grant group guess guide harvest have help highlight honour host hover import inherit insure interview invest investigate invite irrigate
  issue know lie lift like list load meet mention mix multiply mute navigate nominate outbid owe pack park pass photograph pin plant play pledge prepare prescribe prevent
  preview print promote prove quote reach react reconcile recount recruit redirect redo rehearse relay reopen repeat report return ride roll rotate round route run say
  scroll seat sense serve share ship shortlist shuffle sign skip spend spin sponsor staff stamp stand stream summon supervise swipe take tally taste teach thank tick
  trade train transcribe transfer translate transmit travel treat triage trim understand undo unload unpack use vaccinate vote wait walk warm warn wash water win withhold
  witness work zoom
  accompany accumulate achieve acknowledge acquire adapt adhere advise affect aggregate align announce append attend audit authorise authorize automate await
  bundle categorise categorize cause circulate clarify classify collaborate commit communicate compensate compile complain conduct consent consider consult consume contact contribute control
  convey coordinate customise customize decode decrypt default defer delay depend deploy design destroy develop differ discuss dismiss distinguish document double
  eliminate embed emit empty encode encounter encourage encrypt endorse enforce engage enlarge entitle equip establish exclude exempt exhibit exist exit explore expose
  express extract focus format fulfil fulfill fund gain give grow ignore illustrate implement imply impose incorporate indicate influence initiate inject inquire insist install
  instruct integrate interact interrupt introduce invalidate invoke involve isolate judge justify lead lease localise localize lose maintain mask mediate migrate moderate motivate
  negotiate normalise normalize occupy omit operate organise organize outline overlap override overwrite own participate paste persist populate possess pour prefer preserve
  proceed prohibit prompt propagate protect pull qualify query reactivate rearrange reassign recalculate reclaim recycle redeem refer refine reflect refrain regenerate regulate
  relate rely render reorder represent reset resize resolve respect restart restock resubmit retain retire retry reuse reverse revert reward rewrite satisfy secure seek segment
  separate simulate snooze solve specialise succeed suffice survey survive target terminate tidy tolerate trace transform transition trigger trust unassign uncheck undergo
  unfollow uninstall unpublish unsubscribe upgrade vary visualise visualize volunteer wear wipe wrap yield`
  .trim()
  .split(/\s+/)
  .map((base) => [base])

/** As common as a noun: these count as verbs only where the words around them say so. */
const nounToo = new Set(
  `visit book order list view text mail email message key state type show record log note report request review rate score vote charge bill invoice refund ship track
  label tag flag mark share import export print scan sort rank filter group match count sum total check test lock block ban release free close end start stop
  pause post comment reply answer plan schedule shift move return loan rent hire leave sign press click tap push touch drag scroll swipe highlight transfer deposit watch
  set turn switch increase decrease raise split copy archive draw play water feed cook repair fix replace exchange win guess train practice pass award issue stamp
  load pack drive ride travel board call phone ring place offer limit need demand route link name plot chart zoom crop mute seat walk run estimate forecast notice cast
  bid auction claim treat quote sponsor pledge harvest plant cover round repeat preview advance reach pin bookmark favourite like help use handle process deal support try
  attempt wish wait work stand update change display store hand opt look cancel purchase delegate present grade dose fail complete empty
  forward alert input supply correct draft lower permit study welcome hold control measure monitor clean lack file host credit balance guide access lift heat cool wash dry mix taste appeal trade roll spin stream relay witness talk chat promote dispute break sense staff cost fit fade warm
  audit contact default delay design document double exit focus format fund judge lead lease outline prompt pull query reset respect reward survey target trace trigger trust upgrade volunteer
  wrap yield exhibit influence separate secure own express`.split(/\s+/),
)

/** Verbs of framing ("wants to", "must be able to") that say nothing about the act itself. */
export const framingVerbs = new Set([
  'allow',
  'let',
  'permit',
  'enable',
  'want',
  'wish',
  'need',
  'require',
  'have',
  'be',
  'help',
  'use',
  'try',
  'ensure',
  'go',
  'come',
  'become',
  'know',
  'happen',
  'wait',
  'remain',
])

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
for (const [meaning, ...others] of [...meanings, ...alone]) {
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
