// The workflows that commands can name here: the built-in ones and the surrounding project's.
import type { Workflows } from '../../operations/world.ts'

export async function commandWorkflows(): Promise<Workflows> {
  const { findRoot, loadConfig } = await import('../../adapters/config.ts')
  const { projectWorkflows } = await import('../../runtime/workflows.ts')
  const { shippedSettings } = await import('../../workflows/registry.ts')
  const root = findRoot(process.cwd())
  return projectWorkflows(root, loadConfig(root, process.env, shippedSettings))
}
