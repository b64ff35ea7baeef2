// whet check with what the project says must hold: which files, which rules, and reports in every form at once.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import check from '../../src/operations/check.ts'
import type { World } from '../../src/operations/world.ts'
import { createWorld } from '../../src/runtime/create-world.ts'

const rules =
  'rules:\n  - id: a.x.hello\n    description: says hello\n    severity: fail\n    check: { kind: content.contains, text: hello }\n'

let root: string
let worlds: World[]
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-check-')))
  worlds = []
  put('rules.yaml', rules)
  put('docs/a.md', 'hello\n')
  put('docs/deep/b.md', 'bye\n')
  put('node_modules/x/docs/c.md', 'bye\n')
})
afterEach(async () => {
  for (const world of worlds) await world.close()
  rmSync(root, { recursive: true })
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function world(cwd = root): World {
  const made = createWorld({ cwd, env: { HOME: root } })
  worlds.push(made)
  return made
}

const done = (files: string) => put('whetstone.yaml', `done:\n  rules: rules.yaml\n  files: ${files}\n`)

describe('without files', () => {
  it('judges those of done:, once each, found by pattern, from any folder of the project, without trust', async () => {
    done('["docs/**/*.md", "docs/a.md", "**/*.md"]')
    const { passed, checked } = await check.run({}, world(join(root, 'docs')))
    expect([passed, checked.map(({ file, passed: ok }) => [file, ok])]).toEqual([
      false,
      [
        ['a.md', true],
        ['deep/b.md', false],
      ],
    ])
  })

  it.each([
    ['nothing says what to judge', null, /no files to judge/],
    ['no file fits', '["*.adoc"]', /no file matches \*\.adoc/],
    ['a file leads out of the project', '["link.md"]', /leaves the project/],
    ['a pattern leads out', '["../*.md"]', /without \.\./],
  ])('says so when %s', async (_what, files, says) => {
    symlinkSync('/etc/passwd', join(root, 'link.md'))
    if (files) done(files)
    await expect(async () => check.run({}, world())).rejects.toThrow(says)
  })

  it('takes named files with the rules of done:, and named rules with its files', async () => {
    done('[docs/a.md]')
    put('other.yaml', rules.replace('text: hello', 'text: bye'))
    expect((await check.run({ files: ['docs/deep/b.md'] }, world())).passed).toBe(false)
    expect((await check.run({ rules: 'other.yaml' }, world())).passed).toBe(false)
    await expect(check.run({ files: ['docs/a.md'] }, world(tmpdir()))).rejects.toThrow(/no rules to judge them by/)
  })
})

describe('several files', () => {
  it('with equal contents are named each by its own path', async () => {
    for (const name of ['a.md', 'b.md', 'deep/a.md']) put(`same/${name}`, '# Bye\n')
    put(
      'twice.yaml',
      `${rules}  - { id: a.x.bye, description: never says bye, severity: fail, check: { kind: content.regex, pattern: Bye, absent: true } }\n`,
    )
    const files = ['same/a.md', 'same/b.md', 'same/deep/a.md', 'same/a.md']
    const { checked } = await check.run({ files, rules: 'twice.yaml' }, world())
    expect(
      checked.map(({ verdicts }) => [
        ...new Set(verdicts.flatMap(({ evidence }) => evidence.flatMap(({ location }) => location?.file ?? []))),
      ]),
    ).toEqual(files.map((file) => [file]))
  })

  it('are judged though one of them cannot be read, and nothing is left in the project', async () => {
    put('binary.md', 'hello \0')
    writeFileSync(join(root, 'latin.md'), Buffer.from([0x68, 0xe9, 0x0a]))
    symlinkSync('nowhere', join(root, 'dangling.md'))
    execFileSync('mkfifo', [join(root, 'pipe.md')])
    const before = readdirSync(root, { recursive: true }).length
    const files = ['docs/a.md', 'missing.md', 'docs', 'binary.md', 'latin.md', 'dangling.md', 'pipe.md', 'docs/deep/b.md']
    const { passed, checked } = await check.run({ files, rules: 'rules.yaml' }, world())
    expect([passed, checked.map(({ file, verdicts: [verdict] }) => [file, verdict?.outcome])]).toEqual([
      false,
      files.map((file, index) => [file, index === 0 ? 'pass' : index === 7 ? 'fail' : 'error']),
    ])
    expect(checked.slice(1, -1).map(({ unreadable }) => unreadable)).toEqual(
      [/there is no file/, /is a folder/, /is binary/, /isn't valid UTF-8/, /leaves the project through a link/, /regular file/].map(
        (words) => expect.stringMatching(words),
      ),
    )
    expect(readdirSync(root, { recursive: true }).length).toBe(before)
  })

  it('fail for one that cannot be read though no rule blocks, and every report says so', async () => {
    put('mild.yaml', rules.replace('severity: fail', 'severity: warn'))
    const report = ['whet.sarif', 'whet.xml', 'summary.md', 'whet.txt']
    expect((await check.run({ files: ['docs/a.md', 'missing.md'], rules: 'mild.yaml', report }, world())).passed).toBe(false)
    for (const file of report) expect(readFileSync(join(root, file), 'utf8')).toContain('there is no file missing')
    await expect(check.run({ files: ['missing.md'], rules: 'mild.yaml' }, world())).rejects.toThrow(/there is no file missing/)
  })
})

describe('--report', () => {
  it('writes every form from one run', async () => {
    done('["docs/**/*.md"]')
    const report = ['out/whet.sarif', 'out/whet.xml', 'out/summary.md', 'out/whet.json', 'out/whet.txt']
    await check.run({ report }, world())
    const [sarif, junit, markdown, json, text] = report.map((file) => readFileSync(join(root, file), 'utf8')) as [
      string,
      string,
      string,
      string,
      string,
    ]
    expect(JSON.parse(sarif)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'a.x.hello' }] }] })
    expect(junit).toContain('<testsuites name="whet" tests="2" failures="1"')
    expect(markdown).toContain('## whet: 1 of 2 files passed')
    expect(JSON.parse(json)).toMatchObject({ passed: false })
    expect(text).toContain('failed  docs/deep/b.md')
  })

  it('refuses a name that does not say its form before anything is judged', async () => {
    await expect(check.run({ files: ['nowhere.md'], rules: 'rules.yaml', report: ['out.html'] }, world())).rejects.toThrow(
      /out\.html.*form/,
    )
  })
})

