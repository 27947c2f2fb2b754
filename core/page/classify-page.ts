import { ShelfmarkError } from '../errors.ts'
import { readElement } from '../field/field-reader.ts'
import { bytesToBinary } from '../html/binary-string.ts'
import { parsePage, type Page } from '../html/page.ts'
import { compileSelector, type Selector } from '../selector/selector.ts'
import { clipPhrase } from '../text/clip.ts'
import { foldLabel } from '../text/label.ts'
import { readText } from '../text/read-text.ts'
import { isHidden } from '../text/visibility.ts'
import { countShelf } from './count-shelf.ts'
import type { PageKind, PageVerdict } from './page-kind.ts'
import {
  CARD_PLACES,
  END_MARKERS,
  ERROR_PAGE_MARKERS,
  GATE_MARKERS,
  GATE_PLACES,
  MAX_REFUSAL_SIZE,
  MAX_TAIL_SIZE,
  NO_RESULTS_PLACES,
  REAL_PAGE_MARKERS,
  RESULTS_AREAS,
  ROBOT_NOTE,
  TITLE_PLACES,
} from './page-places.ts'
import { NO_RESULTS_WORDS, REFUSAL_WORDS } from './page-words.ts'

export interface PageFacts {
  /** HTTP status; not known of most saved pages. */
  readonly status?: number | undefined
  /** Address that the page came from in the end, behind all redirects. */
  readonly url?: string | undefined
  readonly bytes: Uint8Array
  /** The same bytes parsed, when that is done already. */
  readonly page?: Page | undefined
}

const SIGN_IN_PATH = '/ap/signin'

const STATUS_KINDS: ReadonlyMap<number, PageKind> = new Map([
  [202, 'challenge'],
  [404, 'not_found'],
  [429, 'throttled'],
  [503, 'throttled'],
])

/** So many products make a shelf. Of real pages without one, reviews show the most: five. */
const MIN_SHELF = 6

const titles = compileAll(TITLE_PLACES)
const cards = compileAll(CARD_PLACES)
const noResultsBlocks = compileAll(NO_RESULTS_PLACES)
const resultsAreas = compileAll(RESULTS_AREAS)
const gates = GATE_PLACES.map(({ kind, any }) => ({ kind, selectors: compileAll(any) }))
const noResultsWords = foldWords(NO_RESULTS_WORDS)
const refusalWords = REFUSAL_WORDS.map(({ kind, words }) => ({ kind, words: foldWords(words) }))

/**
 * Tells what kind of page it is, before any field is read.
 *
 * The surest evidence comes first: address, gates, status, error pages, then a
 * product's own title, then a results grid. Words of a language are the last
 * resort. What is not there proves nothing: a search page without cards has no
 * results only when it is whole and says so.
 *
 * Small refusals are told by their bytes, anything else by its tree. Never
 * throws: a page beyond a limit is `unknown`.
 */
export function classifyPage({ status, url, bytes, page }: PageFacts): PageVerdict {
  const refusal = readRefusal(bytes)
  return (
    judgeUrl(url) ??
    findMarker(GATE_MARKERS, refusal) ??
    judgeStatus(status) ??
    findMarker(ERROR_PAGE_MARKERS, refusal) ??
    judgeTree(page, bytes)
  )
}

/** The bytes of a page that may be a mere refusal, one a character; else "". */
function readRefusal(bytes: Uint8Array): string {
  if (bytes.length > MAX_REFUSAL_SIZE) return ''
  const text = bytesToBinary(bytes)
  return REAL_PAGE_MARKERS.some((marker) => text.includes(marker)) ? '' : text
}

