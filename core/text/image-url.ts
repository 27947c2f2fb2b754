import { hasLongHost } from './url.ts'

/** Saved pages write other schemes than `http` before the host. */
const SCHEME = /^(?:[a-z]+:)?\/\//i
/** Behind the size and crop marks of an image address: `._AC_US40_.jpg` */
const EXTENSION = /^\.[a-z]+$/i
const PLACEHOLDER = /(?:transparent-pixel|grey-pixel|no-img|loading-|\/G\/\d{2}\/)/i

/** Address of an image without the marks that make it smaller. */
export function toFullSize(address: string): string {
  const end = address.lastIndexOf('.')
  const start = address.indexOf('._', address.lastIndexOf('/') + 1)
  const hasMarks = start >= 0 && start + 2 < end && address[end - 1] === '_' && EXTENSION.test(address.slice(end))
  return hasMarks ? address.slice(0, start) + address.slice(end) : address
}

/** Pages encode what is no ASCII; without that, an address was damaged on its way. */
const PRINTABLE = /^https?:\/\/[\x21-\x7e]+$/

/** Whether a text is an absolute address, as images have it. */
export function isImageUrl(text: string): boolean {
  return PRINTABLE.test(text) && !hasLongHost(text) && URL.canParse(text)
}

/** An image address with https; null for what is none, such as data in the page itself. */
export function cleanImageUrl(address: string): string | null {
  const absolute = address.replace(SCHEME, 'https://')
  return isImageUrl(absolute) ? absolute : null
}

/** Whether an address is that of a picture that stands in until another is loaded. */
export function isPlaceholder(address: string): boolean {
  return PLACEHOLDER.test(address)
}
