import { bytesToBinary } from './decode.ts'
import { findJapanese, hasNonAscii, isLikelyUtf8 } from './guess.ts'

/** Evidence for the encoding of a page, strongest first. */
export type CharsetEvidence = 'bom' | 'header' | 'meta' | 'content' | 'default'

/** The encoding of a page, and how it was found. */
export interface Charset {
  /** Name of the encoding as `TextDecoder` spells it, such as `utf-8` or `shift_jis`. */
  readonly encoding: string
  readonly evidence: CharsetEvidence
  /**
   * Length of the byte order mark, which is not part of the text.
   *
   * Unit: bytes.
   */
  readonly bomLength: number
}

/**
 * How many bytes are searched for a `<meta charset>`. The standard requires the
 * first 1024 bytes; saved pages have scripts before it.
 */
const META_SEARCH_BYTES: readonly number[] = [1024, 16_384]

const CHARSET_PARAMETER = /charset\s*=\s*["']?\s*([\w.:-]+)/i
const META_CHARSET = /<meta(?=[\s/])[^>]{0,512}?charset\s*=\s*["']?\s*([\w.:-]+)/i

/**
 * Finds the encoding of a page from its byte order mark, else the HTTP header,
 * else the page's own `<meta>`, else its bytes: valid UTF-8, an encoding of
 * Japan, or windows-1252.
 *
 * A `<meta>` that names a legacy encoding is ignored when the bytes are valid
 * UTF-8 and not all ASCII: such a page was converted when it was saved. A
 * header or `<meta>` that names UTF-8 is ignored when most other bytes are not.
 */
export function sniffCharset(bytes: Uint8Array, contentType?: string): Charset {
  const bom = readByteOrderMark(bytes)
  if (bom) return bom

  const header = knownEncoding(CHARSET_PARAMETER.exec(contentType ?? '')?.[1])
  if (header) return claimed(header, 'header', bytes)

  const meta = knownEncoding(findMetaCharset(bytes))
  // The search for <meta> reads ASCII, so a page in which it finds one is not UTF-16.
  if (meta === 'utf-8' || meta?.startsWith('utf-16')) return claimed('utf-8', 'meta', bytes)
  const isUtf8 = isValidUtf8(bytes)
  if (meta && !(isUtf8 && hasNonAscii(bytes))) return { encoding: meta, evidence: 'meta', bomLength: 0 }
  return isUtf8 ? { encoding: 'utf-8', evidence: 'content', bomLength: 0 } : guessLegacy(bytes)
}

/** The encoding that a page claims, unless it claims UTF-8 and is not. */
function claimed(encoding: string, evidence: CharsetEvidence, bytes: Uint8Array): Charset {
  return encoding === 'utf-8' && !isLikelyUtf8(bytes) ? guessLegacy(bytes) : { encoding, evidence, bomLength: 0 }
}

function guessLegacy(bytes: Uint8Array): Charset {
  const japanese = findJapanese(bytes)
  return japanese === null
    ? { encoding: 'windows-1252', evidence: 'default', bomLength: 0 }
    : { encoding: japanese, evidence: 'content', bomLength: 0 }
}

function readByteOrderMark(bytes: Uint8Array): Charset | undefined {
  const first = bytes[0]
  const second = bytes[1]
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) {
    return { encoding: 'utf-8', evidence: 'bom', bomLength: 3 }
  }
  if (first === 0xfe && second === 0xff) {
    return { encoding: 'utf-16be', evidence: 'bom', bomLength: 2 }
  }
  if (first === 0xff && second === 0xfe) {
    return { encoding: 'utf-16le', evidence: 'bom', bomLength: 2 }
  }
  return undefined
}

/** Canonical name of an encoding label; undefined for a label that `TextDecoder` does not know. */
function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  const name = label.toLowerCase()
  // Saved pages use this label; the Encoding Standard does not have it.
  if (name === 'utf_8') return 'utf-8'
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

function findMetaCharset(bytes: Uint8Array): string | undefined {
  for (const length of META_SEARCH_BYTES) {
    const match = META_CHARSET.exec(bytesToBinary(bytes.subarray(0, length)))
    if (match) return match[1]
  }
  return undefined
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
