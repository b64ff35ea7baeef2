// Markdown checks, as tables of texts that pass and fail.
import { describe, expect, test } from 'vitest'
import { refusals, table, tryCheck } from './try-check.ts'

const doc = '# Guide\n\nIntro.\n\n## 1. Install\n\nDo it.\n\n## Usage:\n\nUse it.\n\n### Details\n\nMore.\n'

describe('markdown.sections', () => {
  const kind = 'markdown.sections'
  table([
    {
      title: 'required headings are found whatever their case and numbering',
      kind,
      params: { required: ['install', 'USAGE'] },
      text: doc,
      outcome: 'pass',
    },
    {
      title: 'a missing one fails and names the nearest',
      kind,
      params: { required: ['Instal'] },
      text: doc,
      outcome: 'fail',
      says: /no section "Instal"; did you mean "install"/,
    },
    { title: 'one of several names will do', kind, params: { required: [['Getting started', 'Install']] }, text: doc, outcome: 'pass' },
    { title: 'order is free', kind, params: { required: ['Usage', 'Install'] }, text: doc, outcome: 'pass' },
    {
      title: 'unless it is asked for',
      kind,
      params: { required: ['Usage', 'Install'], ordered: true },
      text: doc,
      outcome: 'fail',
      lines: [5],
    },
    {
      title: 'an empty section fails',
      kind,
      params: { required: ['Usage'] },
      text: '# A\n\n## Usage\n\n## Next\n\nx',
      outcome: 'fail',
      says: /"Usage" is empty/,
      lines: [3],
    },
    {
      title: 'a section with only subsections is not empty',
      kind,
      params: { required: ['Usage'] },
      text: '# A\n\n## Usage\n\n### Sub\n\nx',
      outcome: 'pass',
    },
    {
      title: 'an empty section can be allowed',
      kind,
      params: { required: ['Usage'], allow_empty: true },
      text: '## Usage',
      outcome: 'pass',
    },
    { title: 'underlined headings count', kind, params: { required: ['Usage'] }, text: 'Usage\n=====\n\nx', outcome: 'pass' },
    { title: 'a heading in a code fence does not', kind, params: { required: ['Usage'] }, text: '```md\n# Usage\n```\n', outcome: 'fail' },
    { title: 'enough sections, whatever their names', kind, params: { min: 2 }, text: doc, outcome: 'pass', says: /3 sections/ },
    { title: 'too few sections', kind, params: { min: 4 }, text: doc, outcome: 'fail', says: /too few sections/ },
    {
      title: 'where sections are counted, none is empty',
      kind,
      params: { min: 1 },
      text: '# A\n\n## B\n\nx\n\n## C\n',
      outcome: 'fail',
      says: /"C" is empty/,
      lines: [7],
    },
    { title: 'an empty text fails', kind, params: { required: ['Usage'] }, text: '', outcome: 'fail' },
  ])
  test('an empty list is refused', async () => expect(await refusals(kind, { required: [] })).toMatch(/required/))
  test('a single problem is told at once, several are counted', async () => {
    expect((await tryCheck(kind, { required: ['Usage'] }, '# A\n')).message).toBe('1 problem with the sections: no section "Usage"')
    expect((await tryCheck(kind, { required: ['Usage', 'Install'] }, '# A\n')).message).toBe('2 problems with the sections')
  })
})

describe('markdown.heading-order', () => {
  const kind = 'markdown.heading-order'
  table([
    { title: 'levels in order pass', kind, text: doc, outcome: 'pass' },
    { title: 'a skipped level fails', kind, text: '# A\n\n### C\n', outcome: 'fail', says: /level 3 follows level 1/, lines: [3] },
    { title: 'going back up may skip', kind, text: '# A\n## B\n### C\n## D\n', outcome: 'pass' },
    { title: 'a second title fails', kind, text: '# A\n\n# B\n', outcome: 'fail', lines: [3] },
    { title: 'a missing title fails', kind, text: '## A\n', outcome: 'fail', says: /no title/ },
    { title: 'titles do not matter when so said', kind, params: { single_title: false }, text: '## A\n\n## B\n', outcome: 'pass' },
    { title: 'no headings at all', kind, params: { single_title: false }, text: 'x', outcome: 'not-applicable' },
    { title: 'no headings where a title is asked for', kind, text: 'x', outcome: 'fail' },
    { title: 'too deep', kind, params: { max_depth: 2 }, text: '# A\n## B\n### C\n', outcome: 'fail', lines: [3] },
  ])
})

