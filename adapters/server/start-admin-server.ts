import type { Administration } from '../http/admin/administration.ts'
import { EventStreams } from '../http/admin/event-streams.ts'
import { Sessions } from '../people/sessions.ts'
import { SignInRecorder } from '../people/sign-in-recorder.ts'
import { createAdminApp } from '../http/create-app.ts'
import { startHttpServer, type RunningServer } from '../http/node-server.ts'
import { requireAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'

/** Starts the server of metrics and administration, for operators. Absent: null, the configuration has no port for them. */
export async function startAdminServer(
  parts: Omit<Administration, 'token' | 'hosts' | 'serviceUrl' | 'sessions' | 'signIns' | 'streams'>,
  { adminHost, adminNames, adminPort, adminToken, dataDirectory, publicUrl, port, sessionMinutes }: Config,
): Promise<RunningServer | null> {
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  const sessions = new Sessions({
    store: parts.store.personSessions,
    door: 'dashboard',
    idleMinutes: sessionMinutes,
    epochMs: parts.epochMs,
    token,
  })
  const streams = new EventStreams()
  const signIns = new SignInRecorder({ ...parts, audit: parts.store.audit })
  const hosts = new Set([adminHost.toLowerCase(), ...adminNames])
  // A port of 0 is any free one: the command line says which.
  const serviceUrl = publicUrl ?? (port === 0 ? null : `http://localhost:${port}`)
  const app = createAdminApp({ ...parts, token, hosts, serviceUrl, sessions, signIns, streams })
  const server = await startHttpServer(app, adminHost, adminPort)
  return {
    port: server.port,
    leave: () => {
      streams.end()
      server.leave()
    },
    close: async (drainMs) => {
      streams.end()
      await server.close(drainMs)
      await signIns.close()
    },
  }
}
