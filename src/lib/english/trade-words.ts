// Words of requirement and design texts that a general dictionary relates too little: verbs of one meaning, opposites, roles.

/** Verbs that requirement texts use for the same act, converses included (what one side sends the other receives). */
export const sameMeaning = rows(`
enter type fill provide supply input key write specify insert
choose select pick opt
show display present view see reveal list appear render
open visit launch
search find locate browse look discover
send mail email notify inform alert message text dispatch deliver tell remind forward
receive obtain collect retrieve fetch get
create add make compose draft raise
edit change modify update adjust correct revise amend alter
delete remove erase discard clear drop purge
save store keep record log register note capture retain persist
submit hand send lodge file
approve accept confirm agree authorise authorize
reject decline refuse deny disapprove
cancel withdraw revoke
book reserve
order buy purchase
pay settle
charge bill invoice
refund reimburse repay
track follow monitor
mark flag tag label
assign allocate appoint delegate
upload attach
sort rank order
filter narrow
compare match
calculate compute count sum total
check verify validate test inspect examine
block lock ban suspend
unlock unblock
release free
close finish complete end conclude
start begin commence initiate
stop halt
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
repair fix
replace swap exchange
call phone ring
place put
offer suggest propose recommend
limit restrict cap
allow permit let enable
require need demand
forbid prohibit disallow prevent stop bar
connect link pair
authenticate identify
generate produce
detect recognise recognize notice
remain stay
contain include hold comprise have
ensure guarantee
happen occur
decide determine
expire lapse
return redirect
waive forgive
sign log
exceed surpass
`)

/** Nouns that requirement texts use for the same thing. */
export const sameThing = rows(`
fee charge cost price
booking reservation appointment
post contribution comment
file attachment document
web internet
login sign-in credentials
notice notification message alert email mail
order purchase
loan borrowing
leave holiday vacation
`)

export const opposites = rows(`
approve reject
approve decline
approve deny
accept decline
accept deny
allow forbid
allow prohibit
allow prevent
allow block
allow refuse
allow disallow
permit forbid
permit deny
permit refuse
enable block
grant deny
grant revoke
grant refuse
add remove
create delete
save discard
keep delete
keep discard
retain delete
lock unlock
block unblock
include exclude
include exclusive
inclusive exclusive
including excluding
show hide
read hide
open close
start stop
pause resume
activate deactivate
enable disable
archive restore
require waive
charge refund
charge waive
required optional
mandatory optional
required forbidden
obligatory optional
paid unpaid
free paid
public private
visible hidden
visible invisible
automatic manual
automatically manually
pass fail
online offline
before after
subscribe unsubscribe
publish unpublish
increase decrease
raise lower
extend shorten
join leave
same different
first last
earliest latest
oldest newest
ascending descending
anonymous named
editable readonly
`)

/** Roles of software texts, and what they are a kind of or another word for. */
export const tradePeople = rows(`
user person account
admin administrator manager
administrator admin
superuser admin administrator
staff employee worker
employee staff colleague worker
customer client shopper buyer user consumer patron
client customer
shopper customer buyer
buyer customer shopper purchaser
vendor seller supplier merchant
member user participant subscriber
visitor guest user
guest visitor
reader user
agent operator representative
operator agent
technician engineer mechanic
moderator admin
approver manager
reviewer approver
supervisor manager boss
lead leader manager
owner holder
organiser organizer host
organizer organiser host
learner student pupil
student pupil learner
pupil student learner
teacher instructor tutor
instructor teacher trainer
parent guardian
attendee participant
subscriber member
caller customer
borrower member
tenant resident renter
resident tenant
applicant candidate
candidate applicant
courier driver carrier
developer engineer programmer
nurse clinician
doctor physician clinician
physician doctor
passenger traveller traveler
dispatcher operator
caretaker janitor
cashier teller
`)

function rows(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
}
