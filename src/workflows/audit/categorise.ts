// How severe a finding is by what it speaks of: a report's own word counts, unless the category asks for a higher one.

export const severities = ['Critical', 'High', 'Medium', 'Low'] as const
export type Severity = (typeof severities)[number]

interface Category {
  readonly name: string
  readonly severity: Severity
}

interface Categorised {
  readonly severity: Severity
  readonly category: string | null
  readonly raised: string | null // said when the category overrode a lower severity
}

interface Rule extends Category {
  readonly about: RegExp // what the finding speaks of
  readonly plain?: RegExp // enough on its own
  readonly strong?: RegExp // with `about`, a fault whatever else is said
  readonly weak?: RegExp // with `about`, a fault unless the finding is about words, names or taste
}

/** `context` is the heading it stands under, which may say what it is about. */
export function categorise(text: string, stated: Severity | null, context = ''): Categorised {
  const category = categoryOf(text, context)
  if (stated === null) return { severity: category?.severity ?? 'Medium', category: category?.name ?? null, raised: null }
  if (category === null || rank(category.severity) >= rank(stated))
    return { severity: stated, category: category?.name ?? null, raised: null }
  return {
    severity: category.severity,
    category: category.name,
    raised: `the report says ${stated}, but ${category.name} is ${category.severity}`,
  }
}

/** The most severe of its clauses: what one says is fixed takes nothing from the others. Null for statements that report no fault or fit no category. */
export function categoryOf(finding: string, context = ''): Category | null {
  const clauses = finding.slice(0, 2000).toLowerCase().split(clauseEnd)
  const open = clauses.filter((clause) => !isClaimedFixed(clause))
  const found = open.flatMap((clause) => clauseCategory(`${context.toLowerCase()}: ${clause}`) ?? [])
  // Words of one fault may stand in two clauses, as long as nothing among them is fixed; what is still so is about what was said before.
  const whole =
    open.length === clauses.length || open.some((clause) => /\b(?:still|remains?|persists?)\b/.test(clause))
      ? clauseCategory(`${context.toLowerCase()}: ${clauses.join('; ')}`)
      : null
  return [...found, ...(whole ? [whole] : [])].sort((a, b) => rank(a.severity) - rank(b.severity))[0] ?? null
}

export function isClaimedFixed(clause: string): boolean {
  const said = clause.trim().toLowerCase()
  return resolved.test(said) && !unresolved.test(said)
}

/** The first rule that fits, most severe first. */
function clauseCategory(clause: string): Category | null {
  const text = clause.replaceAll(denied, ' ')
  const soft = softTone.test(text)
  for (const rule of rules) {
    if (rule.plain?.test(text)) return rule
    if (!rule.about.test(text)) continue
    if (rule.strong?.test(text) || (!soft && rule.weak?.test(text))) return rule
    if (!rule.strong && !rule.weak) return rule
  }
  return null
}

export function rank(severity: Severity): number {
  return severities.indexOf(severity)
}

const clauseEnd = /[;!?—–]|\.(?=\s|$)|,?\s(?:but|though|although|while|whereas|however|yet|except)\s|,\s/

// Every pattern is a choice of fixed words, so that no text can make matching slow.
const softTone =
  /\b(?:document|documents|documented|documentation|docs|undocumented|naming|rename|named|consider|suggest|suggestion|optional|optionally|nice to have|prefer|preference|minor|nit|cosmetic)\b/
const resolved =
  /\b(?:was|were|been|now|already|all) (?:fixed|resolved|addressed|remediated|corrected)\b|\bbeen added\b|\b(?:fixed|resolved|addressed|remediated)[.!]?$|^(?:fixed|resolved)\b/
const unresolved =
  /\bstill\b|\b(?:remains?|persists?|continues?)\b|\b(?:not|never|be|partially|partly|isn't|wasn't) (?:yet |fully )?(?:fixed|resolved|addressed|remediated)\b/
const denied = /\b(?:no|zero|without|0) (?:[\w-]+ ){0,3}(?:issues?|failures?|violations?|problems?|inconsistenc(?:y|ies)|findings?)\b/g

const rules: readonly Rule[] = [
  {
    name: 'an accessibility failure',
    severity: 'Critical',
    about:
      /\b(?:accessibility|a11y|wcag|contrast|aria|screen[ -]readers?|keyboard|alt[ -]text|accessible|focus (?:indicator|ring|order|trap|visible|outline)|tab order|touch target)\b|\baria-/,
    strong:
      /\b(?:fail|fails|failed|failing|failure|failures|violates?|violations?|violating|insufficient|below|inaccessible|unreadable|unreachable)\b|\b[12](?:\.\d{1,4})?:1\b/,
    weak: /\b(?:missing|lacks?|lacking|no|not|without|low|cannot|can't|only|invisible|absent|under|less than|needs?|requires?|required|too (?:low|small|weak))\b/,
  },
  {
    name: 'a token format violation',
    severity: 'Critical',
    about: /\btokens?\b|\$type|\$value|\bdtcg\b|\bw3c\b/,
    plain: /\btoken format (?:violations?|errors?)\b/,
    strong:
      /\b(?:malformed|unresolved (?:reference|alias)|(?:invalid|wrong|illegal|broken|non-compliant|unparseable) (?:\S+ ){0,3}(?:format|syntax|json|schema|structure|type|value|reference|alias|tokens?|\$type|\$value)|(?:format|syntax|schema) (?:is )?(?:invalid|wrong|broken|violations?|errors?)|violates? (?:the )?(?:\S+ ){0,3}(?:format|schema|spec|specification)|not (?:valid|well-formed)|not (?:in|follow|following|conform to|comply with) (?:\S+ ){0,4}(?:format|schema|spec|specification))\b/,
    weak: /(?:missing|lacks?|without|no|undefined|absent)[^.]{0,20}(?:\$type|\$value)|(?:\$type|\$value)[^.]{0,20}(?:missing|absent|undefined)/,
  },
  {
    name: 'a missing state',
    severity: 'High',
    about: /\b(?:states?|hover|focus|focused|disabled|active|pressed|error state|loading)\b/,
    weak: /\b(?:missing|lacks?|lacking|undefined|absent|unspecified|omitted|omits|not (?:defined|specified|described|covered|present|designed|included)|no|without|incomplete)\b/,
  },
  {
    name: 'a naming improvement',
    severity: 'Medium',
    about: /\b(?:naming|rename|renamed|misnamed|misleading names?|unclear names?|names? (?:is|are|should|could)|better names?)\b/,
  },
  {
    name: 'a documentation gap',
    severity: 'Medium',
    about:
      /\b(?:undocumented|documentation|document|documents|documented|docs|usage notes?|usage guidelines?|\$description|descriptions? (?:is|are) missing|missing descriptions?)\b/,
  },
  {
    name: 'a consistency issue',
    severity: 'High',
    about:
      /\b(?:inconsistent|inconsistently|inconsistenc(?:y|ies)|mismatch|mismatches|mismatched|diverges?|deviates?|off[ -]grid|hard-?coded|conflicting|does not match|do not match|not aligned with)\b/,
  },
  {
    name: 'a style preference',
    severity: 'Low',
    about: /\b(?:style preference|preference|prefer|aesthetic|aesthetics|cosmetic|taste|subjective)\b/,
  },
  {
    name: 'a minor suggestion',
    severity: 'Low',
    about: /\b(?:minor|nit|suggest|suggestion|consider|optional|optionally|nice to have|could be|polish)\b/,
  },
]
