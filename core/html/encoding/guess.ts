/** Sequences of bytes above ASCII that are looked at. A page has them in one encoding. */
const MAX_SEQUENCES = 32
/** Bytes from the first one above ASCII that are decoded to recognize an encoding. */
const SAMPLE_BYTES = 16 * 1024

/** Whether bytes are not all ASCII. */
export function hasNonAscii(bytes: Uint8Array): boolean {
  return findNonAscii(bytes, 0) < bytes.length
}

/** Whether at least half of the first sequences of bytes above ASCII are characters of UTF-8. A damaged page has some that are not. */
export function isLikelyUtf8(bytes: Uint8Array): boolean {
  let valid = 0
  let invalid = 0
  for (let at = findNonAscii(bytes, 0); at < bytes.length && valid + invalid < MAX_SEQUENCES;) {
    const length = lengthOfCharacter(bytes, at)
    if (length === 0) invalid++
    else valid++
    at = findNonAscii(bytes, at + Math.max(length, 1))
  }
  return invalid <= valid
}

/** Length of a character of UTF-8 above ASCII. 0: the bytes are not one, unless the page ends in it. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return 0
  for (let next = at + 1; next < Math.min(at + length, bytes.length); next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

/** The highest bit of each of four bytes. Bytes of ASCII do not have it. */
const ABOVE_ASCII = 0x80808080
/** Bytes that are looked at one by one: those above ASCII are near each other. */
const NEAR = 32

/** Index of the first byte above ASCII from an index on; the length, without one. Nearly all bytes of a page are ASCII. */
function findNonAscii(bytes: Uint8Array, from: number): number {
  const { length } = bytes
  // Words of four bytes begin at a multiple of four.
  const aligned = from + NEAR - ((bytes.byteOffset + from) % 4)
  const near = stepToNonAscii(bytes, from, Math.min(aligned, length))
  if (near < aligned || near === length) return near
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + near, (length - near) >> 2)
  let word = 0
  for (; word + 3 < words.length; word += 4) {
    const four =
      (words[word] as number) | (words[word + 1] as number) | (words[word + 2] as number) | (words[word + 3] as number)
    if ((four & ABOVE_ASCII) !== 0) break
  }
  return stepToNonAscii(bytes, near + word * 4, length)
}

function stepToNonAscii(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && (bytes[at] as number) <= 0x7f) at++
  return at
}

const JAPANESE = ['shift_jis', 'euc-jp'] as const
const NON_ASCII = /[^\0-\x7f]/g
const KANA = /[\u3041-\u3096\u30a1-\u30fa]/g
/** Kana, ideographs, and punctuation of full width. */
const OF_JAPAN = /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e\uffe5]/g
/** Part of the characters above ASCII that are of Japan: text in another encoding decodes to few of them. */
const MOST = 0.9

/** The encoding of Japan in which bytes that are not UTF-8 read as Japanese: with kana, and hardly anything else. Absent: null. */
export function findJapanese(bytes: Uint8Array): (typeof JAPANESE)[number] | null {
  const start = findNonAscii(bytes, 0)
  const sample = bytes.subarray(start, start + SAMPLE_BYTES)
  for (const encoding of JAPANESE) {
    const text = new TextDecoder(encoding).decode(sample)
    const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
    if (count(KANA) > 0 && count(OF_JAPAN) >= MOST * count(NON_ASCII)) return encoding
  }
  return null
}
