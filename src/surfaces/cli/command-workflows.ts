// The workflows that commands can name here: those that ship, and those of the project around us.
import type { Workflows } from '../../operations/world.ts'

export async function commandWorkflows(): Promise<Workflows> {
  const { findRoot, loadConfig } = await import('../../adapters/config.ts')
  const { projectWorkflows } = await import('../../runtime/workflows.ts')
  const root = findRoot(process.cwd())
  return projectWorkflows(root, loadConfig(root))
}
