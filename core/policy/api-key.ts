import { ShelfmarkError } from '../errors.ts'

/** `live`: pages of marketplaces, paid. `test`: pages of the sandbox, free. */
export type KeyKind = 'live' | 'test'

/** Parts of a key that a caller shows. */
interface ApiKey {
  readonly kind: KeyKind
  /** 12 characters that may stand in logs. */
  readonly prefix: string
  /** 32 characters that may not. */
  readonly secret: string
}

export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Random characters that a key is made of. */
export const KEY_CHARACTERS = 44

const KEY = /^svc_(live|test)_([A-Za-z0-9]{12})([A-Za-z0-9]{32})$/
const RANDOM_PART = /^[A-Za-z0-9]{44}$/

/** Reads a key. Absent: null, it does not have the form of one. */
export function parseKey(text: string): ApiKey | null {
  const match = KEY.exec(text)
  if (match === null) return null
  const [, kind, prefix = '', secret = ''] = match
  return { kind: kind === 'live' ? 'live' : 'test', prefix, secret }
}

/**
 * Makes a key of random characters.
 *
 * Throws: `invalid_argument`, when they are not 44 of `KEY_ALPHABET`.
 */
export function formatKey(kind: KeyKind, characters: string): string {
  if (!RANDOM_PART.test(characters)) {
    throw new ShelfmarkError('invalid_argument', `A key is made of ${KEY_CHARACTERS} letters and digits.`)
  }
  return `svc_${kind}_${characters}`
}
