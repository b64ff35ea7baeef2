// Turns every free text of a document into an attack on the page that shows it; ids and the names of entities stay whole, as others refer to them.
const attacks = [
  '"><script>window.pwned=1</script>',
  "'><img src=http://elsewhere.test/x onerror=window.pwned=1>",
  '</style></title></svg><iframe src=http://elsewhere.test/></iframe>',
  '<!-- --!><base href=http://elsewhere.test/>\u202Egnp.exe\u0000\u200B',
  '&lt;b&gt; ${1} {{x}} \\u003cscript\\u003e ]]> <a href="javascript:window.pwned=1">x</a>',
]

const freeTexts = new Set([
  'action',
  'description',
  'trigger',
  'response',
  'text',
  'goals',
  'evidence',
  'change',
  'actor',
  'type',
  'ruleId',
  'criticVersion',
  'version',
  'pointer',
])

export function hostile<T>(document: T): T {
  let n = 0
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return freeTexts.has(key) && !['view', 'container', 'control', 'data', 'utility'].includes(value)
        ? value + attacks[n++ % attacks.length]!
        : value
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (value === null || typeof value !== 'object') return value
    const named = 'steps' in value || 'children' in value || 'required' in value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, named && name === 'name' ? 'text' : name)]))
  }
  return walk(document, '') as T
}
