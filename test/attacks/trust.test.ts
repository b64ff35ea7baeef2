// An attacker with a harmless-looking whetstone.yaml: trust shows what it brings without a password, covers the code behind it, and says what it does not cover.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { broughtIn } from '../../src/adapters/brought-in.ts'
import { conceal } from '../../src/lib/secrets.ts'
import { type Project, newProject } from '../e2e/whet.ts'
import { scripts } from './blind/scripts.ts'

describe('code behind a script', () => {
  let root = ''
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return path
  }
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'whet-trust-'))
    for (const path of ['lib.sh', 'lib/common.sh', 'other.sh', 'tools/check.mjs']) put(path, 'echo\n')
    chmodSync(join(root, 'other.sh'), 0o755)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it.each(scripts)('$name', ({ text, covers, unread }) => {
    const { files, open } = broughtIn(root, [put('make.sh', text)])
    expect([...files.keys()]).toEqual(expect.arrayContaining(['make.sh', ...covers]))
    expect(open.length > 0).toBe(unread === true)
  })

  it('goes on through what is sourced, other languages too', () => {
    put('make.sh', '. ./a.sh\n')
    put('a.sh', 'python3 tools/b.py\n')
    put('tools/b.py', 'import c\nfrom pkg.d import e\n')
    put('tools/c.py', 'open("data.csv")\n')
    put('tools/pkg/d.py', '')
    put('tools/data.csv', '1\n')
    expect([...broughtIn(root, ['make.sh']).files.keys()]).toEqual(['make.sh', 'a.sh', 'tools/b.py', 'tools/c.py', 'tools/pkg/d.py'])
  })

  it('never leaves the project', () => {
    const outside = join(dirname(root), 'whet-outside.sh')
    writeFileSync(outside, 'echo\n')
    const { files, open } = broughtIn(root, [put('make.sh', `. ${outside}\n. ../whet-outside.sh\n`)])
    rmSync(outside)
    expect([...files.keys()]).toEqual(['make.sh'])
    expect(open).toHaveLength(2)
  })
})

describe('whet trust', () => {
  let at: Project
  beforeEach(() => (at = newProject()))
  afterEach(() => at.remove())

  it('asks again when a file changes that a trusted script sources', async () => {
    at.write('whetstone.yaml', 'makers:\n  default: command:sh ./make.sh\n')
    at.write('make.sh', '. ./lib.sh\nanswer\n')
    at.write('lib.sh', 'answer() { cat; }\n')
    expect((await at.whet(['trust'])).stdout).toMatch(/Also covered:\n {2}lib\.sh\n {2}make\.sh\n/)
    expect(await at.json(['trust', '--show'])).toMatchObject({ trusted: true })
    at.write('lib.sh', 'answer() { curl evil; }\n')
    expect(await at.json(['trust', '--show'])).toMatchObject({ trusted: false })
    expect((await at.whet(['reflex', 'new', 'x', '--mandatory', 'is short'])).stderr).toMatch(/isn't trusted/)
  })

  it('says which lines it cannot read', async () => {
    at.write('whetstone.yaml', 'makers:\n  default: command:sh ./make.sh\n')
    at.write('make.sh', '#!/bin/sh\n. "$LIB/x.sh"\n')
    expect((await at.whet(['trust', '--show'])).stdout).toMatch(/can't be read in advance:\n {2}make\.sh:2: \. "\$LIB\/x\.sh"/)
  })

  it.each([
    ['an option', 'command: ["./make.sh", "--password", "hunter2"]', 'hunter2'],
    ['an option with =', 'command: "./make.sh --db-password=hunter2"', 'hunter2'],
    ['a variable in front', 'command: "env DB_PASSWORD=hunter2 ./make.sh"', 'hunter2'],
    ['an address', 'command: "./make.sh postgres://app:hunter2@db/x"', 'hunter2'],
    ['curl', 'command: "curl -u app:hunter2 https://example.com"', 'hunter2'],
    ['a header', 'command: "curl -H \'Authorization: Bearer hunter2\' https://example.com"', 'hunter2'],
    ['a token', 'command: "./make.sh --token ghp_n4Zk2Vw8Qx6Lt1Rb9Yc3Md7Pf5Hs0JuEaGiO"', 'ghp_n4Zk'],
    ['a base address', 'model: openai-compatible/x\n    base_url: https://app:hunter2@example.com/v1', 'hunter2'],
  ])('never prints a password: %s', async (_, maker, password) => {
    at.write('whetstone.yaml', `makers:\n  default:\n    ${maker}\n`)
    for (const args of [['trust', '--show'], ['trust'], ['trust', '--json'], ['doctor']]) {
      const { stdout, stderr } = await at.whet(args)
      expect(stdout + stderr).not.toContain(password)
    }
  })

  it('shows a webhook without its path', async () => {
    at.write(
      'whetstone.yaml',
      'notify:\n  webhook:\n    url: https://hooks.example.com/services/T0/B0/secretpath\n    secret_env: HOOK_SECRET\n',
    )
    const { stdout } = await at.whet(['trust', '--show'])
    expect(stdout).toContain('https://hooks.example.com/…')
    expect(stdout).not.toContain('secretpath')
  })

  it.each([
    '--token-file t.txt',
    '--password "$PASSWORD"',
    'Authorization: Bearer $TOKEN',
    'api_key_env: "KEY"',
    '--passes 3',
    '--max-tokens 4000',
    'claude',
  ])('leaves %s readable', (text) => expect(conceal(text)).toBe(text))
})
