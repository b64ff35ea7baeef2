// Every finding is whole: each shipped check says what it demands, and what it found wrong comes with what it expected, and where.
import { describe, expect, test } from 'vitest'
import { catalog, parseCheck } from '../../src/rules/catalog.ts'
import { demandsOf, plainDemand } from '../../src/rules/demand.ts'
import { tryCheck } from './checks/try-check.ts'

const spec = (paths: string, more = '') => `\`\`\`yaml\nopenapi: 3.1.0\ninfo: {title: T, version: "1"}\n${more}paths:\n${paths}\`\`\`\n`
const list =
  '  /some_things:\n    get:\n      operationId: list\n      responses: {"200": {description: ok, content: {application/json: {schema: {type: array}}}}}\n  /other-things:\n    post:\n      operationId: other_one\n      responses: {}\n'

/** One text a kind on which it fails, and words that its demand must hold: they come from the parameters. */
const cases: Record<string, { params?: object; text: string; says: string[]; world?: object; nowhere?: true }> = {
  command: {
    params: { command: 'npm test', stdout: { contains: 'ok 3' } },
    text: '',
    says: ['npm test', 'exit code 0', 'ok 3'],
    world: { exec: () => ({ exitCode: 0, stdout: 'no' }) },
    nowhere: true,
  },
  'measure.build': { text: '', says: ['npm run build'], world: { exec: () => ({ exitCode: 1, stdout: 'broken' }) }, nowhere: true },
  'measure.tests': { text: '', says: ['npm test'], world: { exec: () => ({ exitCode: 1, stdout: '# fail 1' }) }, nowhere: true },
  'measure.coverage': {
    params: { min: 70 },
    text: '',
    says: ['70%'],
    world: { exec: () => ({ exitCode: 0, stdout: 'File | % Stmts | % Lines |\nAll files | 9 | 12.5 |' }) },
    nowhere: true,
  },
  'measure.lint': {
    text: '',
    says: ['5 warnings'],
    world: { exec: () => ({ exitCode: 1, stdout: '✖ 2 problems (1 error, 1 warning)' }) },
    nowhere: true,
  },
  'measure.complexity': { params: { max: 1 }, text: 'function f(a) {\n  return a ? 1 : 2\n}\n', says: ['over 1'], world: { name: 'a.js' } },
  'measure.size': { params: { max_lines: 1 }, text: 'a()\nb()\n', says: ['over 1 lines'], world: { name: 'a.js' } },
  'content.contains': { params: { text: ['port 7431', 'host'] }, text: 'x', says: ['port 7431', 'host'], nowhere: true },
  'content.regex': { params: { pattern: 'v\\d+', min: 2 }, text: 'v1', says: ['v\\d+', 'at least 2'] },
  'content.count': { params: { of: 'words', min: 5 }, text: 'x', says: ['at least 5 words'], nowhere: true },
  'content.placeholders': { params: { also: ['???'] }, text: 'TODO', says: ['TODO', '???'] },
  'markdown.sections': {
    params: { required: ['Install', 'Usage'], ordered: true },
    text: '# A\n\n## Usage\n\nx\n',
    says: ['"Install", "Usage" in this order'],
    nowhere: true,
  },
  'markdown.heading-order': { params: { max_depth: 3 }, text: '# A\n\n### B\n', says: ['one title', 'level 3'] },
  'markdown.code-fences': {
    params: { min: 2, parse: true, languages: ['json'] },
    text: '```json\n{\n```\n',
    says: ['at least 2 code fences', 'json'],
    nowhere: true,
  },
  'markdown.links': { params: { ignore: ['/x'] }, text: '[a](gone.md)\n', says: ['files that exist', '/x'] },
  'markdown.lint': { params: { rules: { MD004: { style: 'dash' } } }, text: '* a\n', says: ['MD004', 'dash'] },
  parse: { params: { format: 'json' }, text: '{', says: ['JSON'], world: { name: 'a.json' } },
  'json.schema': { params: { schema: { required: ['name'] } }, text: '{}', says: ['"required":["name"]'], world: { name: 'a.json' } },
  'json.pointer': {
    params: { pointer: '/a', type: 'string', min_length: 2 },
    text: '{"a": 1}',
    says: ['/a', 'type string', 'a length of at least 2'],
    world: { name: 'a.json' },
  },
  'openapi.valid': { text: spec('  /a: {get: {responses: 1}}\n'), says: ['OpenAPI'] },
  'openapi.paths': { params: { required: ['GET /users'] }, text: spec(list), says: ['GET /users'] },
  'openapi.schemas': { text: spec(list), says: ['schema'] },
  'openapi.examples': { text: spec(list), says: ['example'] },
  'openapi.errors': { params: { codes: [418] }, text: spec(list), says: ['418'] },
  'openapi.security': { params: { open: ['GET /health'] }, text: spec(list), says: ['security schemes', 'GET /health'] },
  'openapi.pagination': { params: { names: ['seite'] }, text: spec(list), says: ['seite'] },
  'openapi.naming': { params: { paths: 'kebab' }, text: spec(list), says: ['path parts in kebab case'] },
  'openapi.descriptions': { params: { min_length: 9 }, text: spec(list), says: ['at least 9 characters'] },
  secrets: { text: 'password = "q9Xv2mLw8RtY4z"', says: ['password'] },
  'file.exists': { params: { path: ['a.txt'] }, text: '', says: ['a.txt'] },
  'file.unchanged': { params: { path: 'a.txt', sha256: '0'.repeat(64) }, text: '', says: ['a.txt', '000000000000'] },
  'config.required': { params: { keys: ['server.port'] }, text: 'a: 1\n', says: ['server.port'], world: { name: 'a.yaml' } },
  'config.env-vars': {
    params: { ignore: ['PATH'] },
    text: 'SOME_HOST=1\n',
    says: ['environment variable', 'PATH'],
    world: { name: '.env' },
  },
  'config.defaults': { text: 'EMPTY=\n', says: ['default'], world: { name: '.env' } },
  'config.comments': { params: { coverage: 0.7 }, text: 'a: 1\n', says: ['70%'], world: { name: 'a.yaml' } },
  'config.portability': {
    params: { allow: ['fine'] },
    text: 'home: /home/ann\n',
    says: ['home folder', 'fine'],
    world: { name: 'a.yaml' },
  },
  'config.permissions': { text: 'privileged: true\n', says: ['root'], world: { name: 'a.yaml' } },
  'code.files': { params: { required: ['src/a.ts'] }, text: '```ts\nx\n```\n', says: ['src/a.ts'], nowhere: true },
  'code.exports': { params: { names: ['add'] }, text: '```ts\nexport const sub = 1\n```\n', says: ['"add"'], nowhere: true },
  'code.types': { text: '```ts\nfunction f(a: any) {}\n```\n', says: ['any'] },
  'code.conventions': { params: { max_line: 60 }, text: `\`\`\`ts\n${'x'.repeat(80)}\n\`\`\`\n`, says: ['60 characters'] },
  'text.faithful': {
    params: { against: 'requirements.md' },
    text: 'A member may borrow 9 books.\n',
    says: ['requirements.md', 'turned'],
    world: { files: { 'requirements.md': 'A member may borrow 5 books.\n' } },
  },
  'code.error-handling': { text: '```ts\ntry { a() } catch {}\n```\n', says: ['error'] },
  'code.logging': { params: { loggers: ['audit.write'] }, text: '```ts\nconsole.log(1)\n```\n', says: ['audit.write'] },
}

