import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Logger } from '../observe/log.ts'

/** The secrets that webhooks are signed with: one for each batch. */
export interface WebhookSecrets {
  readonly create: () => string
  /** Gives the secret in the form in which it is stored. */
  readonly seal: (secret: string) => string
  /** Gives the secret from the form in which it is stored. Absent: null, it was sealed with an unknown master key; the log says so. */
  readonly open: (sealed: string) => string | null
  /** Gives a stored secret as `seal` would store it now: unchanged, if it is sealed with the present master key. Absent: null, as `open`. */
  readonly reseal: (sealed: string) => string | null
}

/** The keys that secrets are sealed with. */
export interface MasterKeys {
  /** Seals secrets, and opens them. Absent: null, they are stored in plain text. */
  readonly masterKey: string | null
  /** Opens secrets too: the one before, or the next one. Absent: null. */
  readonly oldMasterKey: string | null
}

export function webhookSecrets({ masterKey, oldMasterKey }: MasterKeys, log: Pick<Logger, 'error'>): WebhookSecrets {
  const open = (sealed: string): string | null => {
    try {
      return openSecret(sealed, masterKey)
    } catch (error) {
      const secret = oldMasterKey === null ? null : tryToOpen(sealed, oldMasterKey)
      if (secret === null) log.error({ err: error }, 'the secret of a webhook could not be opened')
      return secret
    }
  }
  const seal = (secret: string): string => sealSecret(secret, masterKey)
  return {
    create: () => createWebhookSecret(randomBytes),
    seal,
    open,
    reseal: (sealed) => {
      const isPresent =
        masterKey === null
          ? sealed.startsWith(PLAIN)
          : !sealed.startsWith(PLAIN) && tryToOpen(sealed, masterKey) !== null
      if (isPresent) return sealed
      const secret = open(sealed)
      return secret === null ? null : seal(secret)
    },
  }
}

/** Absent: null, it was sealed with another key. */
function tryToOpen(sealed: string, masterKey: string): string | null {
  try {
    return openSecret(sealed, masterKey)
  } catch {
    return null
  }
}

const SECRET_BYTES = 32

/** Creates the secret of one batch. Form: `whsec_` and 43 characters of base64url. */
export function createWebhookSecret(random: (count: number) => Uint8Array): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64url')}`
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** HKDF's `info`: a key for another purpose is derived with another text. */
const PURPOSE = 'shelfmark webhook secret v1'

const SEALED = 'v1.'
const PLAIN = 'plain:'

/**
 * Seals a secret for the store: `v1.` and the base64url of nonce, AES-256-GCM
 * ciphertext and tag, under a key that HKDF-SHA256 derives from the master key.
 * Without a master key: `plain:` and the secret itself.
 *
 * The master key must be hard to guess: the derivation does not slow down a search.
 */
export function sealSecret(secret: string, masterKey: string | null): string {
  if (masterKey === null) return PLAIN + secret
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveKey(masterKey), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return SEALED + sealed.toString('base64url')
}

/**
 * Opens a sealed secret. One that was stored in plain text opens with any master key, or without one.
 *
 * Throws: an `Error` that says why, and repeats nothing of the secret: there is no
 * master key, it is another one, or the bytes were changed.
 */
export function openSecret(sealed: string, masterKey: string | null): string {
  if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
  const bytes = sealed.startsWith(SEALED) ? Buffer.from(sealed.slice(SEALED.length), 'base64url') : null
  if (bytes === null || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is not a sealed webhook secret.')
  if (masterKey === null) throw new Error('A webhook secret was sealed with a master key, and none is configured.')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, deriveKey(masterKey), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch (error) {
    const message = 'A webhook secret was sealed with another master key than the configured one, or was changed.'
    throw new Error(message, { cause: error })
  }
}

function deriveKey(masterKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', PURPOSE, KEY_BYTES))
}
