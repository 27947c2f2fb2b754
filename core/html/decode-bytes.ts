import { bytesToBinary } from './binary-string.ts'

/** What 0x80 to 0x9F are in windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const DIFFERS_FROM_LATIN_1 = /[\u0080-\u009f]/g

/**
 * Reads bytes in an encoding that `TextDecoder` knows.
 *
 * Windows-1252 apart: the decoder of Node 20 reads it as ISO-8859-1, which has
 * no "€".
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes)
  return bytesToBinary(bytes).replace(
    DIFFERS_FROM_LATIN_1,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  )
}
