// Notifies people that a run waits for them or has ended: terminal bell, desktop, signed webhook. Failures are reported and block nothing.
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { inert } from '../lib/inert.ts'
import { shownScore } from '../lib/on-scale.ts'
import type { Config } from '../schema/config.ts'
import { findProgram } from './providers/process.ts'

export interface Notice {
  event: 'gate' | 'end'
  run: string
  workflow: string
  name: string
  status: string
  /** On `scale`; null before anything is judged. */
  score: number | null
  scale: number
  /** The question for a person. */
  question: string | null
  reason: string | null
  passed: boolean
  at: string
}

export interface NotifyWorld {
  env: NodeJS.ProcessEnv
  now(): number
  /** Rings the bell, if there is one. */
  bell(): void
  say(text: string): void
}

export type NotifySettings = NonNullable<Config['notify']>

const patienceMs = 10_000

export async function notify(notice: Notice, settings: NotifySettings, world: NotifyWorld): Promise<void> {
  if (settings.bell) world.bell()
  const ways = [
    ...(settings.desktop ? [desktop(notice, world)] : []),
    ...(settings.webhook ? [webhook(notice, settings.webhook, world)] : []),
  ]
  for (const tried of await Promise.allSettled(ways))
    if (tried.status === 'rejected') world.say(`no notification was sent: ${(tried.reason as Error).message}`)
}

/** Words for people: one line each, without hidden characters. */
function noticeWords({ event, name, workflow, question, status, reason, score, scale }: Notice): { title: string; body: string } {
  const line = (text: string) => inert(text).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  return event === 'gate'
    ? { title: line(`${name} waits for you`), body: line(question ?? `${workflow}: a decision`) }
    : {
        title: line(`${name}: ${status}`),
        body: line([reason, score !== null && `score ${shownScore(score, scale)}`].filter(Boolean).join(', ') || workflow),
      }
}

const programs = {
  'notify-send': ({ title, body }: { title: string; body: string }) => ['--app-name=whet', '--', title, escapeMarkup(body)],
  osascript: ({ title, body }: { title: string; body: string }) => [
    '-e',
    'on run argv',
    '-e',
    'display notification (item 2 of argv) with title (item 1 of argv)',
    '-e',
    'end run',
    '--',
    title,
    body,
  ],
}

/** A system without notifications isn't a failure. */
async function desktop(notice: Notice, { env }: NotifyWorld): Promise<void> {
  for (const [program, args] of Object.entries(programs)) {
    const path = await findProgram(program, env, '/')
    if (path !== null) return run(path, args(noticeWords(notice)), env)
  }
}

function run(path: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR']
  const own = Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
  return new Promise((resolve, reject) =>
    execFile(path, args, { env: own, timeout: patienceMs }, (error) =>
      error ? reject(new Error(`the desktop notification failed (${error.message.split('\n')[0]})`)) : resolve(),
    ),
  )
}

/** notify-send parses its text as markup. */
const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Signed over time and body, against forgery and replay. Without the secret nothing is sent. */
async function webhook(
  notice: Notice,
  { url, secret_env: name }: NonNullable<NotifySettings['webhook']>,
  { env, now }: NotifyWorld,
): Promise<void> {
  const secret = env[name]
  if (!secret) throw new Error(`the webhook needs its secret in the environment variable ${name}`)
  const body = JSON.stringify(notice)
  const time = String(Math.floor(now() / 1000))
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'whetstone',
    'x-whetstone-timestamp': time,
    'x-whetstone-signature': `sha256=${signature}`,
  }
  const { host } = new URL(url)
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'error', signal: AbortSignal.timeout(patienceMs) }).catch(
    (error: Error) => {
      throw new Error(
        `the webhook at ${host} couldn't be reached (${error.name === 'TimeoutError' ? `no answer within ${patienceMs / 1000} s` : ((error.cause as Error | undefined)?.message ?? error.message)})`,
      )
    },
  )
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the webhook at ${host} answered ${response.status}`)
}
