// Commands besides the operations: they serve all of them, or help typing them. Loaded on use.
import type { Verb } from '../../operations/definition.ts'
import type { Face } from './face.ts'

export interface NamedFace extends Pick<Verb, 'name' | 'summary'> {
  load(): Promise<{ default: Face }>
}

export const faces: readonly NamedFace[] = [
  { name: 'serve', summary: 'Open the dashboard of this project in the browser', load: () => import('../web/command.ts') },
  { name: 'mcp', summary: 'Serve this project to an assistant over MCP', load: () => import('../mcp/command.ts') },
  { name: 'completion', summary: 'Print a completion script for a shell', load: () => import('./completion.ts') },
]
