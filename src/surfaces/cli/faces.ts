// Commands that are no operations: they serve all of them, or help with typing them. Loaded only when used.

type Face = (argv: readonly string[]) => Promise<number>

export const faces: Readonly<Record<string, { summary: string; load(): Promise<Face> }>> = {
  serve: { summary: 'Open the dashboard of this project in the browser', load: async () => (await import('../web/command.ts')).serve },
  mcp: { summary: 'Serve this project to an assistant over MCP', load: async () => (await import('../mcp/command.ts')).mcp },
  completion: { summary: 'Print a completion script for a shell', load: async () => (await import('./completion.ts')).completion },
}
