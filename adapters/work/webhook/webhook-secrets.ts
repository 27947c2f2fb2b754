import { randomBytes } from 'node:crypto'
import type { Logger } from '../../observe/log.ts'
import { isSealed, openSealed, seal, type SealKey } from '../../seal.ts'

/** The secrets that webhooks are signed with: one for each batch. */
export interface WebhookSecrets {
  /** Whether `seal` encrypts. */
  readonly hasMasterKey: boolean
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
    hasMasterKey: masterKey !== null,
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

/** Creates the secret of one batch. Form: `whsec_` and base64, as the libraries of Standard Webhooks take it. */
export function createWebhookSecret(random: (count: number) => Uint8Array): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`
}

/** HKDF's `info`: a key for another purpose is derived with another text. */
const PURPOSE = 'shelfmark webhook secret v1'

const PLAIN = 'plain:'

const toKey = (masterKey: string): SealKey => ({ masterKey, purpose: PURPOSE })

/** Seals a secret for the store, under the master key. Without one: `plain:` and the secret itself. */
export function sealSecret(secret: string, masterKey: string | null): string {
  return masterKey === null ? PLAIN + secret : seal(secret, toKey(masterKey))
}

/**
 * Opens a sealed secret. One that was stored in plain text opens with any master key, or without one.
 *
 * Throws: an `Error` that says why, and repeats nothing of the secret: there is no
 * master key, it is another one, or the bytes were changed.
 */
export function openSecret(sealed: string, masterKey: string | null): string {
  if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
  if (!isSealed(sealed)) throw new Error('This is not a sealed webhook secret.')
  if (masterKey === null) throw new Error('A webhook secret was sealed with a master key, and none is configured.')
  const secret = openSealed(sealed, toKey(masterKey))
  if (secret !== null) return secret
  throw new Error('A webhook secret was sealed with another master key than the configured one, or was changed.')
}
