import { createHash, createHmac } from 'node:crypto'
import { KEY_ALPHABET } from '../../core/policy/index.ts'

/** Gives bytes that nobody can guess. */
export type RandomBytes = (count: number) => Uint8Array

/** What is kept of a key: its SHA-256, or its HMAC with a pepper. 32 bytes. */
export function hashKey(fullKey: string, pepper: string | null): Buffer {
  const hash = pepper === null ? createHash('sha256') : createHmac('sha256', pepper)
  return hash.update(fullKey).digest()
}

/** Letters and digits, each as likely as the others. */
export function randomCharacters(count: number, randomBytes: RandomBytes): string {
  let characters = ''
  while (characters.length < count) {
    // 6 bits of a byte choose among 64; the 2 that are no character are passed over.
    for (const byte of randomBytes(count)) characters += KEY_ALPHABET[byte & 63] ?? ''
  }
  return characters.slice(0, count)
}
