const PRODUCT = /^\/(?:[^/]+\/)?(?:dp|gp\/product)\/(?:product\/)?([^/]+)(?:\/.*)?$/
/** Addresses of older pages and of mobile pages. */
const MOVED_PRODUCT = /^\/(?:gp\/aw\/d|exec\/obidos\/asin|o\/asin)\/([^/]+)(?:\/.*)?$/i
const ASIN = /^(?:B0[A-Z0-9]{8}|\d{9}[\dX])$/i

/** Whether a text has the form of an ASIN. */
export function isProductAsin(text: string): boolean {
  return ASIN.test(text)
}

/** An address of a product page. */
export interface ProductAddress {
  /** In upper case. Absent: null, the address has something else in its position. */
  readonly asin: string | null
  /** Whether the page moved to `/dp/ASIN`. */
  readonly isMoved: boolean
}

/** Absent: null, the path is not that of a product. */
export function parseProductPath(path: string): ProductAddress | null {
  const text = PRODUCT.exec(path)?.[1]
  if (text !== undefined) return { asin: isProductAsin(text) ? text.toUpperCase() : null, isMoved: false }
  const moved = MOVED_PRODUCT.exec(path)?.[1]
  return moved !== undefined && isProductAsin(moved) ? { asin: moved.toUpperCase(), isMoved: true } : null
}
