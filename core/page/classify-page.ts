import { ShelfmarkError } from '../error/shelfmark-error.ts'
import { readElement } from '../field/read-element.ts'
import { bytesToBinary } from '../html/encoding/decode.ts'
import { requireBytes } from '../html/page-input.ts'
import { parsePage, type Page } from '../html/page.ts'
import { compileSite, type CompiledSite, type Sign, type Site } from '../marketplace/site.ts'
import { clipPhrase } from '../text/clip.ts'
import { foldLabel } from '../text/label.ts'
import { PageText } from '../text/page-text.ts'
import { CONTAINER_ADVICE, isBinary, sniffContainer } from './container.ts'
import { findSelector, type Evidence, type PageVerdict } from './evidence.ts'
import { findNoResults, findWords } from './no-results.ts'
import { findGallery, findLandingPage, findShell, findShopPage, findUntitledProduct } from './shop-page.ts'

/** What is known about a page whose kind is asked for. */
export interface PageFacts {
  /** HTTP status. Absent: undefined, unknown, as of most saved pages. */
  readonly status?: number | undefined
  /** Address that the page came from, after all redirects. Absent: undefined, unknown. */
  readonly url?: string | undefined
  readonly bytes: Uint8Array
  /** The same bytes, parsed. Default: they are parsed if necessary. */
  readonly page?: Page | undefined
}

/**
 * Finds the kind of a page before any field is read.
 *
 * The most reliable evidence comes first: address, gates, status, error pages,
 * the title of a product, a grid of results. Words of a language come last. A
 * missing element proves nothing: a search page without cards has no results
 * only if it is whole and says so.
 *
 * Small refusals are recognized by their bytes, other pages by their tree. Never
 * throws for a page: one beyond a limit is `unknown`. So is a file that holds
 * pages, such as a WARC, or that is compressed.
 *
 * Throws: `invalid_selector`, for a site with a wrong selector; `invalid_argument`,
 * for `bytes` that are not a Uint8Array.
 *
 * @example
 * ```ts
 * import { classifyPage, parsePage } from 'shelfmark'
 * import { de } from 'shelfmark/selectors'
 *
 * const { kind, evidence } = classifyPage({ status: 200, url, bytes, page: parsePage(bytes) }, de.site)
 * console.log(kind, evidence)
 * ```
 */
export function classifyPage({ status, url, bytes, page }: PageFacts, site: Site): PageVerdict {
  const compiled = compileSite(site)
  const rules = compiled.pages
  const container = sniffContainer(requireBytes(bytes))
  if (container !== null) {
    const verdict = judgeUrl(url, compiled) ?? judgeStatus(status, compiled)
    return verdict ?? { kind: 'unknown', evidence: CONTAINER_ADVICE[container] }
  }
  const refusal = readRefusal(bytes, compiled)
  return (
    judgeUrl(url, compiled) ??
    findMarker(rules.gateMarkers, refusal) ??
    judgeStatus(status, compiled) ??
    findMarker(rules.errorMarkers, refusal) ??
    judgeTree({ url, bytes, page }, compiled)
  )
}

/** The bytes of a page that is small enough for a refusal, as one character each; "" for other pages. */
function readRefusal(bytes: Uint8Array, { pages }: CompiledSite): string {
  if (bytes.length > pages.maxRefusalBytes) return ''
  const text = bytesToBinary(bytes)
  return pages.realPageMarkers.some((marker) => text.includes(marker)) ? '' : text
}

