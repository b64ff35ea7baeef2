// The hooks as Claude Code runs them: a message on standard input, an answer on standard output.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launcher } from '../e2e/whet.ts'

const hooks = fileURLToPath(new URL('../../plugin/hooks', import.meta.url))

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-hooks-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return join(root, path)
}

interface Said {
  decision?: string
  reason?: string
  systemMessage?: string
  hookSpecificOutput?: { permissionDecision: string; permissionDecisionReason: string }
}

function hook(script: string, input: unknown, env: Record<string, string> = {}): Said | null {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(hooks, script)], {
    input: typeof input === 'string' ? input : JSON.stringify(input),
    encoding: 'utf8',
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: root, ...env },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout === '' ? null : (JSON.parse(stdout) as Said)
}

describe('done: a Stop hook', () => {
  const stop = (session = 's1') =>
    hook('done.mjs', {
      session_id: session,
      transcript_path: '/tmp/t.jsonl',
      cwd: root,
      permission_mode: 'default',
      hook_event_name: 'Stop',
      stop_hook_active: false,
    })

  beforeEach(() => {
    put('whetstone.yaml', 'done:\n  rules: rules.yaml\n  files: [README.md]\n')
    put(
      'rules.yaml',
      'rules:\n  - id: a.x.hello\n    description: says hello\n    severity: fail\n    check: { kind: content.contains, text: hello }\n',
    )
    put('README.md', 'bye\n')
    chmodSync(put('bin/whet', `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`), 0o755)
  })

  it('shows what a terminal would act on as what it is, in names, rules and work', () => {
    put('whetstone.yaml', 'done:\n  rules: rules.yaml\n  files: ["*.md"]\n')
    put(
      'rules.yaml',
      'rules:\n  - id: a.x.none\n    description: "says \\e]0;x\\a\\u202E nothing"\n    severity: fail\n    check: { kind: content.regex, pattern: .+, absent: true }\n',
    )
    put('\u001b[2Jx.md', 'bye \u001b[8m\u009b31m\n')
    const { reason = '' } = stop() ?? {}
    expect(reason).toContain('⟨U+001B⟩[2Jx.md')
    expect(reason).not.toMatch(/(?!\n)[\p{Cc}\u202E]/u)
  })

  it('blocks while the rules do not hold, names what to mend, and lets go after three times', () => {
    for (const time of [1, 2, 3]) {
      const said = stop()
      expect(said?.decision).toBe('block')
      expect(said?.reason).toContain(`${time} of 3`)
      expect(said?.reason).toContain('README.md, a.x.hello')
    }
    for (let again = 0; again < 2; again++) {
      const last = stop()
      expect(last?.decision).toBeUndefined()
      expect(last?.systemMessage).toContain('a.x.hello')
    }
    expect(stop('another session')?.decision).toBe('block')
  })

  it('stands down in a step of a run, which is judged there', () => {
    expect(hook('done.mjs', { session_id: 's1', cwd: root, hook_event_name: 'Stop' }, { WHET_STEP: '1' })).toBeNull()
    expect(hook('done.mjs', { session_id: 's1', cwd: root, hook_event_name: 'Stop' })?.decision).toBe('block')
  })

  it('counts hidden rules and tells nothing of them', () => {
    put(
      'rules.yaml',
      'rules:\n  - id: a.x.hello\n    description: says hello\n    severity: fail\n    check: { kind: content.contains, text: hello }\n  - id: a.x.secret\n    description: names the okapi\n    severity: fail\n    hidden: true\n    check: { kind: content.contains, text: okapi }\n',
    )
    const { reason = '' } = stop() ?? {}
    expect(reason).toContain('does not contain "hello"')
    expect(reason).toContain('README.md, a hidden rule does not hold')
    expect(reason).not.toMatch(/secret|okapi/)
  })

  it('says nothing once they hold, and begins to count again', () => {
    stop()
    put('README.md', 'hello\n')
    expect(stop()).toBeNull()
    put('README.md', 'bye\n')
    expect(stop()?.reason).toContain('1 of 3')
  })

  it.each([
    ['no configuration', () => rmSync(join(root, 'whetstone.yaml'))],
    ['a configuration without done:', () => put('whetstone.yaml', 'concurrency: 2\n')],
  ])('holds nobody up with %s', (_what, change) => {
    change()
    expect(stop()).toBeNull()
  })

  it.each([
    ['the rules cannot be read', () => put('rules.yaml', 'rules: 7\n'), /rules\.yaml/],
    ['whet is not there', () => rmSync(join(root, 'bin'), { recursive: true }), /whet is not on PATH/],
    [
      'whet says something else',
      () => put('bin/whet', '#!/bin/sh\necho whet needs Node 24.15 or later >&2\nexit 2\n'),
      /whet needs Node 24\.15/,
    ],
  ])('lets go, and says why, when %s', (_what, change, says) => {
    change()
    const said = hook('done.mjs', { session_id: 's', cwd: root, hook_event_name: 'Stop' }, { PATH: join(root, 'bin') })
    expect(said?.decision).toBeUndefined()
    expect(said?.systemMessage).toMatch(says)
  })

  it('runs no whet that the repository brings along', () => {
    chmodSync(put('node_modules/.bin/whet', '#!/bin/sh\ntouch ran\necho "{\\"passed\\": true}"\n'), 0o755)
    expect(stop()?.decision).toBe('block')
    expect(existsSync(join(root, 'ran'))).toBe(false)
  })

  it('runs no module of a configuration nobody has trusted, and says what to do', () => {
    put('whetstone.yaml', 'done:\n  rules: rules.yaml\n  files: [README.md]\nchecks: [./check.mjs]\n')
    put(
      'check.mjs',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'ran'))}, '')\nexport default []\n`,
    )
    expect(stop()).toEqual({ systemMessage: expect.stringMatching(/isn't trusted.*`whet trust`/) })
    expect(existsSync(join(root, 'ran'))).toBe(false)
  })

  it.each([
    ['a command nobody allowed', '{ kind: command, command: "true" }'],
    ['a judge that is not there', '{ kind: judged-by-agent, criterion: Is it good? }'],
  ])('holds nobody up over %s, which no assistant can mend', (_what, check) => {
    put('rules.yaml', `rules:\n  - id: a.x.open\n    description: is open\n    severity: fail\n    check: ${check}\n`)
    expect(stop()).toEqual({
      systemMessage: expect.stringMatching(/^Whether this is done couldn't be decided here[\s\S]*README\.md, a\.x\.open/),
    })
  })

  it('finds the project from CLAUDE_PROJECT_DIR and survives any input', () => {
    expect(hook('done.mjs', { session_id: 's', cwd: '/' }, { CLAUDE_PROJECT_DIR: root })?.decision).toBe('block')
    rmSync(join(root, 'whetstone.yaml'))
    for (const input of ['', 'null', '[]', '{', '{"cwd":7}']) expect(hook('done.mjs', input, { CLAUDE_PROJECT_DIR: root })).toBeNull()
  })
})

describe('frozen: a PreToolUse hook', () => {
  const use = (tool: string, given: object) =>
    hook('frozen.mjs', { session_id: 's', cwd: root, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: given })
      ?.hookSpecificOutput?.permissionDecision ?? 'no word'

  beforeEach(() => {
    put('features/cart/design/final/FROZEN.md', 'frozen\n')
    put('features/cart/design/final/intent.json', '{}\n')
    put('features/cart/design/intent.json', '{}\n')
    put('features/open/design/final/intent.json', '{}\n')
    put('docs/final/FROZEN.md', 'not a design\n')
    symlinkSync(join(root, 'features/cart/design/final'), join(root, 'shortcut'))
  })

  it.each([
    ['Write', { file_path: 'features/cart/design/final/intent.json' }],
    ['Write', { file_path: 'features/cart/design/final/new/file.txt' }],
    ['Edit', { file_path: 'features/cart/design/final/FROZEN.md' }],
    ['MultiEdit', { file_path: 'features/cart/design/../design/final/intent.json' }],
    ['NotebookEdit', { notebook_path: 'features/cart/design/final/x.ipynb' }],
    ['Write', { file_path: 'shortcut/intent.json' }],
    ['Bash', { command: 'rm features/cart/design/final/FROZEN.md' }],
    ['Bash', { command: 'curl -so features/cart/design/final/intent.json http://127.0.0.1/x' }],
    ['Bash', { command: 'sort -o features/cart/design/final/intent.json x' }],
    ['Bash', { command: 'npx prettier --write features/cart/design/final/intent.json' }],
    ['Bash', { command: 'rm -rf features' }],
    ['Bash', { command: 'mv features/cart /tmp/x' }],
    ['Bash', { command: "echo '{}' > features/cart/design/final/intent.json" }],
    [
      'Bash',
      {
        command: 'cd x && sed -i s/a/b/ ../features/cart/design/final/intent.json; sed -i s/a/b/ "features/cart/design/final/intent.json"',
      },
    ],
    ['Bash', { command: 'cat a | tee features/cart/design/final/intent.json' }],
    ['Bash', { command: 'git checkout HEAD~1 -- features/cart/design/final/intent.json' }],
    ['Bash', { command: 'cd features && rm -rf cart' }],
    ['Bash', { command: 'cd features/cart/design/final; echo x > intent.json' }],
    ['Bash', { command: 'rm -rf features/*' }],
    ['Bash', { command: 'rm -rf ./*' }],
    ['Bash', { command: 'rm -rf features/c*' }],
    ['Bash', { command: 'rm -f features/*/design/final/*.json' }],
    ['Bash', { command: 'rm -f features/c?rt/design/fin[a]l/intent.json' }],
    ['Bash', { command: 'rm features/{cart,open}/design/final/intent.json' }],
    ['Bash', { command: 'rm **/intent.json' }],
    ['Bash', { command: 'truncate -s 0 features/*/design/final/FROZEN.md' }],
    ['Bash', { command: 'find features -name "*.json" -delete' }],
    ['Bash', { command: "find . -type f -name 'FROZEN*' -exec rm {} +" }],
    ['Bash', { command: 'find . -delete' }],
    ['Bash', { command: 'find -delete' }],
    ['Bash', { command: 'find features -type d -name final -exec rm -rf {} \\;' }],
    ['Bash', { command: 'find features -type f | xargs rm -f' }],
    ['Bash', { command: 'git clean -fdx' }],
    ['Bash', { command: 'git clean -fdx -e node_modules -e docs' }],
    ['Bash', { command: 'cd docs && git -C .. clean -fdx' }],
    ['Bash', { command: 'rm -rf $(find . -type d -name final)' }],
    ['Bash', { command: "find . -name '*.json' | while read f; do rm $f; done" }],
    ['Bash', { command: 'echo features/*/design/final/* | xargs rm -f' }],
    ['Bash', { command: 'ls -d features/* | xargs rm -rf' }],
    ['Bash', { command: 'pushd features && rm -rf cart' }],
    ['Bash', { command: 'git -C . clean -fdx' }],
    ['Bash', { command: 'git -c a.b=c --no-pager reset --hard' }],
    ['Bash', { command: 'find . -not -name "*.ts" -delete' }],
    ['Bash', { command: 'find . -iname "*.MD" -delete' }],
    ['Bash', { command: 'find . -name node_modules -prune -o -type f -exec rm {} +' }],
    ['Bash', { command: 'cd features && git clean -ffd cart' }],
    ['Bash', { command: 'git stash -u' }],
    ['Bash', { command: 'git reset --hard' }],
    ['Bash', { command: 'git checkout -- features' }],
    ['Bash', { command: 'rm -rf .' }],
    ['Bash', { command: 'f=features/cart/design/final && rm "$f/intent.json"' }],
    ['Bash', { command: `python3 -c "import os; os.remove('features/cart/design/final/intent.json')"` }],
  ])('%s %j is refused', (tool, given) => {
    const full = 'file_path' in given && typeof given.file_path === 'string' ? { ...given, file_path: join(root, given.file_path) } : given
    expect([use(tool, given), use(tool, full)]).toEqual(['deny', 'deny'])
  })

  it.each([
    ['Write', { file_path: 'features/cart/design/intent.json' }],
    ['Write', { file_path: 'features/open/design/final/intent.json' }],
    ['Write', { file_path: 'docs/final/FROZEN.md' }],
    ['Read', { file_path: 'README.md' }],
    ['Bash', { command: 'cat features/cart/design/final/intent.json' }],
    ['Bash', { command: 'cat features/cart/design/final/intent.json 2>/dev/null' }],
    ['Bash', { command: 'ls features/cart/design/final 2>&1 | head' }],
    ['Bash', { command: 'git diff features/cart/design/final' }],
    ['Bash', { command: 'whet verify cart' }],
    ['Bash', { command: 'rm docs/final/FROZEN.md' }],
    ['Bash', { command: 'npm test' }],
    ['Bash', { command: 'rm README.md; ls features' }],
    ['Bash', { command: 'mv docs/x.md .' }],
    ['Bash', { command: 'rm *.log' }],
    ['Bash', { command: 'rm -f features/o*/design/final/*.json' }],
    ['Bash', { command: "find . -name '*.log' -delete" }],
    ['Bash', { command: 'find features -name "*.json"' }],
    ['Bash', { command: 'find docs -delete' }],
    ['Bash', { command: 'find features -type f | xargs grep x > /dev/null' }],
    ['Bash', { command: 'git clean -nd' }],
    ['Bash', { command: 'git clean -fd -e features docs' }],
    ['Bash', { command: 'ls features/cart/design/final | while read f; do echo $f; done' }],
    ['Bash', { command: 'rm -f build-$(date +%s).log' }],
    ['Bash', { command: 'git clean -fd docs' }],
    ['Bash', { command: 'git stash list; git checkout -b next' }],
    ['Bash', { command: 'ls features/*/design/final/*.json' }],
    ['Write', {}],
  ])('%s %j is left alone', (tool, given) => {
    expect(use(tool, given)).toBe('no word')
  })

  it('is found however deep it lies and however much lies beside it', () => {
    for (let n = 0; n < 6000; n++) mkdirSync(join(root, 'aaa', String(n)), { recursive: true })
    put(`${'deep/'.repeat(12)}features/cart/design/final/FROZEN.md`, 'checksumSHA256: x\n')
    for (const command of ['find . -delete', 'git clean -fdx', 'rm -rf deep']) expect(use('Bash', { command })).toBe('deny')
  })

  it('what is committed is out of reach of git clean and reset', () => {
    const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root })
    git('init', '-q')
    for (const command of ['git clean -fdx', 'cd docs && git stash -u', 'cd docs && git -C .. clean -fdx'])
      expect(use('Bash', { command })).toBe('deny')
    git('add', 'features')
    git('commit', '-qm', 'freeze')
    for (const command of ['git clean -fdx', 'git reset --hard', 'git stash -u']) expect(use('Bash', { command })).toBe('no word')
  })

  it('gives the reason, and survives any input', () => {
    const said = hook('frozen.mjs', { cwd: root, tool_name: 'Write', tool_input: { file_path: 'features/cart/design/final/intent.json' } })
    expect(said?.hookSpecificOutput?.permissionDecisionReason).toContain('only a person unfreezes')
    for (const input of [
      '',
      'null',
      '{"tool_name":"Bash","tool_input":{"command":7}}',
      '{"tool_name":"Write","tool_input":{"file_path":["x"]}}',
    ])
      expect(hook('frozen.mjs', input)).toBeNull()
  })
})

describe('decisions: a PreToolUse hook', () => {
  const run = (command: unknown, tool = 'Bash') =>
    hook('decisions.mjs', { session_id: 's', cwd: root, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: { command } })
      ?.hookSpecificOutput

  it.each([
    'whet approve cart',
    'npx whetstone approve cart',
    'pnpm whetstone approve cart',
    'yarn whetstone approve cart',
    'bun run whet approve cart',
    'whet answer cart confirm',
    'whet --json reflex answer cart confirm',
    'cd x && npx --yes whet trust',
    'CI=1 timeout 5 ./node_modules/.bin/whet trust; ls',
    'yes | node bin/whet.js clean',
    "script -qc 'whet approve cart' /dev/null",
    'bash -c "echo lend book | whet approve cart"',
    'echo $(whet design reset cart)',
    'whet lessons approve l1',
    'whet naming approve x',
    'whet launch approve x',
    'npx whetstone naming answer x take',
    'npx whetstone@latest approve cart',
    'npm exec whetstone approve cart',
    'npx -p node@24 -p whetstone whetstone approve cart',
  ])('%s is refused', (command) => {
    expect(run(command)).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining('is for the user') })
  })

  it.each([
    'whet status',
    'whet show cart approve',
    'whet reflex new "approve the plan"',
    'whet stop cart --reason "abort"',
    'git commit -m "whet trust is said in the guide"',
    'grep -rn "whet approve" docs',
    'npm test',
  ])('%s is left alone', (command) => {
    expect(run(command)).toBeUndefined()
  })

  it('survives any input', () => {
    for (const command of [7, null, '', 'x'.repeat(200_000), '('.repeat(50_000)]) expect(run(command)).toBeUndefined()
    expect(run('whet trust', 'Write')).toBeUndefined()
  })
})
