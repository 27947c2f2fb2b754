import { hasLongHost } from './url.ts'

/** How a site forms the addresses of its images. */
export interface ImageRules {
  /** Beginning of the marks of size and crop before the extension: `._` of `._AC_US40_.jpg` and of `._SY88.jpg`. */
  readonly sizeMark: string
  /** Placeholders that a page shows until an image is loaded. */
  readonly placeholder: RegExp
  /** Images that say that a product has no image. */
  readonly noImage: RegExp
}

/** Saved pages may have other schemes than `http`. */
const SCHEME = /^(?:[a-z]+:)?\/\//i
const EXTENSION = /^\.[a-z]+$/i

/** Address of an image without the marks that make it smaller. */
export function toFullSize(address: string, { sizeMark }: ImageRules): string {
  const end = address.lastIndexOf('.')
  const start = address.indexOf(sizeMark, address.lastIndexOf('/') + 1)
  const hasMarks = start >= 0 && start + sizeMark.length < end && EXTENSION.test(address.slice(end))
  return hasMarks ? address.slice(0, start) + address.slice(end) : address
}

/** Pages encode characters beyond ASCII in addresses; others were damaged on the way. */
const PRINTABLE = /^https?:\/\/[\x21-\x7e]+$/

/** Whether a text is an absolute address of an image. */
export function isImageUrl(text: string): boolean {
  return PRINTABLE.test(text) && !hasLongHost(text) && URL.canParse(text)
}

/** An image address with https. Absent: null, for other texts, such as image data in the page. */
export function cleanImageUrl(address: string): string | null {
  const absolute = address.replace(SCHEME, 'https://')
  return isImageUrl(absolute) ? absolute : null
}