function judgeUrl(url: string | undefined, { pages }: CompiledSite): PageVerdict | null {
  const path = url?.split(/[?#]/, 1)[0] ?? ''
  return path.includes(pages.signInPath) ? { kind: 'sign_in', evidence: `url ${pages.signInPath}` } : null
}

function judgeStatus(status: number | undefined, { pages }: CompiledSite): PageVerdict | null {
  const kind = status === undefined ? undefined : pages.statuses[status]
  return kind === undefined ? null : { kind, evidence: `status ${status}` }
}

function findMarker(signs: readonly Sign<string>[], text: string): PageVerdict | null {
  for (const { kind, any } of signs) {
    const marker = any.find((entry) => text.includes(entry))
    if (marker !== undefined) return { kind, evidence: `marker "${marker}" in a page of ${text.length} bytes` }
  }
  return null
}

function judgeTree({ url, bytes, page: parsed }: PageFacts, site: CompiledSite): PageVerdict {
  if (bytes.length === 0) return { kind: 'unknown', evidence: 'no bytes' }
  const page = parsed ?? parseWithinLimits(bytes)
  if (page instanceof ShelfmarkError) return { kind: 'unknown', evidence: page.message }
  const evidence = { page, text: new PageText(page.document, site.text), bytes, url, site }
  return findProduct(evidence) ?? judgeUntitled(evidence)
}

function parseWithinLimits(bytes: Uint8Array): Page | ShelfmarkError {
  try {
    return parsePage(bytes)
  } catch (error) {
    if (error instanceof ShelfmarkError) return error
    throw error
  }
}

/** A page without a known title: because it is cut, because it has none, or because its title is in unknown markup. */
function judgeUntitled(evidence: Evidence): PageVerdict {
  const { page, site } = evidence
  return (
    // Fields that no visitor sees are marks of a product, too.
    findShell(evidence) ??
    // A product page can show a few cards too, but no search page has marks of a product.
    findUntitledProduct(page, site) ??
    findSearch(evidence) ??
    findGate(evidence) ??
    findNoResults(page, site) ??
    // What a cut page lacks proves nothing, and its first words may be those of any page.
    (page.cut === null ? findRefusal(evidence) : null) ??
    findShopPage(evidence) ??
    (page.cut === null ? (findGallery(evidence) ?? findLandingPage(evidence)) : null) ?? {
      kind: 'unknown',
      evidence: describeNothing(evidence),
    }
  )
}

/** A page with cards. They are no results where the page says that nothing matched. */
function findSearch({ page, site }: Evidence): PageVerdict | null {
  const search = findSelector(site.pages.kinds.cards, site.pages.selectors.cards, page)
  return search === null ? null : (findNoResults(page, site) ?? search)
}

/** A page that says in its title, or as its only text, that it is not shown. */
function findRefusal(evidence: Evidence): PageVerdict | null {
  const { bytes, site } = evidence
  const title = readTitle(evidence)
  const isLarge = bytes.length > site.pages.maxRefusalBytes
  return findTitleNumber(title, site) ?? (isLarge ? judgeTitle(title, site) : judgeRefusal(evidence))
}

/** What is known of a page without evidence of its kind. */
function describeNothing({ page, bytes }: Evidence): string {
  if (isBinary(bytes)) return 'not a page: it has bytes that are in no text'
  if (page.cut !== null) return 'cut before any evidence of its kind'
  return 'no title, no cards, no shelf, and nothing that says why'
}

function findProduct({ page, text, site }: Evidence): PageVerdict | null {
  const selector = site.pages.selectors.titles.find((entry) =>
    entry.selectAll(page).some((title) => readElement(title, entry.mode, text) !== ''),
  )
  return selector === undefined ? null : { kind: site.pages.kinds.titles, evidence: selector.source }
}

function findGate({ page, site }: Evidence): PageVerdict | null {
  for (const { kind, any } of site.pages.gates) {
    const verdict = findSelector(kind, any, page)
    if (verdict !== null) return verdict
  }
  return null
}

/** A small page that is not a real one: what its words say, else its note to robots. */
function judgeRefusal(evidence: Evidence): PageVerdict | null {
  const { bytes, site } = evidence
  const text = foldLabel(readAllText(evidence))
  for (const words of site.words.refusals) {
    const verdict = findWords(words, text)
    if (verdict !== null) return verdict
  }
  return bytesToBinary(bytes).includes(site.pages.robotNote)
    ? { kind: 'throttled', evidence: `note to robots in a page of ${bytes.length} bytes` }
    : null
}

function readTitle({ page, text }: Evidence): string {
  const [title] = page.elements.withName('title')
  return title === undefined ? '' : foldLabel(clipPhrase(text.read(title)))
}

const NUMBER_AT_START = /^\d+/

/** A title like "503 - Service Unavailable", in any language. */
function findTitleNumber(title: string, { pages }: CompiledSite): PageVerdict | null {
  const number = NUMBER_AT_START.exec(title)?.[0] ?? ''
  const kind = pages.titleNumbers[number]
  return kind === undefined ? null : { kind, evidence: `title "${number} ..."` }
}

/** A larger page with only a frame around the refusal: its title begins with the words of one. */
function judgeTitle(title: string, { words }: CompiledSite): PageVerdict | null {
  for (const refusal of words.refusals) {
    for (const [folded, displayed] of refusal.words) {
      if (title.startsWith(folded)) return { kind: refusal.kind, evidence: `title "${displayed}"` }
    }
  }
  return null
}

/** Text of a page with its title and the descriptions of its images: some error pages say everything in images. */
function readAllText({ page, text }: Evidence): string {
  const pieces = page.elements.withName('title').map((title) => text.read(title))
  pieces.push(text.read(page.document))
  for (const image of page.elements.withName('img')) pieces.push(image.attributeList.get('alt') ?? '')
  return pieces.join(' ')
}
