// Words of requirement and design texts that a general dictionary relates too little: verbs of one meaning, opposites, roles.

/** Verbs that requirement texts use for the same act, converses included (what one side sends the other receives). */
export const sameMeaning = rows(`
enter type fill provide supply input key write specify insert / choose select pick opt
show display present view see reveal list appear render visible / open visit launch / search find locate browse look discover
send mail email notify inform alert message text dispatch deliver tell remind forward / send provide give supply
receive obtain collect retrieve fetch get / create add make compose draft raise
edit change modify update adjust correct revise amend alter / delete remove erase discard clear drop purge
save store keep record log register note capture retain persist / submit hand send lodge file
approve accept confirm agree authorise authorize / reject decline refuse deny disapprove / cancel withdraw revoke / book reserve
order buy purchase / pay settle / charge bill invoice / refund reimburse repay / track follow monitor / mark flag tag label
assign allocate appoint delegate / upload attach / sort rank order / filter narrow / compare match / calculate compute count sum total
check verify validate test inspect examine / block lock ban suspend / unlock unblock / release free
close finish complete end conclude / fill complete / start begin commence initiate / stop halt / resume continue / publish post
reply answer respond / rate score / review assess evaluate / request ask apply / schedule plan arrange / reschedule move shift postpone
renew extend prolong / lend loan borrow / rent hire / join enrol enroll subscribe / leave quit / unsubscribe opt_out
transfer pass_on hand_over / press click tap push touch / hide collapse / refresh reload / set configure define / turn switch toggle
activate enable / deactivate disable / increase raise / decrease lower reduce subtract deduct / split divide / merge combine
copy duplicate / restore recover / repair fix / replace swap exchange / call phone ring / place put / offer suggest propose recommend
limit restrict cap / allow permit let enable welcome / require need demand / forbid prohibit disallow prevent stop bar ban
connect link pair / authenticate identify / generate produce / detect recognise recognize notice / remain stay
contain include hold comprise have / ensure guarantee / happen occur / decide determine / expire lapse / return redirect
waive forgive / sign log / exceed surpass
`)

/** Nouns that requirement texts use for the same thing. */
export const sameThing = rows(`
fee charge cost price / booking reservation appointment / post contribution comment / file attachment document / web internet
login sign-in credentials / notice notification message alert email mail / order purchase / loan borrowing / leave holiday vacation
`)

/** Each word of the left side is the opposite of each on the right. */
export const opposites = rows(`
accept approve grant take process admit honour | reject refuse decline deny turn_down turn_away dismiss
allow permit enable authorise authorize welcome let | forbid prohibit prevent block ban bar disallow refuse deny
grant | revoke withdraw
show display see view read reveal disclose visible public share shared publish accessible viewable | hide conceal withhold hidden invisible secret confidential private suppress
keep retain save store preserve remain stay | delete remove erase discard purge destroy disappear vanish / add create | remove delete
include including inclusive contain | exclude excluding exclusive omit leave_out
run work continue resume operate | stop halt pause cease / start begin open activate | stop end close deactivate
enable on enabled active | disable off disabled inactive / lock block | unlock unblock release
charge due payable levy | waive refund exempt / require required mandatory compulsory obligatory | waive optional voluntary forbidden
paid | unpaid free / always | never / automatic automatically | manual manually / pass succeed | fail / online | offline
before | after / subscribe join | unsubscribe opt_out leave / publish | unpublish / archive | restore
increase raise grow rise extend | decrease lower reduce fall shorten / same | different
first earliest oldest old ascending | last latest newest new descending / named | anonymous / lock locked shut | open
editable | readonly / encrypted | plain
`)

/** Roles of software texts, and what they are a kind of or another word for. */
export const tradePeople = rows(`
user person account / admin administrator manager / administrator admin / superuser admin administrator / staff employee worker
employee staff colleague worker / customer client shopper buyer user consumer patron / client customer / shopper customer buyer
buyer customer shopper purchaser / vendor seller supplier merchant / member user participant subscriber / visitor guest user
guest visitor / reader user / agent operator representative / operator agent / technician engineer mechanic / moderator admin
approver manager / reviewer approver / supervisor manager boss / lead leader manager / owner holder / organiser organizer host
organizer organiser host / learner student pupil / student pupil learner / pupil student learner / teacher instructor tutor
instructor teacher trainer / parent guardian / attendee participant / subscriber member / caller customer / borrower member
landlord owner lessor / tenant resident renter / resident tenant / applicant candidate / candidate applicant / courier driver carrier
developer engineer programmer / nurse clinician / doctor physician clinician / physician doctor / passenger traveller traveler
dispatcher operator / caretaker janitor / cashier teller / assistant clerk
driver courier chauffeur / manufacturer maker producer / founder owner / publisher editor / commuter passenger
builder contractor / cleaner janitor / principal head / entrant contestant participant / substitute deputy
`)

function rows(text: string): string[][] {
  return text
    .trim()
    .split(/ \/ |\n/)
    .map((line) => line.split(' '))
}
