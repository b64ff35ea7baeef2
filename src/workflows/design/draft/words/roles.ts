// Which nouns name somebody who acts, which name the software itself, and which can be neither.
import { singular } from './forms.ts'
import { isActionVerb } from './verbs.ts'

const people = new Set(
  `user customer client member guest visitor admin administrator superadmin manager supervisor owner operator staff employee worker colleague teammate crew coworker boss director executive
agent broker adviser advisor consultant contractor freelancer vendor supplier seller buyer shopper merchant retailer wholesaler trader dealer reseller distributor purchaser consumer subscriber payer payee cardholder bidder auctioneer
librarian clerk nurse doctor physician patient therapist dentist pharmacist veterinarian vet caregiver carer midwife surgeon paramedic practitioner clinician
teacher student pupil parent guardian instructor tutor professor lecturer learner trainee trainer mentor mentee coach player athlete referee umpire captain fan spectator principal headteacher
driver rider passenger courier dispatcher pilot traveler traveller tourist commuter cyclist shipper carrier
tenant landlord resident occupant homeowner housekeeper janitor caretaker concierge receptionist host hostess
editor author writer reader reviewer moderator publisher blogger journalist contributor translator curator photographer artist designer composer musician listener viewer streamer
technician engineer developer programmer maintainer tester analyst auditor inspector accountant bookkeeper cashier teller treasurer controller planner scheduler-clerk estimator surveyor architect
chef cook waiter waitress barista bartender baker butcher grocer farmer beekeeper gardener florist hairdresser barber stylist tailor mechanic plumber electrician cleaner builder
organizer organiser guide attendee participant speaker presenter volunteer donor donator fundraiser sponsor beneficiary applicant recruiter candidate interviewer interviewee employer hirer requester requestor approver assignee assigner submitter respondent claimant adjuster policyholder underwriter borrower lender investor shareholder creditor debtor lawyer attorney paralegal judge notary officer official citizen voter warden ranger guard soldier firefighter policeman detective
person people somebody someone individual human everybody anyone team family household couple friend follower neighbour neighbor child kid adult senior scientist researcher lab-technician curator leader lead head chair president secretary representative rep partner stakeholder specialist expert assistant associate professional personnel crew-member leaseholder keeper handler breeder groomer walker sitter adopter foster renter hiker climber runner swimmer gamer dm gamemaster referee scorekeeper collector inventor explorer helper board committee council jury pharmacist caller callee sender recipient receiver responder requester holder picker packer loader stocker porter steward foreman superintendent registrar proctor examiner grader advisor alumni alumnus faculty`.split(
    /\s+/,
  ),
)

const software = new Set(
  'system app platform site website webapp portal server backend frontend api database software engine interface ui cli bot script plugin extension algorithm'.split(
    ' ',
  ),
)
/** Words that mean the software when it is said what they shall do, and a thing otherwise. */
const maybeSoftware = new Set(
  'application product service tool program module component solution feature scheduler worker process job implementation'.split(' '),
)

/** Nouns that end like roles and are things, or that a sentence makes act without their being anybody. */
const things = new Set(
  `order number filter folder container counter browser router reminder printer calendar letter parameter newsletter computer paper offer transfer voucher header footer slider picker banner user-friendly timer buffer register ledger identifier marker tracker scanner sensor monitor controller-unit adapter converter layer trigger pointer cursor color colour error vector factor editor-view door floor mirror monitor document payment appointment comment department shipment content event component element assessment investment equipment environment requirement statement segment increment percent agreement deployment attachment department announcement moment amount discount account count variant tenant-id plant restaurant grant warrant instant fee employee-id coffee degree tree guarantee list checklist wishlist playlist artist-page specialist-page medium stadium inventory weather theater theatre chapter charter poster roster quarter corner water dinner answer matter manner power tower flower cover driver-license trailer freezer offer-letter budget target ticket product package message report record request response notification email page screen button form field dashboard view date time status price total name title address phone description note photo image file data information detail item cart basket invoice receipt booking reservation other one all some both rest many few each`.split(
    /\s+/,
  ),
)

/** A word that names somebody, one slip of the pen forgiven: "custmer", "memeber", "cutsomer". */
export function isRoleWord(word: string): boolean {
  const one = singular(word.toLowerCase())
  return people.has(one) || (one.length > 5 && !things.has(one) && misspelt.has(one))
}

/** Long role words with one letter missing, doubled or swapped with the next. */
const misspelt = new Set(
  [...people]
    .filter((word) => word.length > 6 && /^[a-z]+$/.test(word))
    .flatMap((word) =>
      [...word].flatMap((letter, at) =>
        at === 0
          ? []
          : [
              word.slice(0, at) + word.slice(at + 1),
              word.slice(0, at) + letter + word.slice(at),
              word.slice(0, at) + (word[at + 1] ?? '') + letter + word.slice(at + 2),
            ],
      ),
    ),
)
for (const word of people) misspelt.delete(word)

/** A phrase whose last word names somebody: "site owner". */
export function isRole(phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ')
  return isRoleWord(words.at(-1) ?? '')
}

export function isSoftware(phrase: string): boolean {
  const last = singular(phrase.toLowerCase().split(/[ _-]/).at(-1) ?? '')
  return software.has(last)
}

export function isSoftwareSubject(phrase: string, modal: string): boolean {
  return (
    isSoftware(phrase) ||
    (/^(?:shall|must|should|will)$/.test(modal) && maybeSoftware.has(singular(phrase.toLowerCase().split(/[ _-]/).at(-1) ?? '')))
  )
}

/** Whether an unknown noun that was seen acting may be somebody. */
export function mayBeRole(phrase: string): boolean {
  const last = singular(phrase.toLowerCase().split(' ').at(-1) ?? '')
  return (
    !things.has(last) &&
    !software.has(last) &&
    !maybeSoftware.has(last) &&
    /^[\p{L}'-]{2,}$/u.test(last) &&
    !(phrase.includes(' ') && isActionVerb(last))
  ) // "status update"
}
