// XState: an actor whose snapshot, artifact and event go to files after each transition, as one would write it by hand to be durable.
import { closeSync, fdatasync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { assign, createActor, setup } from 'xstate'
import { artifactText, eventFiller, stateFiller } from './work.mjs'

const machine = setup({
  actions: { take: assign({ step: ({ context }) => context.step + 1, artifact: ({ event }) => event.artifact }) },
}).createMachine({
  context: ({ input }) => ({ step: 0, steps: input.steps, filler: stateFiller, artifact: null }),
  initial: 'working',
  states: {
    working: { always: { guard: ({ context }) => context.step >= context.steps, target: 'done' }, on: { STEPPED: { actions: 'take' } } },
    done: { type: 'final' },
  },
})

const sync = (fd) => new Promise((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())))

/** Whole or not at all, and on the disk. */
async function replace(path, text) {
  const fd = openSync(`${path}.tmp`, 'w')
  writeSync(fd, text)
  await sync(fd)
  closeSync(fd)
  renameSync(`${path}.tmp`, path)
}

async function loop(folder, run, steps) {
  mkdirSync(folder)
  const log = openSync(join(folder, 'events.jsonl'), 'a')
  const actor = createActor(machine, { input: { steps } })
  actor.start()
  while (actor.getSnapshot().status !== 'done') {
    const key = `step-${actor.getSnapshot().context.step + 1}`
    const text = artifactText(run, key)
    await replace(join(folder, 'artifact.md'), text)
    writeSync(log, `${JSON.stringify({ type: 'STEPPED', key, filler: eventFiller })}\n`)
    await sync(log)
    actor.send({ type: 'STEPPED', artifact: key })
    await replace(join(folder, 'snapshot.json'), JSON.stringify(actor.getPersistedSnapshot()))
  }
  closeSync(log)
}

export async function xstateFiles(folder, loops, steps) {
  return { run: () => Promise.all(Array.from({ length: loops }, (_, i) => loop(join(folder, `run-${i}`), `run-${i}`, steps))) }
}
