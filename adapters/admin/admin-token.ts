import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'admin-token'

/**
 * Token of the administration: the configured one, else one that is made once
 * and kept in the data folder, where only its owner can read it.
 */
export function requireAdminToken(configured: string | null, dataDirectory: string): string {
  const known = findAdminToken(configured, dataDirectory)
  if (known !== null) return known
  const token = randomBytes(32).toString('base64url')
  mkdirSync(dataDirectory, { recursive: true })
  writeFileSync(join(dataDirectory, FILE), `${token}\n`, { mode: 0o600 })
  return token
}

/** Absent: null, none was configured or made. */
export function findAdminToken(configured: string | null, dataDirectory: string): string | null {
  if (configured !== null) return configured
  const file = join(dataDirectory, FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}
