/** Saved pages write other schemes than `http` before the host. */
const SCHEME = /^(?:[a-z]+:)?\/\//i
/** Size and crop marks of an image address: `._AC_US40_.` */
const SIZE_MARKS = /\._[^/]*_(?=\.[a-z]+$)/i
const PLACEHOLDER = /(?:transparent-pixel|grey-pixel|no-img|loading-|\/G\/\d{2}\/)/i

/** Address of an image without the marks that make it smaller. */
export function toFullSize(address: string): string {
  return address.replace(SIZE_MARKS, '')
}

/** An image address with https; null for what is none, such as data in the page itself. */
export function cleanImageUrl(address: string): string | null {
  const absolute = address.replace(SCHEME, 'https://')
  return /^https:\/\/\S+$/.test(absolute) && URL.canParse(absolute) ? absolute : null
}

/** Whether an address is that of a picture that stands in until another is loaded. */
export function isPlaceholder(address: string): boolean {
  return PLACEHOLDER.test(address)
}
