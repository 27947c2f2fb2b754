import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Start of a sealed text. */
const SEALED = 'v1.'

/** What a text is sealed with. */
export interface SealKey {
  /** It must be hard to guess: the derivation does not slow down a search. */
  readonly masterKey: string
  /** HKDF's `info`: a key for another purpose is derived with another text. */
  readonly purpose: string
}

/**
 * Seals a text for the store: `v1.` and the base64url of nonce, AES-256-GCM ciphertext and tag, under a key
 * that HKDF-SHA256 derives from the master key.
 */
export function seal(text: string, key: SealKey): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(key), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return SEALED + sealed.toString('base64url')
}

/** Whether a text has the form of a sealed one. */
export function isSealed(text: string): boolean {
  return (
    text.startsWith(SEALED) && Buffer.from(text.slice(SEALED.length), 'base64url').length >= NONCE_BYTES + TAG_BYTES
  )
}

/** Opens a sealed text. Absent: null, it was sealed with another key, or was changed. `sealed`: one that `isSealed`. */
export function openSealed(sealed: string, key: SealKey): string | null {
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url')
  const decipher = createDecipheriv(CIPHER, deriveKey(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function deriveKey({ masterKey, purpose }: SealKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', purpose, KEY_BYTES))
}
