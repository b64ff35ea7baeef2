// Structured documents: reading them, schemas, pointers, and everything a parser should not be given.
import { afterEach, describe, expect, test } from 'vitest'
import { refusals, table, tryCheck } from './try-check.ts'

const fenced = 'Text.\n\n```yaml\na: 1\nb:\n  - x\n```\n'

describe('parse', () => {
  const kind = 'parse'
  table([
    {
      title: 'JSON by file name',
      kind,
      name: 'a.json',
      text: '{"a": [1, -2.5e3, "x\\u00e9", true, null, {}, []]}',
      outcome: 'pass',
      says: /1 document read \(json\)/,
    },
    {
      title: 'broken JSON with line and column',
      kind,
      name: 'a.json',
      text: '{\n  "a": 1,\n  "b" 2\n}',
      outcome: 'fail',
      lines: [3],
      says: /expected ":" after the key "b" but found "2"/,
    },
    { title: 'a trailing comma', kind, name: 'a.json', text: '[1,\n2,\n]', outcome: 'fail', lines: [3], says: /comma before "\]"/ },
    { title: 'text after the document', kind, name: 'a.json', text: '{} x', outcome: 'fail', says: /end of the document but found "x"/ },
    { title: 'an end too early', kind, name: 'a.json', text: '{"a": [1', outcome: 'fail', says: /found the end of the text/ },
    { title: 'a bad escape', kind, name: 'a.json', text: '["\\x"]', outcome: 'fail', says: /escape/ },
    { title: 'a number that is none', kind, name: 'a.json', text: '[01]', outcome: 'fail' },
    { title: 'a raw line break in a string', kind, name: 'a.json', text: '["a\nb"]', outcome: 'fail', says: /control character/ },
    { title: 'a key twice, which JSON allows', kind, name: 'a.json', text: '{"a": 1,\n "a": 2}', outcome: 'pass' },
    {
      title: 'a key twice where keys must be unique',
      kind,
      name: 'a.json',
      params: { unique_keys: true },
      text: '{"a": 1,\n "a": 2}',
      outcome: 'fail',
      lines: [2],
      says: /"a" appears twice/,
    },
    {
      title: 'a key twice where its value counts',
      kind: 'json.pointer',
      name: 'a.json',
      params: { pointer: '/a', equals: 2 },
      text: '{"a": 1,\n "a": 2}',
      outcome: 'fail',
      says: /"a" appears twice/,
    },
    { title: 'comments are not JSON', kind, name: 'a.json', text: '{} // x', outcome: 'fail' },
    {
      title: 'but may stand in JSONC, as may a trailing comma',
      kind,
      name: 'a.jsonc',
      text: '// x\n{ /* y */ "a": [1,], }',
      outcome: 'pass',
    },
    { title: 'a comment that never ends', kind, name: 'a.jsonc', text: '{} /* x', outcome: 'fail', says: /isn't closed/ },
    { title: 'YAML in a fence', kind, text: fenced, outcome: 'pass', says: /yaml/ },
    {
      title: 'broken YAML is located in the artifact, not in the fence',
      kind,
      text: 'Text.\n\n```yaml\na: 1\nb: [x\n```\n',
      outcome: 'fail',
      lines: [5],
    },
    { title: 'a YAML key twice', kind, name: 'a.yaml', text: 'a: 1\nb: 2\na: 3\n', outcome: 'fail', lines: [3], says: /"a" appears twice/ },
    { title: 'several YAML documents', kind, name: 'a.yml', text: 'a: 1\n---\nb: 2\n', outcome: 'pass' },
    { title: 'anchors and merges', kind, name: 'a.yml', text: 'x: &x {a: 1}\ny:\n  <<: *x\n', outcome: 'pass' },
    { title: 'TOML', kind, name: 'a.toml', text: '[a]\nb = 2024-01-01\n', outcome: 'pass' },
    { title: 'broken TOML', kind, name: 'a.toml', text: '[a]\nb = \n', outcome: 'fail', lines: [2] },
    { title: 'an environment file', kind, name: '.env', text: '# c\nA=1\nexport B="x # y" # z\nC=\'multi\nline\'\nD=\n', outcome: 'pass' },
    {
      title: 'a broken environment file',
      kind,
      name: '.env.local',
      text: 'A=1\nnot a line\n',
      outcome: 'fail',
      lines: [2],
      says: /expected KEY=value/,
    },
    { title: 'a variable twice', kind, name: '.env', text: 'A=1\nA=2\n', outcome: 'fail', lines: [2] },
    { title: 'an open quote', kind, name: '.env', text: 'A="x\nB=1\n', outcome: 'fail', lines: [1], says: /isn't closed/ },
    {
      title: 'every fence is read',
      kind,
      text: '```json\n{}\n```\n\n```yaml\n- a\n b: c\n```\n',
      outcome: 'fail',
      says: /1 of 2 documents/,
    },
    {
      title: 'only those of the format',
      kind,
      params: { format: 'json' },
      text: '```json\n{}\n```\n\n```yaml\n- a\n b: c\n```\n',
      outcome: 'pass',
    },
    {
      title: 'one fence by its file',
      kind,
      params: { fence: 'b.json' },
      text: '```json file=a.json\n{\n```\n\n```json file=b.json\n{}\n```\n',
      outcome: 'pass',
    },
    { title: 'one fence by its number', kind, params: { fence: 1 }, text: '```json file=a.json\n{\n```\n', outcome: 'fail' },
    {
      title: 'a fence that is not there',
      kind,
      params: { fence: 'c.json' },
      text: '```json file=a.json\n{}\n```\n',
      outcome: 'fail',
      says: /no code fence "c.json" was found \(a.json\)/,
    },
    { title: "a format by the fence's file", kind, text: '```text file=config/.env\nA=1\n```\n', outcome: 'pass', says: /dotenv/ },
    { title: 'a raw document without a telling name', kind, text: '{"a": 1}', outcome: 'pass', says: /json/ },
    { title: 'raw YAML without a telling name', kind, text: '# head\nname: x\nlist:\n  - a\n', outcome: 'pass', says: /yaml/ },
    {
      title: 'raw YAML whose texts hold fences',
      kind,
      text: 'name: x\ntags:\n  - name: y\n    text: |\n      ```json\n      {"a"\n      ```\n',
      outcome: 'pass',
      says: /yaml/,
    },
    { title: 'a note above a fence is not data', kind, text: 'Note: this is it.\n\n```json\n{}\n```\n', outcome: 'pass', says: /json/ },
    { title: 'a lone fence without language', kind, text: 'x\n\n```\na = 1\n```\n', outcome: 'pass', says: /toml/ },
    { title: 'prose holds no document', kind, text: 'Just some words.\n', outcome: 'fail', says: /no JSON, YAML, TOML or .env document/ },
    {
      title: 'fences of other languages hold none',
      kind,
      text: 'Words.\n\n```js\na\n```\n',
      outcome: 'fail',
      says: /among its 1 code fences \(js\)/,
    },
    { title: 'an empty YAML file, which is a stream without documents', kind, name: 'a.yaml', text: '\n', outcome: 'pass' },
    { title: 'an empty fence', kind, text: '```yaml\n\n```\n', outcome: 'fail', says: /empty/ },
    { title: 'an empty JSON file', kind, name: 'a.json', text: '\n', outcome: 'fail' },
  ])
})

describe('json.pointer', () => {
  const kind = 'json.pointer'
  const text = '{\n "port": 80,\n "name": "web",\n "tags": ["a", "b"],\n "a/b": null\n}'
  const name = 'c.json'
  table([
    { title: 'a value that is there', kind, name, params: { pointer: '/port' }, text, outcome: 'pass', lines: [2] },
    {
      title: 'a missing one, shown at its parent',
      kind,
      name,
      params: { pointer: '/tags/7' },
      text,
      outcome: 'fail',
      lines: [4],
      says: /missing/,
    },
    { title: 'an escaped key', kind, name, params: { pointer: '/a~1b', type: 'null' }, text, outcome: 'pass', lines: [5] },
    { title: 'a value that should be absent', kind, name, params: { pointer: '/name', exists: false }, text, outcome: 'fail', lines: [3] },
    { title: 'absent as wanted', kind, name, params: { pointer: '/debug', exists: false }, text, outcome: 'pass' },
    { title: 'equal', kind, name, params: { pointer: '/tags', equals: ['a', 'b'] }, text, outcome: 'pass' },
    { title: 'not equal', kind, name, params: { pointer: '/port', equals: 443 }, text, outcome: 'fail', says: /is 80, expected 443/ },
    { title: 'one of', kind, name, params: { pointer: '/name', one_of: ['api', 'web'] }, text, outcome: 'pass' },
    { title: 'a match', kind, name, params: { pointer: '/name', matches: '^w' }, text, outcome: 'pass' },
    { title: 'no match', kind, name, params: { pointer: '/port', matches: '8' }, text, outcome: 'fail' },
    { title: 'a type', kind, name, params: { pointer: '/port', type: 'integer' }, text, outcome: 'pass' },
    { title: 'another type', kind, name, params: { pointer: '/tags', type: 'object' }, text, outcome: 'fail', says: /type object/ },
    { title: 'a range', kind, name, params: { pointer: '/port', min: 1, max: 1023 }, text, outcome: 'pass' },
    { title: 'out of range', kind, name, params: { pointer: '/port', min: 1024 }, text, outcome: 'fail' },
    { title: 'a length', kind, name, params: { pointer: '/tags', min_length: 1, max_length: 2 }, text, outcome: 'pass' },
    { title: 'another length', kind, name, params: { pointer: '/name', max_length: 2 }, text, outcome: 'fail' },
    { title: "a list's own properties are no values", kind, name, params: { pointer: '/tags/length' }, text, outcome: 'fail' },
    { title: 'what is inherited is not there', kind, name, params: { pointer: '/constructor' }, text, outcome: 'fail' },
    {
      title: 'a key called __proto__ is a key',
      kind,
      name,
      params: { pointer: '/__proto__/polluted', equals: 1 },
      text: '{"__proto__": {"polluted": 1}}',
      outcome: 'pass',
    },
    { title: 'YAML in a fence', kind, params: { pointer: '/b/0', equals: 'x' }, text: fenced, outcome: 'pass', lines: [6] },
    {
      title: 'the second of two YAML documents',
      kind,
      name: 'a.yaml',
      params: { pointer: '/1/b' },
      text: 'a: 1\n---\nb: 2\n',
      outcome: 'pass',
      lines: [3],
    },
    {
      title: 'TOML',
      kind,
      name: 'a.toml',
      params: { pointer: '/a/day', equals: '2024-01-02' },
      text: '[a]\nday = 2024-01-02\n',
      outcome: 'pass',
    },
    {
      title: 'dotenv',
      kind,
      name: '.env',
      params: { pointer: '/B', equals: 'x # y' },
      text: 'A=1\nB="x # y" # z\n',
      outcome: 'pass',
      lines: [2],
    },
    {
      title: 'two documents where one is expected',
      kind,
      params: { pointer: '/a' },
      text: '```json\n{}\n```\n```json\n{}\n```\n',
      outcome: 'fail',
      says: /there are 2 .*name one with "fence"/,
    },
  ])
  test.each([
    [{ pointer: 'a' }, /begins with "\/"/],
    [{ pointer: '/a', min: 2, max: 1 }, /no value can satisfy/],
    [{ pointer: '/a', exists: false, equals: 1 }, /can't be combined/],
    [{ pointer: '/a', matches: '(' }, /Invalid regular expression/],
    [{ pointer: '/a', equal: 1 }, /did you mean "equals"/],
  ])('parameters %j are refused', async (params, message) => expect(await refusals(kind, params)).toMatch(message))
})

describe('json.schema', () => {
  const kind = 'json.schema'
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, when: { type: 'string', format: 'date' } },
    additionalProperties: false,
  }
  const recursive = {
    $ref: '#/$defs/node',
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, v: { type: 'number' } } } },
  }
  table([
    { title: 'a fitting document', kind, name: 'a.json', params: { schema }, text: '{"id": 1, "when": "2024-02-29"}', outcome: 'pass' },
    {
      title: 'all misfits with their lines',
      kind,
      name: 'a.json',
      params: { schema },
      text: '{\n"id": "x",\n"when": "2023-02-29",\n"more": 1}',
      outcome: 'fail',
      lines: [1, 2, 3],
      says: /additional properties: "more"/,
    },
    {
      title: 'a YAML document in a fence',
      kind,
      params: { schema: { properties: { a: { const: 2 } } } },
      text: fenced,
      outcome: 'fail',
      lines: [4],
    },
    {
      title: 'a schema that refers to itself',
      kind,
      name: 'a.json',
      params: { schema: recursive },
      text: '{"next": {"next": {"v": "x"}}}',
      outcome: 'fail',
      says: /\/next\/next\/v must be number/,
    },
    {
      title: 'a schema in a file',
      kind,
      name: 'a.json',
      params: { schema_file: 's.yaml' },
      files: { 's.yaml': 'type: array' },
      text: '{}',
      outcome: 'fail',
      says: /must be array/,
    },
    {
      title: 'an older draft',
      kind,
      name: 'a.json',
      params: { schema: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] } },
      text: '[1]',
      outcome: 'fail',
    },
    {
      title: 'a missing schema file is an error',
      kind,
      name: 'a.json',
      params: { schema_file: 's.json' },
      text: '{}',
      outcome: 'error',
      says: /s.json can't be read/,
    },
    {
      title: 'a broken schema file is an error',
      kind,
      name: 'a.json',
      params: { schema_file: 's.json' },
      files: { 's.json': '{' },
      text: '{}',
      outcome: 'error',
      says: /line 1/,
    },
    {
      title: 'a schema that is none is an error',
      kind,
      name: 'a.json',
      params: { schema: { type: 'thing' } },
      text: '{}',
      outcome: 'error',
      says: /schema can't be used/,
    },
    {
      title: 'a remote reference is not fetched',
      kind,
      name: 'a.json',
      params: { schema: { $ref: 'https://example.org/x.json' } },
      text: '{}',
      outcome: 'error',
      says: /can't resolve reference/,
    },
    {
      title: 'an unknown draft is an error',
      kind,
      name: 'a.json',
      params: { schema: { $schema: 'http://json-schema.org/draft-03/schema#' } },
      text: '{}',
      outcome: 'error',
      says: /draft.*isn't supported/,
    },
    { title: 'an unreadable document fails', kind, name: 'a.json', params: { schema }, text: '{', outcome: 'fail' },
  ])
  test('neither or both schemas are refused', async () => {
    expect(await refusals(kind, {})).toMatch(/either "schema" or "schema_file"/)
    expect(await refusals(kind, { schema: {}, schema_file: 'x' })).toMatch(/either/)
  })
})

