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
import type { Authorization } from './oauth.ts'

/** Path of the endpoint. */
export const MCP_PATH = '/mcp'
/** Where clients find the authorization server. The path of the public address can follow. Source: RFC 9728, section 3. */
const METADATA_PATH = '/.well-known/oauth-protected-resource'

/**
 * Serves clients over HTTP: those on this machine, or those whom an authorization server gives a token. Pages of other
 * origins and names of other hosts are refused, so that no web page can call the tools through its visitor's browser.
 *
 * `door`: what all tools ask, or who may call, and what the tools of each ask.
 * Rejects: when the port is taken.
 */
export async function serveOverHttp(door: Backend | Authorization, port: number): Promise<RunningServer> {
  const authorization = 'admit' in door ? door : null
  const handler = createMcpHandler(({ authInfo }) =>
    createMcpServer({ backend: 'admit' in door ? door.backendOf(authInfo) : door, filesIn: null }),
  )
  const own = authorization === null ? [] : [authorization.hostname]
  const app = new H3().all(MCP_PATH, async ({ req }) => {
    const refusal =
      hostHeaderValidationResponse(req, [...localhostAllowedHostnames(), ...own]) ??
      originValidationResponse(req, [...localhostAllowedOrigins(), ...own])
    if (refusal !== undefined || authorization === null) return refusal ?? handler.fetch(req)
    const caller = await authorization.admit(req)
    return caller instanceof Response ? caller : handler.fetch(req, { authInfo: caller })
  })
  if (authorization !== null) {
    // It is public, and clients in browsers read it too.
    const headers = { 'Access-Control-Allow-Origin': '*' }
    const answer = (): Response => Response.json(authorization.metadata, { headers })
    app.get(METADATA_PATH, answer).get(`${METADATA_PATH}/**`, answer)
  }
  const server = await startHttpServer(app, '127.0.0.1', port)
  return {
    ...server,
    close: async (drainMs) => {
      await handler.close()
      await server.close(drainMs)
    },
  }
}
