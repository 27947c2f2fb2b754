import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { H3 } from 'h3'
import { startHttpServer, type RunningServer } from '../http/node-server.ts'
import type { Backend } from './backend.ts'
import { createMcpServer } from './create-mcp-server.ts'

/** Path of the endpoint. */
export const MCP_PATH = '/mcp'

/**
 * Serves clients on this machine over HTTP. Pages of other origins and names of other hosts are refused, so that no
 * web page can call the tools through its visitor's browser.
 *
 * Rejects: when the port is taken.
 */
export async function serveOverHttp(backend: Backend, port: number): Promise<RunningServer> {
  const handler = createMcpHandler(() => createMcpServer({ backend, filesIn: null }))
  const app = new H3().all(MCP_PATH, ({ req }) => {
    const refusal =
      hostHeaderValidationResponse(req, localhostAllowedHostnames()) ??
      originValidationResponse(req, localhostAllowedOrigins())
    return refusal ?? handler.fetch(req)
  })
  const server = await startHttpServer(app, '127.0.0.1', port)
  return {
    ...server,
    close: async (drainMs) => {
      await handler.close()
      await server.close(drainMs)
    },
  }
}
