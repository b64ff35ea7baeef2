// The kind of value a field holds, by the last word of its name.

const kinds: readonly (readonly [string, RegExp])[] = [
  ['text', /\bopening hours$/],
  ['yes/no', /^(?:whether\b.*|.*\b(?:flag|enabled|active|is .*))$/],
  ['date and time', /\b(?:timestamp|date and time|date ?time)$/],
  ['date', /\b(?:dates?|day|birthday|deadline|date of birth|dob|expiry)$/],
  ['time', /\btime$/],
  ['duration', /\b(?:duration|length|period)$/],
  [
    'money',
    /\b(?:price|cost|fee|amount|total|salary|rent|wage|budget|deposit|balance|tax|discount|hourly rate|salary range|value in \w+)$/,
  ],
  ['email address', /\be-?mail(?: address)?$/],
  ['phone number', /\b(?:phone|telephone|mobile)(?: number)?$/],
  [
    'identifier',
    /\b(?:id|identifier|isbn|sku|barcode|code|reference|(?:account|card|order|invoice|serial|lot|donor|insurance|meter|paddle|declaration|vat|registration|parcel|pick-up|customer|tracking) number)$/,
  ],
  [
    'number',
    /\b(?:number|count|quantity|size|capacity|weight|height|width|age|score|rating|points?|percentage|volume|temperature|mileage|level|rank|stars?|hours|minutes|servings|number of .*)$/,
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
  const type = kinds.find(([, pattern]) => pattern.test(name.toLowerCase()))?.[0] ?? 'text'
  return many && type === 'text' ? 'list' : type
}
