/** Maximum number of arguments of one `String.fromCharCode` call. */
const CHUNK = 8192

/** Converts bytes to a binary string: one character, U+0000 to U+00FF, for each byte. */
export function bytesToBinary(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return binary
}

/** Converts a binary string back to its bytes. */
function binaryToBytes(binary: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(binary, 'latin1')
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes a binary string that holds UTF-8. */
export function decodeUtf8(binary: string): string {
  return utf8.decode(binaryToBytes(binary))
}

/** The characters of the bytes 0x80 to 0x9F in windows-1252. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const DIFFERS_FROM_LATIN_1 = /[\u0080-\u009f]/g

/**
 * Decodes bytes in an encoding that `TextDecoder` knows.
 *
 * Windows-1252 is decoded here, because the decoder of Node 20 reads it as
 * ISO-8859-1, which has no "€".
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes)
  return bytesToBinary(bytes).replace(
    DIFFERS_FROM_LATIN_1,
    (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character,
  )
}
