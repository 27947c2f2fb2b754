/** RFC 1952, 2.3.1: the identification of gzip, and its only method of compression. */
export const MEMBER_START = Buffer.from([0x1f, 0x8b, 8])

export function isGzip(head: Uint8Array): boolean {
  return MEMBER_START.equals(head.subarray(0, MEMBER_START.length))
}