describe('a key in a file', () => {
  it('is shown by no finding, in no form, whichever rule is about its line', async () => {
    const key = `AKIA${'QZ7XW2LM4KPN6RTV'}`
    put('key.yaml', `# TODO rotate\naws_key: ${key} # TODO\n`)
    put(
      'keys.yaml',
      'rules:\n  - { id: a.security.keys, check: { kind: secrets } }\n  - { id: a.style.todo, check: { kind: content.regex, pattern: "^aws.*$", absent: true } }\n',
    )
    const report = ['out/a.sarif', 'out/a.xml', 'out/a.md', 'out/a.json', 'out/a.txt']
    const result = await check.run({ files: ['key.yaml'], rules: 'keys.yaml', report }, world())
    expect(result.passed).toBe(false)
    for (const told of [JSON.stringify(result), check.text(result, {}), ...report.map((file) => readFileSync(join(root, file), 'utf8'))])
      expect(told).not.toContain(key)
    expect(check.text(result, {})).toContain('aws_key: ****')
  })
})

describe('what is not a file', () => {
  it.each([
    ['a folder', 'docs', 'docs is a folder'],
    ['a pipe that nobody writes to', 'pipe', 'pipe is not a regular file'],
  ])('is refused in words and not waited for: %s', async (_, file, message) => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    await expect(check.run({ files: [file], rules: 'rules.yaml' } as never, world())).rejects.toMatchObject({
      code: 'invalid',
      message,
      fix: 'Name a file.',
    })
  })
})
