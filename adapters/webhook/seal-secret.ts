import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keys for other purposes come of other words. */
const PURPOSE = 'shelfmark webhook secret v1'

const SEALED = 'v1.'
const PLAIN = 'plain:'

/**
 * What is kept of a webhook's secret: `v1.` and base64url of nonce, AES-256-GCM
 * and tag, under a key that HKDF-SHA256 makes of the master key; without a
 * master key, `plain:` and the secret itself.
 *
 * The master key must be hard to guess by itself: nothing here slows a guesser down.
 */
export function sealSecret(secret: string, masterKey: string | null): string {
  if (masterKey === null) return PLAIN + secret
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(masterKey), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return SEALED + sealed.toString('base64url')
}

/**
 * The secret that was sealed. One that was kept plain opens with any master key, or none.
 *
 * Throws: an `Error` that names the reason, and nothing of the secret: no master key, another one, bytes that were changed.
 */
export function openSecret(sealed: string, masterKey: string | null): string {
  if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
  const bytes = sealed.startsWith(SEALED) ? Buffer.from(sealed.slice(SEALED.length), 'base64url') : null
  if (bytes === null || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is no sealed webhook secret.')
  if (masterKey === null) throw new Error('A webhook secret was sealed with a master key, and none is configured.')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, deriveKey(masterKey), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch (error) {
    const message = 'A webhook secret was sealed with another master key than the one configured, or was changed.'
    throw new Error(message, { cause: error })
  }
}

function deriveKey(masterKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', PURPOSE, KEY_BYTES))
}
