// Every built-in workflow, one line each. Commands, help, exit codes, tools, pages and completion are derived from the definitions.
import type { ZodObject } from 'zod'
import type { AnyWorkflow } from '../operations/definition.ts'
import { OrderSettings } from '../schema/order.ts'
import type { Config } from '../schema/config.ts'
import * as audit from './audit/settings.ts'
import * as design from './design/settings.ts'
import * as reflex from './reflex/settings.ts'

export interface Shipped {
  load(): Promise<{ default: AnyWorkflow }>
  /** From its settings.ts, because its definition isn't loaded to read whetstone.yaml. */
  settings?: ZodObject
  /** Where other tools of the same format keep their runs. */
  folder?(config: Config): string
}

export const shipped: Readonly<Record<string, Shipped>> = {
  reflex: { load: () => import('./reflex/index.ts'), ...reflex },
  design: { load: () => import('./design/index.ts'), ...design },
  audit: { load: () => import('./audit/index.ts'), ...audit },
  lessons: { load: () => import('./lessons/index.ts') },
  sprint: { load: () => import('./sprint/index.ts') },
  order: { load: () => import('./order/index.ts'), settings: OrderSettings },
}

/** What people who start are shown: a run that a maker works for, and one that needs none. */
export const firstRuns = { made: 'whet reflex new "<task>"', makerless: 'whet design new <feature> --requirements <file>' }

export const shippedSettings = Object.fromEntries(
  Object.entries(shipped).flatMap(([name, { settings }]) => (settings ? [[name, settings]] : [])),
)
