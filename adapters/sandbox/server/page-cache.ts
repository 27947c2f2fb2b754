import { gzipSync } from 'node:zlib'

/** A low level, because speed matters more than size here. */
const GZIP_LEVEL = 2

/** The bytes of a page, compressed on first use. */
export class PageBytes {
  readonly plain: Buffer
  private compressed: Buffer | null = null

  constructor(plain: Buffer) {
    this.plain = plain
  }

  get gzip(): Buffer {
    this.compressed ??= gzipSync(this.plain, { level: GZIP_LEVEL })
    return this.compressed
  }
}

/** Keeps the pages that were used last, up to a number of bytes. */
export class PageCache {
  private readonly pages = new Map<string, PageBytes>()
  private readonly maxBytes: number
  private sizeBytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** The page with a key. Prints it when the cache does not have it. */
  get(key: string, print: () => string): PageBytes {
    const known = this.pages.get(key)
    if (known !== undefined) {
      this.pages.delete(key)
      this.pages.set(key, known)
      return known
    }
    const page = new PageBytes(Buffer.from(print()))
    this.pages.set(key, page)
    this.sizeBytes += costOf(page)
    this.evict()
    return page
  }

  private evict(): void {
    for (const [key, page] of this.pages) {
      if (this.sizeBytes <= this.maxBytes) return
      this.pages.delete(key)
      this.sizeBytes -= costOf(page)
    }
  }
}

/** Includes the compressed bytes from the start, although they are made later. */
function costOf({ plain }: PageBytes): number {
  return Math.ceil((plain.length * 4) / 3)
}
