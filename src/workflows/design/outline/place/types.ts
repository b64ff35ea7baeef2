// The kind of value a field holds, by the last word of its name.
import { currencies, months, seconds } from '../../../../lib/english/units.ts'
import { spaced } from '../words.ts'

const kinds: readonly (readonly [string, RegExp])[] = [
  ['text', /\b(?:opening hours|notes|remarks|comments|details|findings|instructions|species|series)$/],
  ['yes/no', /^(?:whether\b.*|.*\b(?:flag|enabled|active|is .*)|(?:has|can) .*)$/],
  ['date and time', /\b(?:timestamp|date and time|date ?time|\p{L}+ed at|\p{L}+n at|\p{L}+t at)$/u],
  ['date', /\b(?:dates?|day|birthday|deadline|date of birth|dob|expiry|date (?:of|sent|\p{L}+ed)\b.*|\p{L}+ (?:on|since|until|till))$/u],
  ['time', /\btime$/],
  ['duration', /\b(?:duration|length|period)$/],
  [
    'money',
    /\b(?:price|cost|fee|amount|total|salary|rent|wage|budget|deposit|balance|tax|discount|surcharge|charge|fine|penalty|refund|(?:hourly|daily|weekly|monthly|day) rate|salary range|value in \w+|(?:price|cost|fee) per .*)$/,
  ],
  ['email address', /\be-?mail(?: address)?$/],
  ['phone number', /\b(?:phone|telephone|mobile)(?: number)?$/],
  ['identifier', /\b(?:id|identifier|isbn|sku|barcode|code|reference|(?<!\b(?:max|maximum|min|minimum|total|whole) )(?<=\S )number)$/],
  [
    'number',
    /\b(?:number|count|quantity|size|capacity|weight|height|width|age|score|rating|points?|percentage|volume|temperature|mileage|level|rank|stars?|hours|minutes|servings|year|distance|wattage|(?:length|area|height|width|distance) in .*|number of .*|(?:hours|days|minutes) \p{L}+ed)$/u,
  ],
  ['image', /\b(?:photos?|pictures?|images?|logo|avatar|screenshots?)$/],
  ['file', /\b(?:files?|attachments?|documents?|resume|cv|receipts?|script|transcript)$/],
  ['link', /\b(?:url|link|website)$/],
  ['address', /\b(?:address|location|place)$/],
  [
    'choice',
    /\b(?:status|state|category|type|kind|priority|role|gender|currency|language|country|colou?r|unit|class|condition|difficulty)$/,
  ],
]

export function typeOf(name: string, many = false): string {
  const said = spaced(name).toLowerCase()
  const kindOf = (text: string) => kinds.find(([, pattern]) => pattern.test(text))?.[0]
  // "volume in microlitres", "amount in litres", "price in euros"
  const [, head, unit = ''] = /^(.*?) in (\p{L}+)/u.exec(said) ?? []
  const kind = (head && kindOf(head)) ?? kindOf(said)
  const one = unit.replace(/s$/, '')
  if (
    (kind === 'money' && head !== undefined && !(one in currencies)) ||
    (kind === 'duration' && one !== '' && !(one in { ...seconds, ...months }))
  )
    return 'number'
  return kind ?? (many && head === undefined ? 'list' : 'text')
}

/** Words that name what is known of a thing without saying of which kind it is. */
const known =
  /\b(?:names?|title|descriptions?|designation|subject|note|remark|comment|reason|justification|cause|summary|message|signature|label|model|make|maker|brand|manufacturer|supplier|owner|author|breed|result|outcome|direction|rail|shelf|room|stand|gate|part|serious|credit|value|condition|location|contact|(?:\p{L}+ed|given|driven|done|taken|lent|sent|held|paid|sold|built|born|shorn|spent) (?:by|from|to|with|for|at|on)|\p{L}+ (?:\p{L}+ed|given|driven|done|taken|lent|sent|held|paid|sold|built|born|shorn|spent))$/u

/** Whether a name is that of a value, by its head: "name of the group", "start date", "released by". */
export function isValueName(name: string): boolean {
  const said = spaced(name).toLowerCase()
  if (/^(?:whether|how|what|who|where|when|why|which)\s/.test(said)) return true
  const head = said.replace(/(?<=\S)\s(?:of|in|at|on|per|from)\s.*$/, '')
  return [said, head, head.replace(/s$/, '')].some((each) => known.test(each) || kinds.some(([, pattern]) => pattern.test(each)))
}

const named =
  /^(?:text|string|number|integer|whole number|decimal|amount|money|currency|date|date and time|date-?time|time|timestamp|yes\/no|boolean|bool|enum|choice|list|reference|email|e-mail|phone|url|link|file|image|photo|picture|id|uuid|identifier)(?=$|\s*\([^()]*\)$|\s+like\b|\s+of money$|\s*[,;]\s*(?:in|required|optional|unique|mandatory|max|min|at|up|\d))/i

/** The kind of value that a remark behind a field names or lists: "integer, in days", "one of: new, worn", "port or starboard"; null where it does neither. */
export function typeSaid(remark: string): string | null {
  const said = remark.replace(/^\((.*)\)$/, '$1').trim()
  // "decimal, metres"
  const type = (named.exec(said) ??
    /^(?:decimal|integer|number|money|date|text|string|boolean)(?=\s*,\s*[\p{L}/]+(?:,\s*(?:required|optional|mandatory))?$)/iu.exec(
      said,
    ))?.[0].toLowerCase()
  if (/^(?:yes\s*(?:\/|or)\s*no|checkbox|tick ?box)\b/i.test(said)) return 'yes/no'
  if (/^free text\b/i.test(said)) return 'text'
  if (/^date ?[/+] ?time\b/i.test(said)) return 'date and time'
  if (/^\d+\s*[–-]\s*\d+$/.test(said)) return 'number'
  // "enum: small, large; required", "reference to the order line, required"
  const exact = /^(string|integer|decimal|boolean|enum|timestamp|uuid|reference)(?=[,;:]|\s+(?:to|of)\b)/i.exec(said)?.[1]?.toLowerCase()
  if (exact !== undefined) return exact === 'enum' ? 'choice' : exact
  if (type !== undefined) return /of money$/.test(said) ? 'money' : type === 'enum' ? 'choice' : type
  const values = said.replace(/^(?:one of|either|values?|e\.g\.)\s*:?\s*/i, '').split(/\s*(?:,|\/|;|\|)\s*(?:or\s+)?|\s+or\s+/)
  return values.length > 1 &&
    values.every((value) => /^[\p{L}\p{N}][\p{L}\p{N} -]{0,20}$/u.test(value)) &&
    !/optional|required|mandatory|generated|prefilled|\bm(?:in|ax)\b/i.test(said)
    ? 'choice'
    : null
}
