// What of a reply is the artifact: a table of replies as makers give them, and what holds for every reply.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArtifactKind, artifactKinds, kindOfName } from '../../../src/schema/artifact.ts'
import { templates } from '../../../src/workflows/reflex/templates/templates.ts'
import { kindFor } from '../../../src/workflows/reflex/kind.ts'
import { unwrap } from '../../../src/workflows/reflex/unwrap.ts'

const json = '{\n  "courses": []\n}'
const yaml = 'openapi: 3.1.0\ninfo:\n  title: Things\n  version: "1"'
const code = 'export const add = (a: number, b: number) => a + b'
const page = '# Guide\n\nRead this.\n\n```sh\nnpm test\n```\n\nDone.'
const fence = (lang: string, text: string, mark = '```') => `${mark}${lang}\n${text}\n${mark}`

const inBlock = `${yaml}\n  description: |\n    \`\`\`json\n    {}\n    \`\`\``
const inComment = 'def f():\n    """\n    ```\n    f()\n    ```\n    """'

/** Kind, reply, what is taken as the artifact (null: the reply as it stands), what is said. */
type Case = [ArtifactKind, string, string | null, RegExp | null]

describe('is taken out', () => {
  it.each<[string, Case]>([
    ['json, bare', ['json', json, null, null]],
    ['json in a fence', ['json', fence('json', json), json, /a fence marked json$/]],
    [
      'json in a fence with chatter',
      [
        'json',
        `I have fixed the issues:\n\n${fence('json', json)}\n\nAnything else?`,
        json,
        /and what was said around it \(40 characters\)/,
      ],
    ],
    ['json in an unmarked fence with chatter', ['json', `Certainly!\n${fence('', json)}`, json, /a code fence and what/]],
    ['broken json in a fence, so that its fault has the right place', ['json', `Here:\n${fence('json', '{"a": }')}`, '{"a": }', /fence/]],
    ['json after thinking', ['json', `<think>hm</think>\n${json}`, json, /^thinking aloud \(17 characters\)$/]],
    [
      'json after thinking, in a fence',
      ['json', `<think>hm</think>\n${fence('json', json)}`, json, /^thinking aloud .*, a fence marked json$/],
    ],
    ['json that holds a fence in a text', ['json', '{"text": "```js\\nx\\n```"}', null, null]],
    ['yaml in a fence with chatter', ['yaml', `Here is the spec.\n\n${fence('yaml', yaml)}\n`, yaml, /marked yaml/]],
    ['JSON where YAML is wanted', ['yaml', fence('json', json), json, /marked json/]],
    [
      'yaml that holds fences in a block',
      ['yaml', `${yaml}\n  description: |\n    Call it:\n    \`\`\`json\n    {}\n    \`\`\`\n`, null, null],
    ],
    ['code in a fence with chatter', ['code', `Here you go:\n\n${fence('ts', code)}\n\nLet me know!`, code, /marked ts/]],
    [
      'code that holds shorter fences, in four backticks',
      ['code', fence('ts', `const doc = \`\n\`\`\`js\nx\n\`\`\`\n\``, '````'), 'const doc = `\n```js\nx\n```\n`', /marked ts/],
    ],
    ['markdown as it stands', ['markdown', page, null, null]],
    ['markdown in a fence that holds fences of the same length', ['markdown', fence('markdown', page), page, /a fence marked markdown$/]],
    ['markdown in a longer fence', ['markdown', fence('md', page, '````'), page, /marked md/]],
    ['markdown in an unmarked fence around all of it', ['markdown', fence('', '# A\n\ntext'), '# A\n\ntext', /a code fence$/]],
    [
      'markdown in a fence with a remark around it',
      ['markdown', `Here is the guide:\n\n${fence('markdown', page)}\n\nTell me what to change.`, page, /said around it/],
    ],
    [
      'short markdown in a fence with longer remarks around it',
      [
        'markdown',
        `Here is your artifact:\n\n${fence('markdown', '# Tool\n\n## Install\n\nTODO')}\nLet me know!`,
        '# Tool\n\n## Install\n\nTODO',
        /a fence marked markdown and what was said around it/,
      ],
    ],
    ['markdown after thinking without its opening tag', ['markdown', `Let me think.\n</think>\n\n${page}`, page, /thinking/]],
    ['text in a fence around all of it', ['text', fence('', 'one\ntwo'), 'one\ntwo', /a code fence/]],
    [
      'files in a fence marked markdown',
      ['files', fence('markdown', fence('ts file=a.ts', code), '````'), fence('ts file=a.ts', code), /marked markdown/],
    ],
    [
      'files in a fence marked markdown that is no longer than theirs',
      [
        'files',
        `Here are the files:\n\n${fence('markdown', fence('ts file=a.ts', code))}\n`,
        fence('ts file=a.ts', code),
        /marked markdown and what was said/,
      ],
    ],
    [
      'yaml in a fence, with fences indented in a block',
      ['yaml', `Here:\n\n${fence('yaml', inBlock)}\nGood?`, inBlock, /marked yaml and what was said/],
    ],
    ['code in a fence, with fences indented in a comment', ['code', fence('py', inComment), inComment, /marked py/]],
    ['json in a fence whose closing mark is indented', ['json', `\`\`\`json\n${json}\n  \`\`\``, json, /marked json/]],
    ['json in a fence that names its file', ['json', `Here:\n${fence('json:courses.json', json)}`, json, /marked json/]],
    ['json after thinking in brackets', ['json', `[THINK]hm[/THINK]${json}`, json, /^thinking aloud/]],
    ['json that is broken and bare', ['json', '{"a": }', null, null]],
  ])('%s', (_what, [kind, reply, expected, said]) => {
    const { text, took, doubt } = unwrap(reply, kind)
    expect(text).toBe(`${expected ?? reply}${(expected ?? reply).endsWith('\n') ? '' : '\n'}`)
    expect(doubt).toBeNull()
    if (said) expect(took.join(', ')).toMatch(said)
    else expect(took).toEqual([])
  })

  it.each<[string, ArtifactKind, string, RegExp]>([
    ['two fences', 'json', `${fence('json', json)}\nor\n${fence('json', '{}')}`, /2 code fences/],
    ['a fence that is never closed', 'json', `\`\`\`json\n${json}`, /never closed/],
    ['a fence of another language', 'json', `Run this:\n${fence('sh', 'curl x')}\n`, /marked sh, not json/],
    ['yaml beside an example call', 'yaml', `${fence('yaml', yaml)}\n\n${fence('sh', 'curl x')}`, /2 code fences/],
    ['code around a fence', 'code', `const doc = \`\n${fence('js', 'x')}\n\`\nexport default doc;`, /may be code too/],
    ['words before bare json', 'json', `Here it is: ${json}`, /isn't JSON as a whole/],
    ['a call of a tool', 'json', `<tool_call>\n${json}\n</tool_call>`, /isn't JSON as a whole/],
    ['a fence in one line', 'json', '```json {"a": 1} ```', /isn't JSON as a whole/],
    ['words where yaml is wanted', 'yaml', 'I could not write it.', /isn't YAML as a whole/],
    ['a fence in a list', 'json', '1. The file\n\n   ```json\n   {"a": 1}\n   ```', /line 3 is indented/],
    [
      'a document that begins and ends with a fence',
      'markdown',
      `${fence('', 'a')}\n\ntext\n\n${fence('', 'b')}`,
      /may not belong together/,
    ],
    ['a markdown fence that closes early', 'markdown', `${fence('markdown', '# A')}\n\n${fence('js', 'x')}`, /may not belong together/],
  ])('nothing in doubt: %s', (_what, kind, reply, doubt) => {
    expect(unwrap(reply, kind)).toEqual({
      text: `${reply}${reply.endsWith('\n') ? '' : '\n'}`,
      took: [],
      doubt: expect.stringMatching(doubt),
    })
  })

  it.each([
    ['a document with one fence', '# Guide\n\n```sh\nnpm test\n```\n'],
    ['a document about markdown', `# Headings\n\nWrite them so:\n\n${fence('markdown', '# One\n\ntext')}\n`],
    ['a document that ends with a markdown example', `Some text.\n\n## Example\n\n${fence('md', '# One')}\n`],
    ['a sentence and a short example without a heading', `Write lists so:\n\n${fence('markdown', '- one')}\n`],
  ])('nothing of markdown where a fence belongs to it: %s', (_what, reply) => {
    expect(unwrap(reply, 'markdown')).toEqual({ text: reply, took: [], doubt: null })
  })
})

it('short markdown with more than a remark around it is left, and that is said', () => {
  const reply = `${'This is how it would look, I think. '.repeat(9)}\n\n${fence('markdown', '# Tool')}\n`
  expect(unwrap(reply, 'markdown')).toMatchObject({ text: reply, took: [], doubt: expect.stringContaining('more than a remark around it') })
})

describe('for every reply', () => {
  const part = fc.constantFrom(
    '```',
    '```json',
    '```markdown',
    '````',
    '~~~',
    '{"a": 1}',
    '# T',
    'words',
    '',
    '<think>',
    '</think>',
    '  - x',
    'a: b',
    '```ts file=a.ts',
    'x;',
    '\r',
    '---',
  )
  const reply = fc.oneof(
    fc.array(part, { maxLength: 14 }).map((lines) => lines.join('\n')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  const kind = fc.constantFrom(...artifactKinds)

  it('the artifact is a piece of it, byte for byte, and what is left out is said', () => {
    fc.assert(
      fc.property(reply, kind, (text, of) => {
        const made = unwrap(text, of)
        expect(made.text.endsWith('\n')).toBe(true)
        expect(text.includes(made.text) || text.includes(made.text.slice(0, -1))).toBe(true)
        const same = made.text === (text.endsWith('\n') ? text : `${text}\n`)
        expect(made.took.length > 0 || same || text.startsWith('\uFEFF')).toBe(true)
        if (made.doubt !== null) expect(made.took.every((what) => what.startsWith('thinking'))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('what was taken out of a wrapping is what was put into it', () => {
    const body = fc
      .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 })
      .map((value) => JSON.stringify(value, null, 2))
    const chatter = fc.constantFrom('', 'Certainly!', 'Here it is:', 'I fixed both issues.\n\nHere is the result:', 'Anything else?')
    fc.assert(
      fc.property(
        body,
        chatter,
        chatter,
        fc.constantFrom('json', ''),
        fc.constantFrom('```', '````', '~~~~'),
        (text, before, after, lang, mark) => {
          if (text.includes('```') || text.includes('~~~')) return
          expect(unwrap(`${before}\n${fence(lang, text, mark)}\n${after}`, 'json').text).toBe(`${text}\n`)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('an artifact that was taken out is left as it is the next time', () => {
    fc.assert(
      fc.property(fc.constantFrom(json, yaml, page, '# A\n\ntext', '# A\n\n```js\nx\n```'), kind, (text, of) => {
        if (of === 'code' || (of === 'json' && text !== json) || (of === 'yaml' && text !== yaml)) return
        expect(unwrap(unwrap(fence(of === 'json' || of === 'yaml' ? of : 'markdown', text, '````'), of).text, of)).toEqual({
          text: `${text}\n`,
          took: [],
          doubt: null,
        })
      }),
    )
  })

  it('is read in one pass', () => {
    for (const text of [
      '```\n'.repeat(100_000),
      '````markdown\n'.repeat(50_000),
      '```json\n{}\n```\n'.repeat(30_000),
      '</think>\n'.repeat(50_000),
    ])
      for (const of of artifactKinds) unwrap(text, of)
  })
})

describe('the kind', () => {
  it.each<[string, ArtifactKind]>([
    ['courses.json', 'json'],
    ['a/b/openapi.yml', 'yaml'],
    ['README.md', 'markdown'],
    ['notes.txt', 'text'],
    ['LICENSE', 'text'],
    ['src/add.ts', 'code'],
    ['.env', 'code'],
    ['Cargo.toml', 'code'],
    ['C:\\x\\y.JSON', 'json'],
  ])('of %s is %s', (name, kind) => expect(kindOfName(name)).toBe(kind))

  it('comes from the criteria, then the file, then what the rules look at, then the type', () => {
    const { rules } = templates['api-spec']
    const sections = templates.docs.rules.filter(({ id }) => id === 'a.completeness.sections')
    expect(kindFor({ rules, type: 'api-spec' })).toBe('yaml')
    expect(kindFor({ rules: [...rules, ...sections], type: 'api-spec' })).toBe('markdown')
    expect(kindFor({ rules: [{ ...rules[0]!, check: { kind: 'json.schema', fence: 'json' } }], type: 'api-spec' })).toBe('markdown')
    expect(kindFor({ rules: sections, type: 'docs', target: 'courses.json' })).toBe('json')
    expect(kindFor({ rules: sections, type: 'docs', target: 'courses.json', stated: 'text' })).toBe('text')
    expect(kindFor({ rules: templates.code.rules, type: 'code' })).toBe('files')
    expect(kindFor({ rules: [], type: 'other' })).toBe('markdown')
  })
})
