import type { Locale } from '../locale/locale.ts'
import type { Content, Delivery, SandboxAnswer } from './answer.ts'
import type { Fault, FaultName } from './faults.ts'
import { PageBytes } from './page-cache.ts'

export interface DeliveryOptions {
  readonly faults: readonly Fault[]
  readonly locale: Locale
  /** Header `Accept-Encoding` of the request. */
  readonly acceptEncoding: string | undefined
}

/** Turns content into an answer. Faults cut, encode, compress or delay it. */
export function deliver({ status, headers, page }: Content, options: DeliveryOptions): SandboxAnswer {
  const { body, encoding } = compress(damage(page, options), options)
  return {
    status,
    headers: {
      ...headers,
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    },
    body,
    delivery: toDelivery(options.faults),
  }
}

function findFault(faults: readonly Fault[], name: FaultName): Fault | undefined {
  return faults.find((fault) => fault.name === name)
}

function damage(page: PageBytes, { faults, locale }: DeliveryOptions): PageBytes {
  let { plain } = page
  if (findFault(faults, 'charset') !== undefined) plain = encodeText(plain.toString(), legacyCharsetOf(locale))
  const end = findFault(faults, 'truncate')?.amount ?? null
  if (end !== null) plain = plain.subarray(0, end)
  return plain === page.plain ? page : new PageBytes(plain)
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/i

/** Shorter pages are sent uncompressed: compression would make them longer. */
const MIN_GZIP_BYTES = 200

function compress(
  page: PageBytes,
  { faults, acceptEncoding }: DeliveryOptions,
): { body: Buffer; encoding: 'gzip' | null } {
  if (findFault(faults, 'bad_gzip') !== undefined) {
    return { body: page.gzip.subarray(0, page.gzip.length >> 1), encoding: 'gzip' }
  }
  const isForced = findFault(faults, 'gzip') !== undefined
  const isAccepted = GZIP.test(acceptEncoding ?? '') && page.plain.length >= MIN_GZIP_BYTES
  const isForbidden = findFault(faults, 'plain') !== undefined
  return isForced || (isAccepted && !isForbidden)
    ? { body: page.gzip, encoding: 'gzip' }
    : { body: page.plain, encoding: null }
}

function toDelivery(faults: readonly Fault[]): Delivery {
  const lost = faults.find(({ name }) => name === 'hang' || name === 'reset')?.name
  return {
    delayMs: findFault(faults, 'delay')?.amount ?? 0,
    bytesPerSecond: findFault(faults, 'drip')?.amount ?? null,
    breakAt: findFault(faults, 'break')?.amount ?? null,
    lost: lost === 'hang' || lost === 'reset' ? lost : null,
  }
}

/** Encodings of pages before 2015, other than UTF-8. */
type LegacyCharset = 'windows-1252' | 'shift_jis'

function legacyCharsetOf({ marketplace }: Locale): LegacyCharset {
  return marketplace.language.startsWith('ja') ? 'shift_jis' : 'windows-1252'
}

const tables = new Map<LegacyCharset, ReadonlyMap<string, readonly number[]>>()

/** Encodes text. A character that the encoding lacks becomes a reference (`&#8364;`), as browsers do in forms. */
function encodeText(text: string, charset: LegacyCharset): Buffer {
  let table = tables.get(charset)
  if (table === undefined) {
    table = createEncodingTable(charset)
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

/** Decodes every byte and every pair of bytes, because the standard library has decoders but no encoders. */
function createEncodingTable(charset: LegacyCharset): ReadonlyMap<string, readonly number[]> {
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
