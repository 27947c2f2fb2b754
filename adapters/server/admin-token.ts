import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../own-file.ts'

/** File of a data folder that has the token, unless one is configured. */
export const ADMIN_TOKEN_FILE = 'admin-token'

/**
 * Token of the administration: the configured one, else one that is created once and
 * kept in the data folder, in a file that only its owner can read.
 */
export function requireAdminToken(configured: string | null, dataDirectory: string): string {
  const known = findAdminToken(configured, dataDirectory)
  if (known !== null) return known
  const token = randomBytes(32).toString('base64url')
  mkdirSync(dataDirectory, { recursive: true })
  replaceFile(join(dataDirectory, ADMIN_TOKEN_FILE), `${token}\n`, 0o600)
  return token
}

/** Absent: null, none is configured, and none was created. */
export function findAdminToken(configured: string | null, dataDirectory: string): string | null {
  if (configured !== null) return configured
  const file = join(dataDirectory, ADMIN_TOKEN_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}
