// The verbs requirements are made of, and what kind of act each one is. Words that are nouns as well ("order", "filter") are verbs only where the sentence says so.

/** What a person does to data. */
const acting = `accept access acknowledge activate add adjust allocate amend annotate answer append apply appoint approve archive arrange ask assess assign attach attend authenticate authorise authorize award backup ban bid block book bookmark borrow browse build bulk-edit buy calculate call cancel capture categorise categorize change charge chat check check-in checkout choose claim classify clear click clone close collect combine comment commit compare complete compose configure confirm connect contact continue contribute convert copy correct create crop customise customize deactivate decide decline define delegate delete deliver deny deposit describe deselect design detach determine disable discard discharge disconnect dismiss dispatch dispute donate download drag draft draw drop duplicate edit email enable endorse enrol enroll enter escalate estimate evaluate examine exchange exclude execute exit expand explain explore export extend favorite favourite fetch file fill filter finalise finalize find finish fix flag follow format forward fund generate get give go grade grant group guess hide highlight hire hold identify import include increase indicate initiate input insert inspect install integrate interact invite invoice issue join keep know label launch learn leave lend like link list listen load locate lock log login log-in logout look maintain make manage map mark match measure mention merge message moderate modify monitor move mute name navigate negotiate nominate note notify offer onboard open opt order organise organize outline override own pack park participate pass paste pause pay perform pick pin place plan play post practice prepare prescribe press preview print prioritise prioritize proceed process promote propose provide publish pull purchase push put query queue quit quote rank rate reach react read reassign rebook receive recommend reconcile reconnect record recover redeem redo reduce refer refill refresh refund refuse register reject release remind remove rename renew rent reopen reorder repeat replace replay reply report repost request require reschedule reserve reset resize resolve respond restart restock restore restrict resubmit resume retrieve retry return reuse reverse revert review revise revoke ride rotate run save scan schedule score scroll search see select sell send separate serve set share ship show shuffle sign sign-in sign-out sign-up skip snooze solve sort specify split spend start state stop store stream submit subscribe substitute suggest supply support suspend swap swipe switch sync synchronise synchronize tag take tap test text throw tick tip toggle top-up track trade train transfer translate trash trigger try turn type understand unassign unblock undo unfollow unlock unmark unpublish unsubscribe untag update upgrade upload upvote downvote use validate verify vet view visit void vote wait walk watch weigh withdraw work write zoom`

/** What software does by itself. */
const serving = `aggregate alert allow announce assure audit auto-save autosave broadcast cache cascade compute contain count debit credit decrement decrypt deduct deduplicate default deliver detect direct display distribute emit encrypt enforce ensure expire expose fail flag forbid grant guarantee handle hash ignore increment index inform initialise initialize invalidate invoke let limit log lookup mask match migrate notify omit parse permit persist poll populate preserve present prevent process prohibit prompt propagate protect purge record redirect refuse reject render report reserve respond restrict retain retry return route sanitise sanitize schedule serialize show signal store sum support surface throttle time-out timestamp transition transmit truncate validate verify version warn wipe`

/** Being and having: no act, but they carry data. */
const holding = `be have contain hold include comprise consist belong own possess carry need require want wish like prefer cost equal exist mean remain become appear seem depend relate apply differ vary last`

const acts = new Set(`${acting} ${serving}`.split(/\s+/))
const services = new Set(serving.split(' '))
const holds = new Set(holding.split(' '))

/** These are nouns far more often than verbs; alone at the head of a line they open a noun phrase unless an object follows. */
const nounFirst = new Set(
  'file log list label link message note email report record text name map design plan review comment tag index order group account invoice test form default version state design score grade rate rank store support process work play issue charge state quote queue trade train tip type visit vote walk watch access cache count direct exit flag guess hash limit like look park pass pin post process program project reply request return route schedule search share signal sort stream supply surface switch time transfer trash trigger use view warn zoom credit debit book alert display contact purchase sign'.split(
    ' ',
  ),
)

export function isActionVerb(base: string): boolean {
  return acts.has(base)
}

export function isHoldingVerb(base: string): boolean {
  return holds.has(base)
}

/** Verbs whose usual subject is the software. */
export function isServiceVerb(base: string): boolean {
  return (
    services.has(base) &&
    !/^(?:book|match|schedule|reserve|verify|record|log|report|show|store|retry|return|validate|process|flag|restrict|reject|refuse|grant|deliver|count|notify)$/.test(
      base,
    )
  )
}

export function isOftenNoun(base: string): boolean {
  return nounFirst.has(base)
}

/** Verbs too weak to say what happens, each with a plainer one. */
export const weakVerbs: Readonly<Record<string, string>> = {
  handle: 'work through',
  manage: 'work on',
  process: 'work through',
  deal: 'work',
  support: 'offer',
  facilitate: 'offer',
  streamline: 'shorten',
  optimize: 'adjust',
  optimise: 'adjust',
  leverage: 'use',
  utilize: 'use',
  utilise: 'use',
  improve: 'raise',
  enhance: 'raise',
}
