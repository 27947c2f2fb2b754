import { ShelfmarkError } from '../error/shelfmark-error.ts'

/** `live`: pages of marketplaces, charged. `test`: pages of the sandbox, free. */
export type KeyMode = 'live' | 'test'

/** Parts of an API key. */
interface ApiKey {
  readonly mode: KeyMode
  /** 12 characters that can be logged. */
  readonly prefix: string
  /** 32 characters that must not be logged. */
  readonly secret: string
}

export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Number of random characters in a key. */
export const KEY_CHARACTERS = 44

const KEY = /^svc_(live|test)_([A-Za-z0-9]{12})([A-Za-z0-9]{32})$/
const RANDOM_PART = /^[A-Za-z0-9]{44}$/

/** Parses an API key. Absent: null, for a text of another form. */
export function parseKey(text: string): ApiKey | null {
  const match = KEY.exec(text)
  if (match === null) return null
  const [, mode, prefix = '', secret = ''] = match
  return { mode: mode === 'live' ? 'live' : 'test', prefix, secret }
}

/**
 * Formats random characters as an API key.
 *
 * Throws: `invalid_argument`, unless they are 44 characters of `KEY_ALPHABET`.
 */
export function formatKey(mode: KeyMode, characters: string): string {
  if (!RANDOM_PART.test(characters)) {
    throw new ShelfmarkError(
      'invalid_argument',
      `Invalid random part of a key. Use ${KEY_CHARACTERS} letters and digits.`,
    )
  }
  return `svc_${mode}_${characters}`
}

/** Maximum number of active keys of a workspace. */
export const MAX_ACTIVE_KEYS = 20
