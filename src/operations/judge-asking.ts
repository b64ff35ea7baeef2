// Asks a judge outside a run: for its passport, its noise and its biases.
import { judgeIdentity } from '../agents/pins.ts'
import type { AskAgent } from '../kernel/task.ts'
import { isJudged } from '../schema/judged.ts'
import { Fault } from '../schema/fault.ts'
import type { Rule } from '../schema/rule.ts'
import { readRules } from './check.ts'
import type { Makers, World } from './world.ts'
import * as field from './field.ts'

/** The judged rule: by id, or the only one in the file. */
export async function judgedRule(world: World, file: string, id?: string): Promise<Rule> {
  const { rules } = await readRules(file, world)
  const judged = rules.filter((rule) => isJudged(rule) || typeof rule.check === 'string')
  const chosen = id === undefined ? (judged.length === 1 ? judged[0] : undefined) : judged.find((rule) => rule.id === id)
  if (!chosen)
    throw new Fault(
      'usage',
      id === undefined ? `${file} has ${judged.length} rules for a judge` : `${file} has no rule ${id} for a judge`,
      { fix: `Say which with --rule: ${judged.map((rule) => rule.id).join(', ') || 'there is none'}.` },
    )
  return chosen
}

export const judgeFlags = {
  judge: field.text('the judge; default: the one named in whetstone.yaml'),
  role: field.text('which judge of a jury in whetstone.yaml; default: judge', { value: 'role' }),
}

/** The judge under test, and the name its passport is bound to. */
export interface Measured {
  makers: Makers
  role: string
  identity: string
}

export async function needJudge(
  world: World,
  { judge, role = 'judge' }: { judge?: string | undefined; role?: string | undefined },
): Promise<Measured> {
  const makers = await world.makers({ ...(judge && { maker: [`${role}=${judge}`] }) })
  const pin = makers.pins.makers[role] ?? (role === 'judge' ? makers.pins.makers['default'] : undefined)
  if (!pin)
    throw new Fault('maker', role === 'judge' ? 'no judge is configured' : `no maker is named as ${role}`, {
      fix: 'Name one: --judge claude, --judge model:<provider>/<model>, --judge command:"…".',
    })
  return { makers, role, identity: judgeIdentity(pin) }
}

/** The reply's text, or a reported reason why there is none: a failing judge gives no verdict but doesn't stop the measurement. */
export async function askJudge(
  world: World,
  { makers, role }: Measured,
  task: AskAgent,
  objects: Readonly<Record<string, string>>,
): Promise<{ text: string } | { why: string }> {
  const object = async (hash: string) => objects[hash] ?? Promise.reject(new Fault('internal', `there is no text ${hash}`))
  const { ask, clock } = makers.ports
  const context = { run: 'judge', workflow: 'judge', head: '', pulse: () => {}, attempt: 1, signal: world.signal, object, say: world.say }
  const began = clock.now()
  let reply = await ask({ ...task, role }, context)
  for (let outages = 1; reply !== 'pending' && 'outage' in reply && !world.signal.aborted; outages++) {
    const { message, until } = reply.outage
    world.say(`${task.key}: ${message}`)
    if (until === null || until - began > world.patienceMs) return { why: message }
    await clock.wait?.(until - clock.now(), world.signal)
    reply = await ask({ ...task, role }, { ...context, outages })
  }
  if (world.signal.aborted)
    throw new Fault('refused', "interrupted; a partial measurement isn't kept", { fix: 'Run it again when you have time.' })
  if (reply === 'pending' || 'outage' in reply)
    throw new Fault('maker', "a host can't be measured: it answers later", { fix: 'Name the judge itself.' })
  if (reply.ok) return { text: 'text' in reply ? reply.text : JSON.stringify(reply.value) }
  world.say(`${task.key}: ${reply.error.message}`)
  return { why: reply.error.message }
}

/** Keeps an existing passport rather than replace it with one measured while the server was down. */
export function nothingSaid({ identity }: Measured, asked: number, why: string): Fault {
  return new Fault(
    'maker',
    `${identity} gave no usable verdict on ${asked} ${asked === 1 ? 'text' : 'texts'}; nothing was kept. The last time: ${why}`,
    { fix: 'Fix that, or name another judge with --judge.' },
  )
}
