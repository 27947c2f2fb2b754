import { randomInt } from 'node:crypto'
import { KEY_ALPHABET } from '../../core/policy/index.ts'

/** Returns unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array

/** Clock and randomness of a store. They are arguments so that a test can fix them. */
export interface Sources {
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  readonly randomBytes: RandomBytes
}

/** Random letters and digits, all equally likely. */
export function randomCharacters(count: number, randomBytes: RandomBytes): string {
  let characters = ''
  while (characters.length < count) {
    // 6 bits choose one of 64 values. The alphabet has 62 characters, so 2 values are dropped.
    for (const byte of randomBytes(count)) characters += KEY_ALPHABET[byte & 63] ?? ''
  }
  return characters.slice(0, count)
}

/** The first generation of an account. It is random, so that sessions of an account that was removed are not of another one with its name. */
export function firstGeneration(): number {
  return randomInt(2 ** 40)
}