describe('what no parser should be given', () => {
  const kind = 'parse'
  const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(',')}]\n`).join('')}`
  table([
    {
      title: 'a hundred megabytes',
      kind,
      name: 'a.json',
      text: `"${'x'.repeat(100_000_000)}"`,
      outcome: 'error',
      says: /reads at most 4000000/,
    },
    { title: 'a binary', kind, name: 'a.json', text: '\u007fELF\0\0\u0001', outcome: 'fail', says: /binary/ },
    { title: 'bytes that are not UTF-8', kind, name: 'a.json', text: '{"a": "\uFFFD"}', outcome: 'fail', says: /isn't valid UTF-8/ },
    {
      title: 'JSON a hundred thousand deep',
      kind,
      name: 'a.json',
      text: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      outcome: 'fail',
      says: /deeper than 200/,
    },
    {
      title: 'YAML a hundred thousand deep',
      kind,
      name: 'a.yaml',
      text: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      outcome: 'fail',
      says: /deeper than 200/,
    },
    {
      title: 'YAML lists three hundred deep',
      kind,
      name: 'a.yaml',
      text: `${'- '.repeat(300)}x`,
      outcome: 'fail',
      says: /deeper than 200/,
    },
    {
      title: 'TOML a hundred thousand deep',
      kind,
      name: 'a.toml',
      text: `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      outcome: 'fail',
      says: /nested/,
    },
    { title: 'an alias bomb', kind, name: 'a.yaml', text: bomb, outcome: 'fail', says: /expand/ },
    {
      title: 'fifty thousand keys',
      kind,
      name: 'a.yaml',
      text: Array.from({ length: 50_000 }, (_, i) => `key${i}: ${i}\n`).join(''),
      outcome: 'pass',
    },
  ])

  afterEach(() => expect(({} as Record<string, unknown>)['polluted']).toBeUndefined())
  test.each([
    ['a.json', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'],
    ['a.yaml', '__proto__:\n  polluted: 1\nx: &x {polluted: 1}\ny:\n  <<: *x\n  __proto__: *x\n'],
    ['a.toml', '[__proto__]\npolluted = 1\n'],
    ['.env', '__proto__=polluted\n'],
  ])('%s with __proto__ keys leaves prototypes alone', async (name, text) => {
    expect((await tryCheck('parse', {}, text, { name })).outcome).toBe('pass')
    expect((await tryCheck('json.pointer', { pointer: '/polluted' }, text, { name })).outcome).toBe('fail')
  })
})
