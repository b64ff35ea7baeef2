// whet trust: a person allows this project's configuration to run commands, modules and makers.
import * as z from 'zod'
import { trust } from '../adapters/config.ts'
import { readMakers } from '../agents/makers.ts'
import { conceal } from '../lib/secrets.ts'
import { probes } from '../rules/measure/commands.ts'
import { readProject, scriptsHash, scriptsKey } from '../adapters/measure/project.ts'
import { preloaded } from './answer.ts'
import type { World } from './world.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: "Trust this project's whetstone.yaml and the modules it names, as they are now",
  input: z.object({ show: field.flag('show what would be trusted, without trusting it') }),
  personOnly: true,
  async run(
    { show },
    world,
  ): Promise<{
    path: string | null
    sha256: string
    trusted: boolean
    brings: { makers: string[]; modules: string[]; webhook: string | null }
    /** Files covered by the trust, and lines in them that run something unreadable in advance. */
    covers: { files: string[]; open: string[] }
    /** Commands of the repository that orders and `whet measure` run. */
    scripts: string[]
  }> {
    const { path, sha256, trusted, config, covers } = world.config
    const brings = {
      makers: Object.entries(config.makers ?? {}).map(
        ([role, maker]) => `${role}: ${conceal(typeof maker === 'string' ? maker : JSON.stringify(maker))}`,
      ),
      modules: [...(config.checks ?? []), ...Object.values(config.workflows ?? {})],
      webhook: config.notify?.webhook ? hostOf(config.notify.webhook.url) : null,
    }
    readMakers(config.makers) // a configuration with a key in it is never shown, let alone trusted
    if (path && !show && !trusted) trust(world.root, sha256, world.env, wordOf(world))
    const scripts = trustScripts(world, show ?? false)
    const open = covers.open.map(conceal)
    return { path, sha256, trusted: path === null || trusted || !show, brings, covers: { files: covers.files, open }, scripts }
  },
  text({ path, sha256, trusted, brings, covers, scripts }, { show }) {
    const measured =
      scripts.length > 0
        ? [`${show ? 'Not trusted yet' : 'Trusted'}, for orders and \`whet measure\`:`, ...scripts.map((line) => `  ${line}`)]
        : []
    if (path === null)
      return [
        ...measured,
        `There is no whetstone.yaml here, so there is nothing ${measured.length > 0 ? 'else ' : ''}to trust.`,
        'Next: `whet init` writes one.',
      ].join('\n')
    const lines = [
      ...brings.makers.map((line) => `  maker ${line}`),
      ...brings.modules.map((line) => `  module ${line}`),
      ...(brings.webhook ? [`  webhook ${brings.webhook}`] : []),
    ]
    return [
      ...measured,
      `${trusted ? 'Trusted' : 'Not trusted'}: whetstone.yaml (${sha256.slice(0, 12)})${lines.length > 0 ? ', which may run:' : ', which runs nothing'}`,
      ...lines,
      ...(covers.files.length > 0 ? ['Also covered:', ...some(covers.files)] : []),
      ...(trusted ? ['Recorded as unattested: a program that runs as you could also have said so.'] : []),
      'If any of these bytes change, whet asks again.',
      ...(lines.length > 0 ? ['Not covered: programs from PATH, installed packages, and what they read or download while they run.'] : []),
      ...(covers.open.length > 0 ? ["These lines run code that can't be read in advance:", ...some(covers.open)] : []),
    ].join('\n')
  },
})

const wordOf = (world: World) => ({
  by: world.user,
  at: new Date(world.clock.now()).toISOString(),
  assurance: 'unattested' as const,
  ...preloaded(world),
})

/** The scripts of package.json, verbatim; none without a repository to measure. */
function trustScripts(world: World, show: boolean): string[] {
  const { root, env } = world
  try {
    const project = readProject(root, env)
    const lines = [...probes, 'compile' as const].flatMap((name) => project.commands[name] ?? [])
    if (lines.length > 0 && !show) trust(scriptsKey(root), scriptsHash(project), env, wordOf(world))
    return lines
  } catch {
    return []
  }
}

const mostShown = 40

const some = (lines: readonly string[]) => [
  ...lines.slice(0, mostShown).map((line) => `  ${line}`),
  ...(lines.length > mostShown ? [`  … and ${lines.length - mostShown} more (--json lists them)`] : []),
]

/** A webhook's path is often its password. */
const hostOf = (url: string) => `${new URL(url).origin}/…`