function judgeUrl(url: string | undefined): PageVerdict | null {
  const path = url?.split(/[?#]/, 1)[0] ?? ''
  return path.includes(SIGN_IN_PATH) ? { kind: 'sign_in', evidence: `url ${SIGN_IN_PATH}` } : null
}

function judgeStatus(status: number | undefined): PageVerdict | null {
  const kind = status === undefined ? undefined : STATUS_KINDS.get(status)
  return kind === undefined ? null : { kind, evidence: `status ${status}` }
}

function findMarker(signs: typeof GATE_MARKERS, text: string): PageVerdict | null {
  for (const { kind, any } of signs) {
    const marker = any.find((entry) => text.includes(entry))
    if (marker !== undefined) return { kind, evidence: `marker "${marker}" in a page of ${text.length} bytes` }
  }
  return null
}

function judgeTree(parsed: Page | undefined, bytes: Uint8Array): PageVerdict {
  if (bytes.length === 0) return { kind: 'unknown', evidence: 'no bytes' }
  const page = parsed ?? parseWithinLimits(bytes)
  if (page instanceof ShelfmarkError) return { kind: 'unknown', evidence: page.message }
  return (
    findProduct(page) ??
    findPlace('search', cards, page) ??
    findGate(page) ??
    (isWhole(page, bytes) ? judgeRest(page, bytes) : { kind: 'unknown', evidence: 'cut before anything that tells' })
  )
}

const TAG_OPEN = '<'.charCodeAt(0)

/**
 * Whether the end of a page is there: what is behind a cut may be the title, or
 * the cards. Some tools leave out the last end tags; then all others are there.
 * Plain text has neither title nor cards.
 */
function isWhole({ document }: Page, bytes: Uint8Array): boolean {
  const tail = bytesToBinary(bytes.subarray(-MAX_TAIL_SIZE)).toLowerCase().trimEnd()
  const isClosed = document.isClosed && tail.endsWith('>')
  return isClosed || END_MARKERS.some((marker) => tail.includes(marker)) || !bytes.includes(TAG_OPEN)
}

/** A whole page that has neither a title nor cards. */
function judgeRest(page: Page, bytes: Uint8Array): PageVerdict {
  return (
    findNoResults(page) ??
    findNumber(readTitle(page)) ??
    (bytes.length > MAX_REFUSAL_SIZE ? judgePageTitle(page) : judgeRefusal(page, bytes)) ??
    findGallery(page) ?? { kind: 'unknown', evidence: 'no title, no cards, no shelf, and nothing that says why' }
  )
}

function parseWithinLimits(bytes: Uint8Array): Page | ShelfmarkError {
  try {
    return parsePage(bytes)
  } catch (error) {
    if (error instanceof ShelfmarkError) return error
    throw error
  }
}

function findProduct(page: Page): PageVerdict | null {
  const selector = titles.find((entry) => entry.selectAll(page).some((title) => readElement(title, entry.mode) !== ''))
  return selector === undefined ? null : { kind: 'product', evidence: selector.source }
}

function findPlace(kind: PageKind, places: readonly Selector[], page: Page): PageVerdict | null {
  const selector = places.find((entry) => entry.selectFirst(page) !== null)
  return selector === undefined ? null : { kind, evidence: selector.source }
}

function findGate(page: Page): PageVerdict | null {
  for (const { kind, selectors } of gates) {
    const verdict = findPlace(kind, selectors, page)
    if (verdict !== null) return verdict
  }
  return null
}

/** A small page that is no real one: what its words say, else its note to robots. */
function judgeRefusal(page: Page, bytes: Uint8Array): PageVerdict | null {
  const text = foldLabel(readAllText(page))
  for (const { kind, words } of refusalWords) {
    const verdict = findWords(kind, words, text)
    if (verdict !== null) return verdict
  }
  return bytesToBinary(bytes).includes(ROBOT_NOTE)
    ? { kind: 'throttled', evidence: `note to robots in a page of ${bytes.length} bytes` }
    : null
}

function readTitle(page: Page): string {
  const [title] = page.elements.withName('title')
  return title === undefined ? '' : foldLabel(clipPhrase(readText(title)))
}

const NUMBER = /^(404|503)(?!\d)/

/** A title like "503 - Service Unavailable", in any language. */
function findNumber(title: string): PageVerdict | null {
  const [, number] = NUMBER.exec(title) ?? []
  if (number === undefined) return null
  return { kind: number === '404' ? 'not_found' : 'throttled', evidence: `title "${number} ..."` }
}

/** A larger page that is none of ours but for the frame round it: its title begins with the words of a refusal. */
function judgePageTitle(page: Page): PageVerdict | null {
  const text = readTitle(page)
  for (const { kind, words } of refusalWords) {
    for (const [folded, displayed] of words) {
      if (text.startsWith(folded)) return { kind, evidence: `title "${displayed}"` }
    }
  }
  return null
}

/** Text of a page with its title, and that of its pictures: dog pages say all in pictures. */
function readAllText(page: Page): string {
  const pieces = page.elements.withName('title').map((title) => readText(title))
  pieces.push(readText(page.document))
  for (const picture of page.elements.withName('img')) pieces.push(picture.attributeList.get('alt') ?? '')
  return pieces.join(' ')
}

/** What of a search page without cards says that nothing matched; null when nothing does. */
export function findNoResults(page: Page): PageVerdict | null {
  for (const selector of noResultsBlocks) {
    const isShown = selector.selectAll(page).some((block) => !isHidden(block) && readText(block) !== '')
    if (isShown) return { kind: 'no_results', evidence: selector.source }
  }
  for (const selector of resultsAreas) {
    const area = selector.selectFirst(page)
    const verdict = area === null ? null : findWords('no_results', noResultsWords, foldLabel(readText(area)))
    if (verdict !== null) return verdict
  }
  return null
}

function findWords(kind: PageKind, words: ReadonlyMap<string, string>, text: string): PageVerdict | null {
  for (const [folded, displayed] of words) if (text.includes(folded)) return { kind, evidence: `words "${displayed}"` }
  return null
}

function findGallery(page: Page): PageVerdict | null {
  const size = countShelf(page)
  return size < MIN_SHELF ? null : { kind: 'gallery', evidence: `shelf of ${size} products, no title` }
}

function compileAll(places: readonly string[]): Selector[] {
  return places.map((source) => compileSelector(source, 'classifyPage'))
}

/** Words made comparable, each with the words as they are displayed. */
function foldWords(words: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(
    Object.values(words)
      .flat()
      .map((displayed) => [foldLabel(displayed), displayed]),
  )
}
