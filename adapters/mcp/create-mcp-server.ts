import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import { withoutHidden } from '../hidden-characters.ts'
import { version } from '../package-version.ts'
import type { Backend } from './backend.ts'
import { batchTools } from './batch-tools.ts'
import { marketTools } from './market-tools.ts'
import { pageTools } from './page-tools.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import type { Tool } from './tool.ts'
import { rankTool } from './rank-tool.ts'
import { watchTools } from './watch-tools.ts'
import { toToolError } from './tool-error.ts'

export interface McpOptions {
  readonly backend: Backend
  /** Folder whose files tools read by their path. Absent: null, none. */
  readonly filesIn: string | null
}

const INSTRUCTIONS =
  'Data of Amazon marketplaces. Ask for the fields that you need. null means that the page does not show a value; it never means 0.'

/** An MCP server with the tools, resources and prompts of shelfmark, for one connection. */
export function createMcpServer({ backend, filesIn }: McpOptions): McpServer {
  const server = new McpServer({ name: 'shelfmark', version }, { instructions: INSTRUCTIONS })
  const { batch, watch } = backend
  const tools = [
    ...marketTools(backend),
    ...pageTools(backend, filesIn),
    ...(batch === null ? [] : batchTools(batch)),
    ...(watch === null ? [] : [...watchTools(watch), rankTool(watch)]),
  ]
  for (const tool of tools) register(server, tool)
  for (const { name, uri, title, mimeType, read } of resources) {
    server.registerResource(name, uri, { title, mimeType }, () => ({ contents: [{ uri, mimeType, text: read() }] }))
  }
  for (const { name, title, description, args, write } of prompts) {
    const settings = { title, description, argsSchema: toStandardJsonSchema(args) }
    server.registerPrompt(name, settings, (values) => ({
      messages: [{ role: 'user', content: { type: 'text', text: write(values as Record<string, string>) } }],
    }))
  }
  return server
}

function register(server: McpServer, { name, title, description, input, output, run, ...tool }: Tool): void {
  const { writes, isRemote, argumentOf } = tool
  const settings = {
    title,
    description,
    inputSchema: toStandardJsonSchema(input),
    outputSchema: toStandardJsonSchema(output),
    annotations: { readOnlyHint: !writes, destructiveHint: false, idempotentHint: !writes, openWorldHint: isRemote },
  }
  server.registerTool(name, settings, async (values, { mcpReq }): Promise<CallToolResult> => {
    try {
      const { text, data } = await run(values as never, mcpReq.signal)
      return { content: [{ type: 'text', text: withoutHidden(text) }], structuredContent: data }
    } catch (error) {
      const known = toToolError(error, argumentOf)
      if (known === null) throw error
      return { content: [{ type: 'text', text: `${known.code}: ${known.message}` }], isError: true }
    }
  })
}
