// Every built-in workflow, one line each. Commands, help, exit codes, tools, pages and completion are derived from the definitions.
import type { AnyWorkflow } from '../operations/definition.ts'
import type { Config } from '../schema/config.ts'

export interface Shipped {
  load(): Promise<{ default: AnyWorkflow }>
  /** Where other tools of the same format keep their runs. */
  folder?(config: Config): string
}

export const shipped: Readonly<Record<string, Shipped>> = {
  reflex: { load: () => import('./reflex/index.ts'), folder: ({ paths }) => paths?.evolution ?? '.ai-factory/evolution' },
  design: { load: () => import('./design/index.ts'), folder: ({ paths }) => paths?.features ?? 'features' },
  audit: { load: () => import('./audit/index.ts') },
  lessons: { load: () => import('./lessons/index.ts') },
  sprint: { load: () => import('./sprint/index.ts') },
  order: { load: () => import('./order/index.ts') },
}
