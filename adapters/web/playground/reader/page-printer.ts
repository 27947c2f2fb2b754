/** A part of a page as HTML, which goes to the end of an element that an earlier part has made. */
export interface PageSlice {
  /** Position of the element. Absent: null, the document itself. */
  readonly parent: number | null
  readonly html: string
}

interface OpenElement {
  readonly name: string
  readonly order: number
}

/** Elements in which no slice ends: what follows would not be parsed as their content. */
const WHOLE: ReadonlySet<string> = new Set('head select optgroup option textarea title svg math colgroup'.split(' '))

/** `html` and `body`. */
const MIN_DEPTH = 2

/**
 * Writes a page in slices of about a size, so that none of them takes a browser long. Each is well-formed: what is
 * open where a slice ends is closed in it, and the next slice continues the innermost element.
 */
export class PagePrinter {
  private readonly limit: number
  private readonly slices: PageSlice[] = []
  private readonly open: OpenElement[] = []
  /** How many of the open elements are of an earlier slice. */
  private opened = 0
  private parts: string[] = []
  private size = 0

  /** `limit`: size from which a slice ends. Unit: characters. */
  constructor(limit: number) {
    this.limit = limit
  }

  write(html: string): void {
    this.parts.push(html)
    this.size += html.length
  }

  /** Begins the content of an element whose start tag was written. */
  enter(element: OpenElement): void {
    this.open.push(element)
  }

  /** Ends the element that is open, with its end tag. */
  leave(): void {
    const isOfEarlier = this.opened === this.open.length
    if (isOfEarlier) this.endSlice()
    const left = this.open.pop()
    if (isOfEarlier) this.opened--
    else this.write(`</${left?.name}>`)
  }

  /** Ends the slice if it is large enough, and what is open can be continued. */
  mayEndSlice(): void {
    const { open, opened } = this
    if (this.size < this.limit || open.length < MIN_DEPTH || open.some(({ name }) => WHOLE.has(name))) return
    for (const { name } of open.slice(opened).toReversed()) this.write(`</${name}>`)
    this.endSlice()
    this.opened = open.length
  }

  /** The slices, in the order in which they are put into a document. */
  finish(): readonly PageSlice[] {
    this.endSlice()
    return this.slices
  }

  private endSlice(): void {
    if (this.size === 0) return
    this.slices.push({ parent: this.open[this.opened - 1]?.order ?? null, html: this.parts.join('') })
    this.parts = []
    this.size = 0
  }
}
