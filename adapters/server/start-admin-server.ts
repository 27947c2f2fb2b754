import type { Administration } from '../http/admin/administration.ts'
import { EventStreams } from '../http/admin/event-streams.ts'
import { DASHBOARD } from '../http/admin/dashboard-door.ts'
import { createAdminApp } from '../http/create-app.ts'
import { startHttpServer, type RunningServer } from '../http/node-server.ts'
import { openDoor } from '../http/people/door.ts'
import { requireAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'

/** Starts the server of metrics and administration, for operators. Absent: null, the configuration has no port for them. */
export async function startAdminServer(
  parts: Omit<Administration, 'door' | 'hosts' | 'serviceUrl' | 'streams'>,
  { adminHost, adminNames, adminPort, adminToken, dataDirectory, publicUrl, port, sessionMinutes }: Config,
): Promise<RunningServer | null> {
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  // The public URL is that of callers, on another port.
  const door = openDoor(DASHBOARD, parts, { sessionMinutes, token, publicUrl: null })
  const streams = new EventStreams()
  const hosts = new Set([adminHost.toLowerCase(), ...adminNames])
  // A port of 0 is any free one: the command line says which.
  const serviceUrl = publicUrl ?? (port === 0 ? null : `http://localhost:${port}`)
  const app = createAdminApp({ ...parts, door, hosts, serviceUrl, streams })
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
      await door.signIns.close()
    },
  }
}
