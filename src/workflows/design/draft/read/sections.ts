// What a section of a requirements document is for, judged by its heading.

export type SectionKind = 'requirement' | 'context' | 'data' | 'skip'

const skipped =
  /^(?:out[- ]of[- ]scope|non[- ]?goals?|not (?:in|part of) .*|excluded|exclusions|open (?:questions?|issues)|questions|references?|links|change ?log|revision history|document history|tech(?:nical|nology)?(?:nologies)? ?(?:stack|notes?|details|considerations|architecture|design|requirements|used)?|architecture|built with|installation|install|getting started|set ?up|deployment|license|contributing|definition of (?:done|ready)|tasks?|to-?dos?|implementation.*|milestones?|timeline|schedule|risks?\b.*|(?:success )?metrics|success (?:criteria|measures|guarantees?)|measurable outcomes|steps to reproduce|requirements? (?:classification|prioriti[sz]ation)|legend|kpis?|dependencies|assumptions?.*|constraints(?: and dependencies)?|appendix.*|acknowledge?ments|credits|authors?|contributors|test(?:ing|s)?|test (?:plan|cases?)|table of contents|contents|future.*|api endpoints?|impact|files?|screenshots?|mock-?ups?|wireframes?|faq|roadmap|usage|commands|configuration|project structure|environment variables|prerequisites|demo|stakeholders|approvals?|sign-?off|sprint ready checklist|checklist|related.*|see also|bugs?|known (?:bugs|issues)|nice[- ]to[- ]haves?|later|phase [2-9].*|v[2-9].*)$/i
const contextual =
  /^(?:background|context|overview|introduction|intro|purpose|problem.*|motivation|why|summary|executive summary|vision|objectives?|goals?|business goals?|about.*|scope|in scope|what changes|value|hypothesis|current (?:state|situation)|rationale|description|target (?:users|audience)|users?|personas?|user (?:roles|personas|types)|roles|actors|product overview)$/i
const dataLike =
  /^(?:data(?: ?model|base|base schema| dictionary| requirements| objects)?|entit(?:y|ies)|fields?|attributes?|schema|domain(?: model)?|glossary|models?|information (?:we )?(?:store|keep|need).*|record(?:s| layout)|key entities.*)$/i
const generic =
  /^(?:acceptance criteri(?:a|on)|acceptance|criteria|user stor(?:y|ies)|stor(?:y|ies)|requirements?|functional requirements?|non-?functional requirements?|added requirements?|modified requirements?|functionalit(?:y|ies)|features?|key features|main features|core features|feature list|mvp|must[- ]haves?|should[- ]haves?|could[- ]haves?|scenarios?|acceptance scenarios?|user scenarios.*|(?:main )?success scenario|extensions|requirement \d+|user story \d+|expected behaviou?r|primary user story|use cases?|details?|notes?|rules?|business rules?|specifications?|spec|behaviou?r|user flows?|flows?|general|other|misc(?:ellaneous)?|edge cases?|validation(?: rules)?|what (?:we|it|you|they) .*|how it works|requirements? (?:list|overview)|prd|product requirements(?: document)?|high|medium|low|p[0-3]|body|request|feature request|describe.*|proposed solution|solution|proposal)$/i

/** The heading as a name, without its number and kind; empty when it names no topic of its own. */
export function sectionTitle(heading: string): string {
  const bare = heading
    .replace(/^(?:\d+(?:\.\d+)*\.?\)?|[A-Z]{1,6}-?\d+(?:\.\d+)*)[\s:.\-–—]+/, '')
    .replace(
      /^(?:user story|story|title|requirement|feature|scenario|use case|epic|rule|module|section|capability)\s*#?\d*(?:\.\d+)*\s*[:–—-]\s*/i,
      '',
    )
    .replace(/^(?:[A-Z]{1,6}-)+\d+\s*[:–—-]?\s*/, '')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, '')
    .trim()
  return generic.test(bare) || contextual.test(bare) || dataLike.test(bare) ? '' : bare
}

export function sectionKind(path: readonly string[]): SectionKind {
  const titles = path.map((heading) =>
    heading
      .replace(/^(?:\d+(?:\.\d+)*\.?\)?)[\s:.\-–—]+/, '')
      .replace(/\s*\*?\([^()]*\)\*?\s*$/, '')
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
      .trim(),
  )
  if (titles.some((title) => skipped.test(title))) return 'skip'
  const last = titles.at(-1) ?? ''
  if (dataLike.test(last) || (titles.length > 1 && dataLike.test(titles.at(-2) ?? ''))) return 'data'
  if (contextual.test(last)) return 'context'
  return 'requirement'
}
