import type { Administration } from '../http/admin/routes.ts'
import { createAdminApp } from '../http/create-app.ts'
import { listen, type RunningServer } from '../http/node-server.ts'
import { requireAdminToken } from './admin-token.ts'
import type { Config } from './config.ts'

/** Serves metrics and administration to operators. Absent: null, the configuration has no port for them. */
export async function listenAdmin(
  parts: Omit<Administration, 'token'>,
  { adminHost, adminPort, adminToken, dataDirectory }: Config,
): Promise<RunningServer | null> {
  if (adminPort === null) return null
  const token = requireAdminToken(adminToken, dataDirectory)
  return await listen(createAdminApp({ ...parts, token }), adminHost, adminPort)
}