const part = { selector: '#a', box: { x: 1, y: 2, width: 3, height: 4 } }
const block = { ...part, tag: 'p', text: 'Our revolutionary bread', section: -1, shown: true, align: 'start', family: 'Inter', sizePx: 16 }
const view = {
  layoutWidth: 375,
  contentWidth: 600,
  pageHeight: 667,
  scrolls: true,
  beyond: [{ ...part, right: 600, text: 'wide' }],
  picture: null,
}
const broken = {
  view: 'mobile' as const,
  id: 'image-alt',
  help: 'Images must have alternative text',
  impact: 'critical',
  tags: ['wcag2a'],
  outcome: 'violation' as const,
  nodes: [{ ...part, html: '<img>', why: 'no alt' }],
}
/** The same for pages, with what a browser saw. */
const pages: typeof cases = {
  'page.overflow': { params: { min_text_px: 11 }, text: '', says: ['375 px', '11 px'], world: { page: { views: { narrow: view } } } },
  'page.breakpoints': {
    params: { widths: [768] },
    text: '',
    says: ['768 px'],
    world: { page: { views: { w768: { ...view, contentWidth: 900 } } } },
  },
  'page.touch-targets': {
    params: { min_px: 40 },
    text: '',
    says: ['40×40'],
    world: { page: { phone: { texts: [], targets: [{ ...part, text: 'x', inline: false }] } } },
  },
  'page.text-size': {
    params: { min_px: 15 },
    text: '',
    says: ['15 px'],
    world: { page: { phone: { texts: [{ ...part, text: 'x', sizePx: 9, effectivePx: 9 }], targets: [] } } },
  },
  'page.actions': {
    params: { ignore: ['Blog'] },
    text: '',
    says: ['Blog'],
    world: { page: { actions: [{ ...part, kind: 'link', text: 'x', to: 'y', result: { state: 'missing', why: '404' } }] } },
  },
  'page.offers': {
    params: { names: ['Book a table'] },
    text: '',
    says: ['Book a table'],
    world: {
      page: { actions: [{ ...part, kind: 'link', text: 'Menu', to: 'y', result: { state: 'works' } }], phone: { texts: [], targets: [] } },
    },
  },
  'page.console': {
    params: { allow: ['HMR'] },
    text: '',
    says: ['HMR'],
    world: { page: { errors: [{ kind: 'error', text: 'boo', source: '/a.js:3' }] } },
  },
  'page.axe': { params: { ignore: ['region'] }, text: '', says: ['WCAG', 'region'], world: { page: { axe: [broken] } } },
  'page.accessibility-score': { params: { min: 91 }, text: '', says: ['91'], world: { page: { axe: [broken] } } },
  'page.contrast': {
    params: { normal: 5 },
    text: '',
    says: ['5:1'],
    world: {
      page: {
        pairs: [
          {
            ...part,
            view: 'desktop',
            text: 'x',
            foreground: '#999999',
            background: '#ffffff',
            ratio: 2.84,
            required: 4.5,
            sizePx: 16,
            bold: false,
          },
        ],
      },
    },
  },
  'page.alt': {
    text: '',
    says: ['alternative text'],
    world: { page: { images: [{ ...part, alt: null, src: 'a.png', excused: false, alone: false }] } },
  },
  'page.tokens': {
    params: { tokens: 'tokens.json' },
    text: '',
    says: ['tokens.json'],
    world: {
      files: { 'tokens.json': '{"colors":{"ink":"#112233"}}' },
      page: {
        declarations: [{ property: 'color', value: 'red', resolved: 'red', named: false, rule: 'p', media: '', parts: [part], count: 1 }],
      },
    },
  },
  'page.copy': {
    params: { copy: 'copy.json' },
    text: '',
    says: ['copy.json'],
    world: { files: { 'copy.json': '{"hero":{"headline":"Good bread"}}' }, page: { texts: [block] } },
  },
  'page.placeholders': { params: {}, text: '', says: ['TODO'], world: { page: { texts: [{ ...block, text: 'TODO: say it' }] } } },
  'page.wording': { params: { also: ['synergy'] }, text: '', says: ['synergy'], world: { page: { texts: [block] } } },
  'page.sections': { params: { required: ['pricing'] }, text: '', says: ['pricing'] },
  'page.primary-cta': { params: { count: 2 }, text: '', says: ['2 primary calls'], world: { page: {} }, nowhere: true },
  'page.slop': { params: { fingerprints: ['generic-fonts'] }, text: '', says: ['fonts'], world: { page: { texts: [block] } } },
}
Object.assign(cases, pages)

