import { bytesToBinary } from '../html/encoding/decode.ts'

/** A file that holds pages, that is compressed, or that shows a page and has nothing of its HTML. */
export type Container = 'gzip' | 'zip' | 'zstd' | 'warc' | 'har' | 'mhtml' | 'pdf' | 'image'

/** What a container is, and what to do with it, for a person. */
export const CONTAINER_ADVICE: Readonly<Record<Container, string>> = {
  gzip: 'a gzip file, not a page: decompress it, or read it with shelfmark/saved',
  zip: 'a ZIP file, not a page: unpack it',
  zstd: 'a zstd file, not a page: decompress it',
  warc: 'a WARC file, not a page: read its pages with shelfmark/saved',
  har: 'a HAR file, not a page: read its pages with shelfmark/saved',
  mhtml: 'an MHTML file, not a page: read its page with shelfmark/saved',
  pdf: 'a PDF file, not a page: save the page as HTML',
  image: 'an image, not a page: save the page as HTML',
}

/** Bytes that a container is recognized by. Unit: bytes. */
const SNIFFED_BYTES = 4096

const HAR = /^\s*\{\s*"log"\s*:\s*\{/
const HEADER = /^[\w-]+:/
const IMAGE = /^(?:\x89PNG\r\n|\xFF\xD8\xFF|GIF8[79]a|RIFF[^]{4}WEBP)/
const MULTIPART = /^content-type:\s*multipart\//im

/**
 * Whether bytes, as one character each, begin as a container does.
 *
 * Source: RFC 1952, 2.3.1; APPNOTE.TXT of ZIP, 4.3.7 and 4.3.16; RFC 8878, 3.1; ISO 28500; HAR 1.2; RFC 2557; ISO 32000-2, 7.5.2;
 * PNG, 5.2; JFIF 1.02; GIF89a; the container of WebP.
 */
const STARTS: Readonly<Record<Container, (text: string) => boolean>> = {
  gzip: (text) => text.startsWith('\x1F\x8B\x08'),
  zip: (text) => text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06'),
  zstd: (text) => text.startsWith('\x28\xB5\x2F\xFD') || isSkippedFrame(text),
  warc: (text) => text.startsWith('WARC/'),
  har: (text) => HAR.test(text),
  mhtml: (text) => HEADER.test(text) && MULTIPART.test(text),
  pdf: (text) => text.startsWith('%PDF-'),
  image: (text) => IMAGE.test(text),
}

/** A zstd frame that decoders skip. In a WARC, it has the dictionary. */
function isSkippedFrame(text: string): boolean {
  return text.startsWith('\x2A\x4D\x18', 1) && text >= '\x50' && text < '\x60'
}

/** Pages begin with it, and no container does. */
const LESS_THAN = 0x3c

const CONTAINERS = Object.keys(STARTS) as Container[]

/** UTF-16, whose characters have such bytes. */
const BYTE_ORDER_MARK = /^(?:\xFE\xFF|\xFF\xFE)/
/** Control characters of texts: tab, line feed, form feed, carriage return, escape. */
const OF_TEXTS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

/** Whether bytes begin as no text does. Source: MIME Sniffing Standard, "binary data byte". */
export function isBinary(bytes: Uint8Array): boolean {
  if (BYTE_ORDER_MARK.test(bytesToBinary(bytes.subarray(0, 2)))) return false
  return bytes.subarray(0, SNIFFED_BYTES).some((byte) => byte < 0x20 && !OF_TEXTS.has(byte))
}

/** The container that bytes begin as. Absent: null, they may be a page. */
export function sniffContainer(bytes: Uint8Array): Container | null {
  if (bytes[0] === LESS_THAN) return null
  const text = bytesToBinary(bytes.subarray(0, SNIFFED_BYTES)).replace(/^\xEF\xBB\xBF/, '')
  return CONTAINERS.find((container) => STARTS[container](text)) ?? null
}
