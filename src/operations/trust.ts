// whet trust: a person says that this project's configuration may run commands, modules and makers.
import * as z from 'zod'
import { trust } from '../adapters/config.ts'
import { readMakers } from '../agents/makers.ts'
import { preloaded } from './answer.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: "Trust this project's whetstone.yaml and the modules it names, as they are now",
  input: z.object({ show: z.boolean().optional().meta({ description: 'only show what would be trusted' }) }),
  personOnly: true,
  async run(
    { show },
    world,
  ): Promise<{
    path: string | null
    sha256: string
    trusted: boolean
    brings: { makers: string[]; modules: string[]; webhook: string | null }
  }> {
    const { path, sha256, trusted, config } = world.config
    const brings = {
      makers: Object.entries(config.makers ?? {}).map(
        ([role, maker]) => `${role}: ${typeof maker === 'string' ? maker : JSON.stringify(maker)}`,
      ),
      modules: config.checks ?? [],
      webhook: config.notify?.webhook?.url ?? null,
    }
    readMakers(config.makers) // nothing with a key in it is shown, let alone trusted
    if (path && !show && !trusted)
      trust(world.root, sha256, world.env, {
        by: world.user,
        at: new Date(world.clock.now()).toISOString(),
        assurance: 'unattested',
        ...preloaded(world),
      })
    return { path, sha256, trusted: path === null || trusted || !show, brings }
  },
  text({ path, sha256, trusted, brings }) {
    if (path === null) return 'There is no whetstone.yaml here, so there is nothing to trust.\nNext: `whet init` writes one.'
    const lines = [
      ...brings.makers.map((line) => `  maker ${line}`),
      ...brings.modules.map((line) => `  module ${line}`),
      ...(brings.webhook ? [`  webhook ${brings.webhook}`] : []),
    ]
    return [
      `${trusted ? 'Trusted' : 'Not trusted'}: whetstone.yaml (${sha256.slice(0, 12)})${lines.length > 0 ? ', which may run:' : ', which runs nothing'}`,
      ...lines,
      ...(trusted ? ['Recorded as unattested: any program that runs as you can say so too.'] : []),
      'Any change of these bytes asks again.',
    ].join('\n')
  },
})
