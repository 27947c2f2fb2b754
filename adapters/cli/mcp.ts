import { defineCommand } from './command/define-command.ts'
import { mcpArgs } from './server-flags.ts'

export const mcpCommand = defineCommand({
  args: mcpArgs,
  examples: ['mcp --source sandbox', 'mcp --server http://127.0.0.1:8080', 'mcp --port 8090'],
  run: async (values) => (await import('./run-mcp.ts')).runMcp(values),
})
