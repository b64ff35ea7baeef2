// The kinds of value an attribute can be said to hold, by the words people use for them.

/** The kind a phrase names, in the words designs use; null where it names none. */
export function typeNamed(phrase: string | undefined): string | null {
  const said = (phrase ?? '')
    .toLowerCase()
    .replace(/^["“'‘`]|["”'’`]$/g, '')
    .replace(/^(?:of type|type|a|an|the|plain|simple|single|proper|real)\s+/, '')
    .replace(/\s+(?:value|field|type|attribute)$/, '')
    .trim()
  return kinds.find((words) => words.includes(said) || words.includes(said.replace(/s$/, '')))?.[0] ?? null
}

const kinds: readonly (readonly string[])[] = [
  ['text', 'string', 'free text', 'words'],
  ['number', 'numeric', 'count'],
  ['integer', 'whole number', 'int'],
  ['decimal', 'decimal number', 'decimal place', 'float', 'fraction'],
  ['date', 'calendar date', 'day'],
  ['date and time', 'datetime', 'date time', 'date-time', 'timestamp'],
  ['time', 'time of day', 'clock time'],
  ['duration', 'period', 'length of time'],
  ['money', 'amount', 'amount of money', 'currency', 'currency amount', 'money amount', 'price'],
  ['yes/no', 'boolean', 'bool', 'yes or no', 'yes-no', 'checkbox', 'flag', 'true/false'],
  ['choice', 'enum', 'enumeration', 'selection', 'dropdown', 'drop-down', 'pick list', 'list of choices'],
  ['list', 'list of texts', 'tags'],
  ['identifier', 'id', 'key', 'unique identifier', 'uuid', 'reference'],
  ['email address', 'email', 'e-mail', 'e-mail address'],
  ['phone number', 'phone', 'telephone number'],
  ['image', 'photo', 'picture'],
  ['file', 'attachment', 'document'],
  ['link', 'url', 'web address'],
  ['address', 'postal address', 'location'],
  ['percentage', 'percent'],
]

/** A choice with its values, as far as a type may be long. */
export function choiceOf(values: readonly string[]): string {
  const type = `choice: ${[...new Set(values)].join(', ')}`
  return type.length <= 60 ? type : 'choice'
}

/** The values that the type of a choice names. */
export const valuesOf = (type: string): string[] =>
  (/^choice: (.+?)(?:, unique)?$/.exec(type)?.[1] ?? '').split(', ').filter((value) => value !== '')