/** Decided elsewhere: a judge's word and the guard's comparison have evidence of their own. */
const elsewhere = {
  'judged-by-agent': {
    criterion: 'Is it kind?',
    anchors: [
      { name: 'warm', means: 'it wishes well', score: 1 },
      { name: 'curt', means: 'it does not', score: 0 },
    ],
  },
  'tamper-guard': { relied_on: ['golden/'] },
}

test('every kind that ships has its case here', () =>
  expect([...Object.keys(cases), ...Object.keys(elsewhere)].toSorted()).toEqual([...catalog.keys()].toSorted()))

describe.each(Object.entries(cases))('%s', (kind, { params = {}, text, says, world = {}, nowhere }) => {
  test('says itself what it demands, its parameters in words', async () => {
    const { x: told } = await demandsOf([{ id: 'x', check: { kind, ...params } }])
    expect(told).not.toBe(plainDemand({ kind, ...params }))
    for (const words of says) expect(told).toContain(words)
    expect(told).toMatch(/^[a-z]/) // goes on from "It"
  })

  test('every finding says what was expected, and where there is a place, where', async () => {
    const { outcome, evidence } = await tryCheck(kind, params, text, world)
    expect(outcome).toBe('fail')
    expect(evidence.length).toBeGreaterThan(0)
    for (const each of evidence.filter(({ message }) => !message.startsWith('end of ')))
      expect(each).toMatchObject({ expected: expect.stringMatching(/\S/) })
    if (!nowhere)
      expect(
        evidence.some(({ location }) => location?.line !== undefined || location?.pointer !== undefined || location?.file !== undefined),
      ).toBe(true)
  })
})

