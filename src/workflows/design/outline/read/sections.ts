// What a section of a requirements text is for, judged by its heading.

/** `request` is the rule: what stands there asks for something. */
export type SectionKind = 'request' | 'goals' | 'roles' | 'data' | 'terms' | 'background' | 'excluded' | 'questions'

const kinds: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'excluded',
    /^(?:(?:explicitly )?out[- ]of[- ]scope|non[- ]?goals?|not in scope|won.?t (?:have|do)|excluded|exclusions|not (?:included|covered|part of)|future|nice to haves? later|later|.*\bsomeday|removed requirements|struck)\b/,
  ],
  [
    'questions',
    /^(?:(?:not (?:yet )?(?:clear|decided|settled)|unclear|undecided|still open|open)$|not clear yet|open (?:questions?|issues|points|items)|questions?(?: (?:and|&) answers?)?|unresolved|clarifications?|to be (?:decided|clarified|discussed)|tbd|faq|q&a|edge cases)\b/,
  ],
  [
    'goals',
    /^(?:goals?|business goals?|user goals?|(?:key )?objectives?|purpose|vision|mission|success (?:criteria|metrics|measures)|(?:key )?metrics|kpis?|(?:measurable )?outcomes|why|value proposition|what success looks like|desired outcomes?)\b/,
  ],
  [
    'roles',
    /^(?:actors?|(?:the )?people(?: involved)?|participants|(?:user )?roles?(?: (?:and|&) [a-z]+)?|(?:user )?personas?|users?(?: types?| groups?| classes| roles?| and roles)?|target (?:users|audience)|audience|who\b.{0,25}|stakeholders?)$/,
  ],
  [
    'data',
    /^(?:(?:key |core |main )?entit(?:y|ies)\b|data(?: ?model| dictionary| requirements| objects| structures?|base schema| notes?| fields?)?$|domain(?: model| objects)?$|(?:form )?fields?(?: lists?)?$|attributes?$|schema$|(?:the )?(?:what|things|stuff|data|information|records)\b.*\b(?:keep|kept|stored?|track|record|hold|remember|saved?|work with)\b)/,
  ],
  ['terms', /^(?:glossary|definitions|terminology|(?:key |domain )?terms(?: (?:and|&) definitions)?$)/],
  [
    'background',
    /^(?:background|context|overview|introduction|intro|summary|executive summary|tl;?dr|abstract|problem\b|motivation|rationale|(?:about|market|research|references?|links|resources|installation|install|set ?up|contact|timeline|milestones?|schedule|phases?|team|budget|approvals?|contents|architecture)(?=$|\s*(?:[:(,&/–-]|and\b|of (?:the|this)\b))|current (?:state|situation|process)|pain points|competit|change ?log|revision history|document (?:history|control|info)|version history|getting started|license|contributing|credits|acknowledge?ments|authors?|roadmap|release plan|rollout|launch plan|sign-?off|definition of (?:done|ready)|test(?:ing)? (?:plan|strategy)|dependencies|risks?|assumptions|appendix|table of contents|screenshots?|mock-?ups?|wireframes?|tech(?:nical|nology)? ?(?:stack|notes?|design|architecture|approach)|implementation (?:notes|plan|details)|tasks?$|review (?:&|and) acceptance checklist|execution (?:flow|status)|why this priority|independent test|metadata|see also|related|impact$)/,
  ],
]

/** The innermost heading that says decides; what lies in an excluded or background section stays there. */
export function sectionKind(path: readonly string[]): SectionKind {
  let kind: SectionKind = 'request'
  for (const heading of path) {
    if (/^background\s*:/i.test(heading)) continue // Gherkin's own, which says what is given in every scenario
    const title = bareTitle(heading).toLowerCase()
    const found = kinds.find(([, pattern]) => pattern.test(title))?.[0]
    if (kind === 'excluded') return kind
    if (found) kind = found
    else if (asks.test(title)) kind = 'request'
  }
  return kind
}

const asks =
  /\b(?:requirements?|features?|stor(?:y|ies)|acceptance|criteria|scenarios?|rules?|use cases?|functional|capabilit(?:y|ies)|must|should|scope|user flows?|workflows?)\b/

/** The heading as a name: without its number, its kind and what stands in brackets behind it. */
export function bareTitle(heading: string): string {
  return heading
    .replace(/^#+\s*|^h[1-6]\.\s*|^=+\s*|\s*[=#]+$/g, '')
    .replace(/^(?:\*\*|__)/, '')
    .replace(/^(?:\d+(?:\.\d+)*[.)]?|[A-Z]{1,8}-?\d+(?:[.-]\d+)*)(?=[\s:.\-–—])[\s:.\-–—]*/, '')
    .replace(
      /^(?:user story|story|title|requirement|feature|scenario(?: outline)?|example|use case|epic|rule|module|capability|table|entity)\s*#?(?:\p{L}?\d+(?:\.\d+)*)?\s*[:–—-]\s*/iu,
      '',
    )
    .replace(/\s*[*_]*[([][^()[\]]*[)\]][\s*_:]*$/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})?!]+$/gu, '')
    .trim()
}

const empty =
  /^(?:acceptance(?: criteria| scenarios?)?|criteria|user stor(?:y|ies)(?: \d+)?|stor(?:y|ies)(?: \d+)?|(?:added |modified |functional |non-?functional |user |system |business )?requirements?(?: \d+)?|functionalit(?:y|ies)|(?:key |main |core )?features?(?: list)?|mvp|(?:must|should|could)[- ]haves?|scenarios?|user scenarios.*|details?|notes?|(?:business |validation )?rules?|specifications?|spec|general|other|misc(?:ellaneous)?|in scope|scope|description|goals?|overview)$/i

/** Whether a heading names a topic of its own; "Acceptance criteria" does not. */
export const namesTopic = (heading: string): boolean => bareTitle(heading) !== '' && !empty.test(bareTitle(heading))
