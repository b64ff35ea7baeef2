// Which nouns name somebody who acts, and which the software itself.
import { phraseAt, singular, singularWord, words, type Phrase } from '../words.ts'

const people = new Set(
  `accountant actor adjuster admin administrator adopter adult adviser advisor agent alumni alumnus analyst anyone applicant approver architect artist
assignee assigner assistant associate athlete attendee attorney auctioneer auditor author baker barber barista bartender beekeeper beneficiary bidder
blogger bookkeeper borrower boss breeder broker builder butcher buyer callee caller candidate captain cardholder caregiver carer caretaker carrier
cashier chair chef child citizen claimant cleaner clerk client climber clinician coach colleague collector commander commuter complainant composer
concierge conservator consultant consumer contractor contributor cook courier coworker creditor crew curator customer cyclist dealer debtor dentist
designer detective developer director dispatcher distributor doctor donator donor doorkeeper driver editor electrician employee employer engineer
estimator everybody examiner executive expert explorer exporter fan farmer firefighter florist follower foreman freelancer friend fundraiser
gamemaster gamer gardener grader grocer groomer grower guard guardian guest guide hairdresser handler head headteacher helper hiker hirer holder
homeowner host hostess housekeeper human importer individual inspector instructor insurer interviewee interviewer inventor investor janitor journalist
judge keeper kid landlord lawyer lead leader learner leaseholder lecturer lender librarian listener loader maintainer manager mayor mechanic mediator
member mentee mentor merchant midwife moderator musician neighbor neighbour notary nurse occupant officer official operator organiser organizer owner
packer paralegal paramedic parent participant partner passenger patient payee payer people person pharmacist photographer physician picker pilot
planner player plumber policeman policyholder porter practitioner presenter president principal proctor professional professor programmer publisher
pupil purchaser ranger reader receiver receptionist recipient recruiter referee registrar renter reporter representative requester requestor rescuer
researcher reseller resident respondent responder retailer reviewer rider runner scientist scorekeeper secretary seller sender senior shareholder
shipper shopper singer sitter soldier somebody someone speaker specialist spectator sponsor staff stakeholder steward stocker streamer student stylist
submitter subscriber superadmin superintendent superuser supervisor supplier surgeon surveyor swimmer sysadmin tailor teacher teammate technician
teller tenant tester therapist tourist trader trainee trainer translator traveler traveller treasurer tutor umpire underwriter user vendor vet
veterinarian viewer visitor volunteer voter waiter waitress walker warden wholesaler winner worker writer`.split(/\s+/),
)

/** Bodies that act as one. */
const bodies = new Set('team board committee council jury staff crew office department desk family household company club agency association authority bank institution faculty personnel court union police'.split(' '))
const software = new Set('system app application platform site website webapp portal server backend frontend api database software engine interface ui cli bot product service solution tool program module component feature page screen form'.split(' '))
/** Nouns that end like roles and are things. */
const things = new Set(
  `order number filter folder container counter browser router reminder printer calendar letter parameter newsletter computer paper offer transfer voucher header footer slider picker banner timer buffer register ledger identifier marker tracker scanner sensor monitor adapter converter layer trigger pointer cursor color error vector factor door floor mirror document payment appointment comment shipment content event element percent amount discount account count variant plant restaurant grant fee coffee degree tree list weather theater theatre chapter charter poster roster quarter corner water dinner answer matter manner power tower flower cover trailer freezer user-interface server provider controller loader parser editor-view header chatter locker crater crater whiteboard career player-id browser cluster registrar-office`.split(
    /\s+/,
  ),
)

/** Whether the last word of a phrase names a person or a body of people. `lenient`: an ending that only roles have is enough. */
export function namesSomebody(phrase: Pick<Phrase, 'words'>, lenient = false): boolean {
  const last = phrase.words.at(-1)
  if (!last) return false
  const one = singularWord(last).toLowerCase()
  if (people.has(one) || bodies.has(one) || /(?:admin|user|keeper|person|man|woman|manager|officer|holder|owner|member|worker|leader|assistant)$/.test(one)) return one !== 'human'
  return lenient && one.length > 4 && !things.has(one) && !software.has(one) && /(?:er|or|ist|ian|eer|ee|ant)$/.test(one)
}

export function namesSoftware(phrase: Pick<Phrase, 'words'>): boolean {
  return software.has(singularWord(phrase.words.at(-1) ?? nothing).toLowerCase())
}

const nothing = { text: '', lower: '', start: 0, end: 0, tag: '', lemma: '' }

/** The role a slot names: "registrar of a museum" → "registrar of a museum", "logged-in user (mobile)" → "logged-in user". */
export function roleName(text: string): string {
  const bare = text.replace(/\s*\([^()]*\)/g, '').replace(/^(?:an?|the)\s+/i, '').trim()
  const list = words(bare)
  const phrase = phraseAt(list, 0)
  return phrase && phrase.next === list.length ? singular(phrase) : bare
}
