// Somebody who approves what they asked for themselves, or keeps using an approval that has run out.
import { appendFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signedText } from '../../src/gates/signed-text.ts'
import verify from '../../src/operations/verify.ts'
import { makeSigner } from '../gates/sshsig-signer.ts'
import { type Project, booking, newProject } from '../workflows/design/project.ts'
import { forge } from './forger.ts'

const [ann, bob] = [makeSigner('ed25519'), makeSigner('ed25519')]
let project: Project
let me: string
let hash: string
beforeEach(async () => {
  project = newProject({ approvers: '#\n' })
  const world = project.world()
  me = world.user
  await world.close()
  appendFileSync(own('approvers'), `ann@example.com,${me} ${ann.line('').trim()}\nbob@example.com ${bob.line('').trim()}\n`)
  const { gate } = await project.start()
  hash = gate?.decides?.hash ?? ''
})
afterEach(() => project.remove())

const own = (name: string) => join(dirname(project.root), 'home', '.config', 'whetstone', name)
const ask = (policy: string) => writeFileSync(own('policy.yaml'), policy)
function sign(by: typeof ann, text: string): string {
  const file = join(project.root, 'a.sig')
  writeFileSync(file, by.sign(text))
  return file
}
const approve = (signature: string) => project.answer('approve', undefined, { person: false, signature })
async function verified(now = Date.now()) {
  const world = project.world({ person: false })
  try {
    const answer = await verify.run({ run: booking.id, require: 'signed' }, { ...world, clock: { ...world.clock, now: () => now } })
    return { ok: answer.ok, text: verify.text(answer, {} as never) }
  } finally {
    await world.close()
  }
}

describe('who asked may not approve', () => {
  it('is held at the gate: by phrase, by their own key, and by a text that does not say who asked', async () => {
    ask('separation: true\n')
    await expect(project.answer('approve')).rejects.toThrow(/can't approve/)
    await expect(approve(sign(ann, signedText({ hash, askedBy: me })))).rejects.toThrow(/can't approve/)
    await expect(approve(sign(bob, signedText({ hash })))).rejects.toThrow("doesn't count")
    expect((await approve(sign(bob, signedText({ hash, askedBy: me })))).status).toBe('FROZEN')
    expect(await verified()).toMatchObject({ ok: true, text: expect.stringContaining('bob@example.com') })
  })

  it('is held again by verify, also when the journal is made to name somebody else', async () => {
    expect((await approve(sign(ann, signedText({ hash })))).status).toBe('FROZEN')
    expect(await verified()).toMatchObject({ ok: true })
    ask('separation: true\n')
    expect(await verified()).toMatchObject({ ok: false, text: expect.stringContaining("doesn't say who that was") })
    forge(project.root, `design-${booking.id}`, {
      event: ({ type, data }) => ({ type, data: JSON.parse(JSON.stringify(data).replaceAll(`"${me}"`, '"eve@elsewhere"')) as object }),
    })
    expect(await verified()).toMatchObject({ ok: false })
  })
})

describe('an approval that runs out', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  it('states its last day, which the signature covers; nothing longer is taken', async () => {
    ask('expires_days: 30\n')
    await expect(approve(sign(ann, signedText({ hash })))).rejects.toThrow("doesn't count")
    await expect(approve(sign(ann, signedText({ hash, until: day(90) })))).rejects.toThrow("doesn't count")
    expect((await approve(sign(ann, signedText({ hash, until: day(7) })))).status).toBe('FROZEN')
    expect(await verified()).toMatchObject({ ok: true, text: expect.stringContaining(`until ${day(7)}`) })
    expect(await verified(Date.now() + 9 * 86_400_000)).toMatchObject({ ok: false, text: expect.stringContaining('expired') })
  })

  it('does not live longer in a journal whose times were moved', async () => {
    ask('expires_days: 30\n')
    await approve(sign(ann, signedText({ hash, until: day(7) })))
    forge(project.root, `design-${booking.id}`, {
      event: ({ type, data }) => ({
        type,
        data: 'signature' in data ? { ...data, signature: String(data.signature).replace(day(7), day(29)) } : data,
      }),
    })
    expect(await verified()).toMatchObject({ ok: false, text: expect.stringContaining("doesn't count") })
  })
})
