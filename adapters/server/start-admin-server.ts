import type { Administration } from '../http/admin/administration.ts'
import { EventStreams } from '../http/admin/event-streams.ts'
import { Sessions } from '../http/admin/sessions.ts'
import { createAdminApp } from '../http/create-app.ts'
import { startHttpServer, type RunningServer } from '../http/node-server.ts'
import { requireAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'

/** Starts the server of metrics and administration, for operators. Absent: null, the configuration has no port for them. */
export async function startAdminServer(
  parts: Omit<Administration, 'token' | 'sessions' | 'streams'>,
  { adminHost, adminPort, adminToken, dataDirectory, sessionMinutes }: Config,
): Promise<RunningServer | null> {
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  const sessions = new Sessions({ idleMinutes: sessionMinutes })
  const streams = new EventStreams()
  const server = await startHttpServer(createAdminApp({ ...parts, token, sessions, streams }), adminHost, adminPort)
  return {
    port: server.port,
    leave: () => {
      streams.end()
      server.leave()
    },
    close: (drainMs) => {
      streams.end()
      return server.close(drainMs)
    },
  }
}
