import { gzipSync } from 'node:zlib'

/** Speed counts for more than size. */
const GZIP_LEVEL = 2

/** A page as bytes, compressed when that is asked for. */
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

/** Pages that were printed lately. */
export class PageCache {
  private readonly pages = new Map<string, PageBytes>()
  private readonly maxBytes: number
  private sizeBytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** The page of a key, printed when it is not there. */
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
    this.forget()
    return page
  }

  private forget(): void {
    for (const [key, page] of this.pages) {
      if (this.sizeBytes <= this.maxBytes) return
      this.pages.delete(key)
      this.sizeBytes -= costOf(page)
    }
  }
}

/** Room for the compressed bytes is counted from the beginning. */
function costOf({ plain }: PageBytes): number {
  return Math.ceil((plain.length * 4) / 3)
}
