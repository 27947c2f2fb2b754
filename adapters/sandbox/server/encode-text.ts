/** Encodings other than UTF-8 that pages came in, before 2015. */
export type LegacyCharset = 'windows-1252' | 'shift_jis'

const tables = new Map<LegacyCharset, ReadonlyMap<string, readonly number[]>>()

/** Text in an encoding of old; a character that it lacks becomes a reference (`&#8364;`), as in forms. */
export function encodeText(text: string, charset: LegacyCharset): Buffer {
  let table = tables.get(charset)
  if (table === undefined) {
    table = makeTable(charset)
    tables.set(charset, table)
  }
  const bytes: number[] = []
  for (const character of text) {
    for (const byte of table.get(character) ?? referenceTo(character)) bytes.push(byte)
  }
  return Buffer.from(bytes)
}

function referenceTo(character: string): Buffer {
  return Buffer.from(`&#${character.codePointAt(0)};`)
}

/** The decoder, asked for every byte and every pair of bytes: there is no encoder in the standard library. */
function makeTable(charset: LegacyCharset): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(charset)
  const table = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (character.length === 1 && character !== '\uFFFD' && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte <= 0xff; byte++) add([byte])
  if (charset === 'shift_jis') {
    for (let first = 0x81; first <= 0xfc; first++) {
      for (let second = 0x40; second <= 0xfc; second++) add([first, second])
    }
  }
  return table
}
