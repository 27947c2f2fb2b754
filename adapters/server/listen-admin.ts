import { adminRoutes } from '../admin/admin-routes.ts'
import { requireAdminToken } from '../admin/admin-token.ts'
import type { Config } from '../config/config.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { createApp } from '../http/routes.ts'
import { appOptions } from './app-options.ts'
import type { Parts } from './start-parts.ts'

/** Serves metrics and administration. Absent: null, the configuration has no port for them. */
export async function listenAdmin(parts: Parts, config: Config): Promise<RunningServer | null> {
  const { adminHost, adminPort, adminToken, dataDirectory } = config
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  return await listen(createApp(appOptions(adminRoutes({ ...parts, token }), parts)), adminHost, adminPort)
}
