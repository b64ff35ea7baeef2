// An agent that loosens what is asked of an approval, gets one, and puts the words back.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountHome } from '../../src/adapters/verifier.ts'
import verify from '../../src/operations/verify.ts'
import { type Scene, copyScene, honest, makeScene, personsWorld, wanted } from './forger.ts'

let original: Scene
let scene: Scene
beforeAll(async () => {
  original = await makeScene()
})
afterAll(() => original.remove())
afterEach(() => scene?.remove())

async function verified(run = wanted, approvers?: string): Promise<{ ok: boolean; text: string }> {
  const world = personsWorld(scene)
  try {
    const answer = await verify.run({ run, ...(approvers !== undefined && { approvers }) }, world)
    return { ok: answer.ok, text: verify.text(answer, {} as never) }
  } finally {
    await world.close()
  }
}

const strict = 'approval: { require: signed }\n'
const own = (name: string, text: string) => writeFileSync(join(scene.home, '.config', 'whetstone', name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-C', scene.root, '-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], {
    stdio: 'pipe',
  })

function freezeAndLoosen(): void {
  git('init', '-q')
  writeFileSync(join(scene.root, 'whetstone.yaml'), strict)
  git('add', '-A')
  git('commit', '-qm', 'freeze')
  rmSync(join(scene.root, 'whetstone.yaml'))
  git('commit', '-qam', 'loosen')
}

describe('a design frozen by a typed phrase', () => {
  it('is intact where nobody asks for more', async () => {
    scene = copyScene(original)
    expect(await verified()).toMatchObject({ ok: true, text: expect.stringContaining('attended') })
  })

  it.each<[string, () => void]>([
    ['the one who verifies asks for signatures', () => own('policy.yaml', 'require: signed\n')],
    ['the repository asks for them now', () => writeFileSync(join(scene.root, 'whetstone.yaml'), strict)],
    ['the repository asked for them when it was frozen, and no longer does', freezeAndLoosen],
    ['the freezing commit is replaced by another', () => (freezeAndLoosen(), git('replace', 'HEAD~1', 'HEAD'))],
    [
      'history is grafted to begin after the freezing commit',
      () => {
        freezeAndLoosen()
        mkdirSync(join(scene.root, '.git', 'info'), { recursive: true })
        writeFileSync(join(scene.root, '.git', 'info', 'grafts'), git('rev-parse', 'HEAD'))
      },
    ],
    [
      'only a merge commit brings what was frozen',
      () => {
        git('init', '-q')
        writeFileSync(join(scene.root, 'whetstone.yaml'), strict)
        git('add', 'whetstone.yaml')
        git('commit', '-qm', 'strict')
        const tip = String(git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'side')).trim()
        git('add', '-A')
        const merged = String(git('commit-tree', String(git('write-tree')).trim(), '-p', 'HEAD', '-p', tip, '-m', 'merge')).trim()
        git('update-ref', 'HEAD', merged)
        rmSync(join(scene.root, 'whetstone.yaml'))
        git('commit', '-qam', 'loosen')
      },
    ],
    [
      'what was frozen is removed and committed again after it was loosened',
      () => {
        freezeAndLoosen()
        git('rm', '-rq', '--cached', 'features')
        git('commit', '-qm', 'away')
        git('add', '-A')
        git('commit', '-qm', 'back')
      },
    ],
    ['approvals expire for the one who verifies, and this one did', () => own('policy.yaml', 'expires_days: 1\n')],
    ['who asks may not approve, and did', () => own('policy.yaml', 'separation: true\n')],
  ])('does not count where %s', async (name, ask) => {
    scene = copyScene(original)
    ask()
    if (name.includes('expire')) return expect((await later(3)).ok).toBe(false)
    expect(await verified()).toMatchObject({ ok: false })
  })

  it('is not called sure where the history is cut short', async () => {
    scene = copyScene(original)
    freezeAndLoosen()
    writeFileSync(join(scene.root, '.git', 'shallow'), git('rev-parse', 'HEAD'))
    expect((await verified()).text).toContain('may have been frozen under a stricter policy')
  })

  it('nothing the repository says loosens what the one who verifies asks for', async () => {
    scene = copyScene(original)
    own('policy.yaml', 'require: signed\n')
    writeFileSync(join(scene.root, 'whetstone.yaml'), 'approval: { require: attended, separation: false }\n')
    expect(await verified()).toMatchObject({ ok: false, text: expect.stringContaining('a signed approval is required') })
    expect(await verified(honest)).toMatchObject({ ok: true })
  })

  it('a repository whose git configuration names programs runs none of them', async () => {
    scene = copyScene(original)
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'freeze')
    const trap = join(scene.root, 'trap.sh')
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(scene.root, 'sprung')}\n`, { mode: 0o755 })
    for (const name of ['core.fsmonitor', 'gpg.program', 'core.pager', 'diff.external', 'core.sshCommand']) git('config', name, trap)
    git('config', 'log.showSignature', 'true')
    await verified()
    expect(() => execFileSync('ls', [join(scene.root, 'sprung')], { stdio: 'pipe' })).toThrow()
  })
})

describe('whose approvers count', () => {
  it('a line that cannot be read counts for nobody, and is named', async () => {
    scene = copyScene(original)
    const file = join(scene.home, '.config', 'whetstone', 'approvers')
    appendFileSync(file, 'bob@example.com nonsense\n')
    expect(await verified(honest)).toMatchObject({ ok: true, text: expect.stringMatching(/line \d+ of .*approvers doesn't count/) })
  })

  it('is not for a file in the project to say', async () => {
    scene = copyScene(original)
    writeFileSync(join(scene.root, 'approvers'), `${scene.agent.line('ann@example.com')}\n`)
    await expect(verified(honest, join(scene.root, 'approvers'))).rejects.toThrow("a project can't say who may approve it")
  })

  it('is looked up where the system says the account lives, whatever the environment says', () => {
    const [home, xdg] = [process.env['HOME'], process.env['XDG_CONFIG_HOME']]
    scene = copyScene(original)
    mkdirSync(join(scene.root, 'fake'))
    try {
      process.env['HOME'] = join(scene.root, 'fake')
      process.env['XDG_CONFIG_HOME'] = join(scene.root, 'fake')
      expect(accountHome()).not.toContain('fake')
    } finally {
      restore('HOME', home)
      restore('XDG_CONFIG_HOME', xdg)
    }
  })
})

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

async function later(days: number): Promise<{ ok: boolean }> {
  const world = personsWorld(scene)
  try {
    return await verify.run({ run: wanted }, { ...world, clock: { ...world.clock, now: () => Date.now() + days * 86_400_000 } })
  } finally {
    await world.close()
  }
}