test.each(Object.entries(elsewhere))('%s says what it demands', async (kind, params) => {
  const parsed = await parseCheck({ kind, ...params })
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  expect(parsed.check.demands?.(parsed.params)).toMatch(kind === 'tamper-guard' ? /golden\// : /Is it kind\?.*«warm» \(it wishes well\)/)
})

test.each([
  ['json.schema', { schema_file: 's.json' }, 's.json says: { "required": ["courses"] }'],
  ['text.faithful', { against: 'needs.md' }, 'needs.md says: # Needs A member borrows a tool.'],
])('%s tells what stands in the file that it refers to, where it can be read', async (kind, params, says) => {
  const files: Record<string, string> = {
    's.json': '{\n  "required": ["courses"]\n}\n',
    'needs.md': '# Needs\n\nA member borrows a tool.\n',
  }
  const told = async (read?: (path: string) => Promise<string | null>) =>
    (await demandsOf([{ id: 'x', check: { kind, ...params } }], catalog, read))['x']
  expect(await told(async (path) => files[path] ?? null)).toContain(says)
  expect(await told(async () => null)).toBe(await told())
})

test('a check of a project that says nothing is shown with its parameters, and one that fails at it as well', async () => {
  const check = {
    kind: 'own.check',
    summary: 'Links lead somewhere.',
    version: '1',
    params: { safeParse: (data: unknown) => ({ success: true, data }) },
    run: () => ({ outcome: 'pass', message: '', evidence: [] }),
  }
  const own = (more: object) => new Map([['own.check', async () => ({ ...check, ...more }) as never]])
  const rule = { id: 'x', check: { kind: 'own.check', depth: 2, names: ['a'] } }
  expect(await demandsOf([rule], own({}))).toEqual({ x: 'passes the check own.check (Links lead somewhere) with depth 2, names ["a"]' })
  expect(
    await demandsOf(
      [rule],
      own({
        demands: () => {
          throw new Error('no')
        },
      }),
    ),
  ).toEqual({ x: 'passes the check own.check with depth 2, names ["a"]' })
  expect(
    await demandsOf([
      { id: 'x', check: { kind: 'gone', a: 1 } },
      { id: 'y', check: 'A sentence.' },
    ]),
  ).toEqual({ x: 'passes the check gone with a 1' })
})