describe('markdown.code-fences', () => {
  const kind = 'markdown.code-fences'
  table([
    { title: 'closed fences with a language pass', kind, text: '```js\na\n```\n\n~~~py\nb\n~~~\n', outcome: 'pass' },
    { title: 'an open fence fails', kind, text: 'x\n\n```js\na\n', outcome: 'fail', lines: [3], says: /isn't closed/ },
    { title: 'a fence without language fails', kind, text: '```\na\n```\n', outcome: 'fail', says: /names no language/ },
    { title: 'unless none is required', kind, params: { require_language: false }, text: '```\na\n```\n', outcome: 'pass' },
    { title: 'an empty fence fails', kind, text: '```js\n```\n', outcome: 'fail' },
    { title: 'too few fail', kind, params: { min: 2 }, text: '```js\na\n```\n', outcome: 'fail', says: /too few/ },
    {
      title: 'a language that is asked for',
      kind,
      params: { languages: ['bash'] },
      text: '```js\na\n```\n',
      outcome: 'fail',
      says: /no code fence in bash/,
    },
    { title: 'no fences', kind, text: 'x', outcome: 'not-applicable' },
    {
      title: 'unreadable JSON fails with its line',
      kind,
      params: { parse: true },
      text: 'x\n\n```json\n{"a": 1,}\n```\n',
      outcome: 'fail',
      lines: [4],
    },
    { title: 'readable YAML passes', kind, params: { parse: true }, text: '```yaml\na: 1\n```\n', outcome: 'pass' },
    { title: 'a fence inside a longer fence is text', kind, params: { min: 1 }, text: '````md\n```\nx\n```\n````\n', outcome: 'pass' },
    { title: 'a fence in a list item is one', kind, params: { min: 1 }, text: '1. do\n\n   ```sh\n   ls\n   ```\n', outcome: 'pass' },
    { title: 'an indented code block is not', kind, params: { min: 1 }, text: 'text\n\n    ```sh\n    ls\n    ```\n', outcome: 'fail' },
  ])
})

describe('markdown.links', () => {
  const kind = 'markdown.links'
  const files = { 'docs/other.md': '# Other\n\n## A part\n\n<a id="Exact"></a>\n', 'docs/img.png': '', 'LICENSE': '' }
  const name = 'docs/guide.md'
  table([
    {
      title: 'files beside it are found',
      kind,
      name,
      files,
      text: '[o](other.md) [p](./other.md#a-part) [l](../LICENSE) [r](/LICENSE) ![i](img.png) [d](.)',
      outcome: 'pass',
    },
    {
      title: 'a missing file fails with its line',
      kind,
      name,
      files,
      text: 'x\n\n[o](nope.md)',
      outcome: 'fail',
      lines: [3],
      says: /docs\/nope.md doesn't exist/,
    },
    {
      title: 'a link out of the folder fails',
      kind,
      name,
      files,
      text: '[o](../../etc/passwd)',
      outcome: 'fail',
      says: /leads out of the folder/,
    },
    { title: 'an anchor of its own resolves', kind, name, text: '# One Two!\n\n[o](#one-two)', outcome: 'pass' },
    {
      title: 'a wrong anchor fails and names the nearest',
      kind,
      name,
      text: '# One Two\n\n[o](#one-too)',
      outcome: 'fail',
      lines: [3],
      says: /did you mean "one-two"/,
    },
    { title: 'equal headings are numbered as GitHub does', kind, name, text: '# A\n\n## A\n\n[o](#a-1)', outcome: 'pass' },
    { title: 'but not further', kind, name, text: '# A\n\n## A\n\n[o](#a-2)', outcome: 'fail' },
    {
      title: 'an anchor of another file that is missing',
      kind,
      name,
      files,
      text: '[o](other.md#b-part)',
      outcome: 'fail',
      says: /#b-part; did you mean "a-part"/,
    },
    { title: 'an id in HTML is an anchor', kind, name, files, text: '[o](other.md#Exact)', outcome: 'pass' },
    { title: 'a link to itself by name uses the text at hand', kind, name, text: '# Here\n\n[o](guide.md#here)', outcome: 'pass' },
    { title: 'definitions count as links', kind, name, files, text: '[o][1]\n\n[1]: nope.md', outcome: 'fail', lines: [3] },
    {
      title: 'a reference without definition fails',
      kind,
      name,
      text: 'see [the text][gone] and m[0][1]',
      outcome: 'fail',
      says: /\[gone\] isn't defined/,
    },
    { title: 'links in HTML count', kind, name, files, text: '<a href="nope.md">x</a>', outcome: 'fail' },
    { title: 'links in code do not', kind, name, files, text: '`[o](nope.md)`\n\n```\n[o](nope.md)\n```\n', outcome: 'pass' },
    {
      title: 'escaped names are read',
      kind,
      name: 'a.md',
      files: { 'with space.md': '# Ü x' },
      text: '[o](with%20space.md#%C3%BC-x)',
      outcome: 'pass',
    },
    {
      title: 'the web is not asked',
      kind,
      name,
      text: 'https://example.org and [x](http://y.z#q) [m](mailto:a@b.c)',
      outcome: 'pass',
      says: /2 web addresses not checked/,
    },
    { title: 'a file address works only for you', kind, name, text: '[x](file:///tmp/x)', outcome: 'fail' },
    { title: 'an empty link fails', kind, name, text: '[x]()', outcome: 'fail', says: /empty/ },
    { title: 'a link can be left out', kind, name, params: { ignore: ['generated/'] }, text: '[x](generated/api.md)', outcome: 'pass' },
  ])
})

describe('markdown.lint', () => {
  const kind = 'markdown.lint'
  table([
    { title: 'a kept rule passes', kind, params: { rules: { MD009: true } }, text: 'a\n', outcome: 'pass' },
    {
      title: 'a broken rule fails with its line',
      kind,
      params: { rules: { MD009: true } },
      text: 'a\nb   \nc\n',
      outcome: 'fail',
      lines: [2],
      says: /MD009/,
    },
    {
      title: 'what was expected and found is told once',
      kind,
      params: { rules: { MD022: true } },
      text: '# A\ntext\n',
      outcome: 'fail',
      says: /lines \(below\)$/m,
    },
    { title: 'only named rules count', kind, params: { rules: { MD009: true } }, text: '### deep\n', outcome: 'pass' },
    { title: 'all rules with default', kind, params: { default: true }, text: '### deep\n', outcome: 'fail', says: /MD041/ },
    {
      title: 'a rule has options',
      kind,
      params: { rules: { 'line-length': { line_length: 10 } } },
      text: `${'word '.repeat(9)}\n`,
      outcome: 'fail',
    },
    {
      title: 'the text cannot switch a rule off',
      kind,
      params: { rules: { MD009: true } },
      text: '<!-- markdownlint-disable -->\nb   \n',
      outcome: 'fail',
    },
    {
      title: 'a rule that does not exist is an error',
      kind,
      params: { rules: { MD999: true } },
      text: 'a\n',
      outcome: 'error',
      says: /no rule "MD999"/,
    },
  ])
  test('no rule at all is refused', async () => expect(await refusals(kind, {})).toMatch(/at least one rule/))
})

describe('bad input', () => {
  const params = { required: ['x'] }
  table([
    {
      title: 'a hundred megabytes are not parsed',
      kind: 'markdown.sections',
      params,
      text: 'x'.repeat(100_000_000),
      outcome: 'error',
      says: /reads at most/,
    },
    { title: 'a binary is not text', kind: 'markdown.sections', params, text: 'a\nb\0c', outcome: 'fail', says: /binary/, lines: [2] },
    {
      title: 'broken UTF-8 is said',
      kind: 'markdown.sections',
      params,
      text: new TextDecoder().decode(Uint8Array.of(0x61, 0xff, 0x62)),
      outcome: 'fail',
      says: /isn't valid UTF-8/,
    },
    {
      title: 'quotes nested beyond reason',
      kind: 'markdown.links',
      text: '> '.repeat(20_000),
      outcome: 'error',
      says: /nested too deeply/,
    },
    {
      title: 'lists nested beyond reason',
      kind: 'markdown.heading-order',
      text: `# A\n\n${'1. '.repeat(7000)}`,
      outcome: 'error',
      says: /nested too deeply/,
      lines: [3],
    },
    { title: 'a tangle of emphasis', kind: 'markdown.links', text: '**a'.repeat(7000), outcome: 'error', says: /too tangled/ },
    {
      title: 'a long table of names_with_marks is no tangle',
      kind: 'markdown.links',
      text: `| a | b |\n|---|---|\n${'| some_name_x | other_name |\n'.repeat(700)}`,
      outcome: 'pass',
    },
    { title: 'ten thousand open brackets', kind: 'markdown.links', text: '['.repeat(10_000), outcome: 'pass' },
  ])

  test('a long text is read in parts with the same result', async () => {
    const part = '## Part\n\nSome text with a [link](#part) and a [reference][label].\n\n```sh\n# not a heading\n```\n\n'
    const text = `# Title\n\n${part.repeat(900)}[gone](#nowhere)\n\n[label]: #title\n`
    const finding = await tryCheck('markdown.links', {}, text)
    expect(finding.evidence.map((each) => [each.quote, each.location?.line])).toEqual([['#nowhere', 2 + 8 * 900 + 1]])
    expect((await tryCheck('markdown.heading-order', {}, text)).message).toBe('901 headings in order')
  })
})
