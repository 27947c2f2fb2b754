import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Backend } from './backend.ts'
import { createMcpServer } from './create-mcp-server.ts'

/** Serves one client on standard input and output. `filesIn`: folder whose saved pages it may read. */
export function serveOnStdio(backend: Backend, filesIn: string): { readonly close: () => Promise<void> } {
  return serveStdio(() => createMcpServer({ backend, filesIn }))
}
