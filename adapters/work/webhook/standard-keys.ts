/** A secret as the libraries of Standard Webhooks take it. */
const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/

/**
 * Keys of the signatures of Standard Webhooks: the bytes that the secret encodes, as libraries have it, and the
 * secret as it is spelled, for receivers of before. A secret that is not in base64 has the second one only.
 */
export function standardKeys(secret: string): readonly (string | Uint8Array<ArrayBuffer>)[] {
  const base64 = STANDARD_SECRET.exec(secret)?.[1]
  return base64 ? [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)), secret] : [secret]
}
