const CHUNK = 8192

/** Reads bytes as a string of one character (U+0000 to U+00FF) a byte. */
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

/** The inverse of {@link bytesToBinary}. */
export function binaryToBytes(binary: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(binary, 'latin1')
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
