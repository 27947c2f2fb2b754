import {
  classifyPage,
  extractors,
  findRecordOf,
  findUnknownHost,
  parsePage,
  readLocation,
  recognizeDomain,
  REFUSALS,
  requireRecord,
  sniffContainer,
  toBytes,
  type Asked,
  type Extract,
  type Extraction,
  type KindOf,
  type Page,
  type PageInput,
  type PageKind,
  type ReadKindOf,
  type PageVerdict,
  type RecordName,
} from '../../core/index.ts'
import { pageMarketplaces, site, type BaseMaps, type PageDomain } from '../../selectors/index.ts'
import { listOf, requireMarketplace } from '../require-marketplace.ts'

/** What is known about a page, and what is wanted of it. */
export interface ExtractPageOptions extends Asked {
  /** Marketplace. Default: recognized from the page, else from `url`. Without any, a page that has a record is `unknown`. */
  readonly domain?: PageDomain | undefined
  /** HTTP status that the page came with. Default: unknown. */
  readonly status?: number | undefined
  /** URL of the page, after all redirects. Default: unknown. */
  readonly url?: string | undefined
  /** Value of the header `Content-Type` that the page came with. Default: unknown. */
  readonly contentType?: string | undefined
  /** Size that the page was announced with: one that has fewer bytes is cut. Unit: bytes. Default: unknown. */
  readonly size?: number | undefined
  /** The record that has loaded this as a part of one of its pages: it has no marks of its own. Default: it is a whole page. */
  readonly partOf?: RecordName | undefined
  /** What was posted for that part. Default: the page is not such a part. */
  readonly posted?: string | undefined
  /** Adds the page itself to the record, as `html`. Default: false. */
  readonly addHtml?: boolean | undefined
  /** Records every selector that was tried, as `attempts`. Default: false. */
  readonly explain?: boolean | undefined
}

interface Verdict {
  /** What decided the kind, for a person. */
  readonly evidence: string
  /** The place of delivery in the header of the page, without the words around it; else the text of the header, such as "Select your address". Absent: null, it has no such header. */
  readonly location: string | null
}

/** A page of one kind, with its record. */
type PageOf<Name extends RecordName, Kind> = Verdict & {
  readonly kind: Kind
  readonly domain: PageDomain
} & ReturnType<(typeof extractors)[Name]>

/** A page that a record is read from, by the name of the record. Each kind is a type of its own, so that `kind` narrows. */
export type RecordPage<Name extends RecordName = RecordName> = {
  readonly [N in Name]: { readonly [Kind in KindOf<N>]: PageOf<N, Kind> }[KindOf<N>]
}[Name]

/**
 * A page without a record, because its kind has none. So is one whose marketplace nobody names: its kind is `unknown`,
 * and its issue says that `domain` is missing.
 */
interface WithoutRecord extends Verdict, Extraction<never, 'domain'> {
  /** Absent: null, neither the page nor its URL names a marketplace. */
  readonly domain: PageDomain | null
  readonly record: null
}

/** A page of any other kind. It has no record. */
export interface OtherPage extends WithoutRecord {
  readonly kind: Exclude<PageKind, RecordPage['kind']>
}

/** What was read from one page. */
export type PageExtraction = RecordPage | OtherPage

/** A page of a kind that a named record is not read from. */
interface PageWithoutRecord<Name extends RecordName> extends WithoutRecord {
  readonly kind: Exclude<PageKind, ReadKindOf<Name>>
}

/** What was read from one page for a named record. */
export type NamedExtraction<Name extends RecordName = RecordName> = {
  readonly [N in Name]: PageOfKinds<N, ReadKindOf<N>> | PageWithoutRecord<N>
}[Name]

/** A type of its own for each kind, so that `kind` narrows. */
type PageOfKinds<Name extends RecordName, Kind> = Kind extends PageKind ? PageOf<Name, Kind> : never

/** How the record of pages of any kind is read. */
type ExtractAny = (...args: Parameters<Extract<object, BaseMaps>>) => Extraction

const EXTRACTORS: Readonly<Record<RecordName, ExtractAny>> = { ...extractors }

/** What a page without a record gives. */
const NOTHING = {
  record: null,
  hasMore: null,
  rowElements: null,
  isMismatch: false,
  isIncomplete: false,
  issues: [],
  winners: {},
  attempts: null,
  absences: null,
} as const

/**
 * Extracts a page of any kind, from any marketplace. Two inputs are of kind `unknown`, and nothing of them is read: a page
 * whose marketplace neither the page, such as a part of one, nor `url` nor `domain` names (its issue: `domain` is missing);
 * and a file that holds pages, such as a WARC, that is compressed, or that is a PDF or an image. The evidence says which.
 *
 * Throws: `invalid_argument` for an input that is not bytes or text, for a domain that does not exist, and for an `asin` that
 * is not one; the errors of `parsePage`, for a page beyond a limit. Nothing else that a page says is an error.
 *
 * @example
 * ```ts
 * import { extractPage } from 'shelfmark/pages'
 *
 * const page = extractPage(bytes, { url, status: 200 })
 * if (page.kind === 'product') console.log(page.record?.price, page.winners.price)
 * else console.log(`no product, but a page of kind ${page.kind}: ${page.evidence}`)
 * ```
 */
export function extractPage(input: PageInput, options: ExtractPageOptions = {}): PageExtraction {
  return readPage(input, options, null) as PageExtraction
}

/**
 * Extracts a page for one record: `null`, if its pages are of other kinds. Some records are read from pages that
 * belong to others, such as reviews from the page of a product.
 *
 * Throws: as `extractPage` does.
 *
 * @example
 * ```ts
 * import { extractRecord } from 'shelfmark/pages'
 *
 * const { kind, record } = extractRecord('reviews', bytes, { url, authors: false })
 * console.log(kind, record?.scope, record?.reviews.length)
 * ```
 */
export function extractRecord<Name extends RecordName>(
  name: Name,
  input: PageInput,
  options: ExtractPageOptions = {},
): NamedExtraction<Name> {
  return readPage(input, options, name) as NamedExtraction<Name>
}

/** Extracts a page for the record that is named, or for the one that pages of its kind belong to: null. */
export function extractNamed(
  name: RecordName | null,
  input: PageInput,
  options: ExtractPageOptions,
): PageExtraction | NamedExtraction {
  return name === null ? extractPage(input, options) : extractRecord(name, input, options)
}

/** `named`: null, the record that pages of its kind belong to. */
function readPage(
  input: PageInput,
  options: ExtractPageOptions,
  named: RecordName | null,
): Verdict & { readonly kind: PageKind; readonly domain: PageDomain | null } & Extraction {
  const bytes = toBytes(input)
  // Text has no encoding any more, whatever it declares.
  const contentType = typeof input === 'string' ? 'text/html; charset=utf-8' : options.contentType
  const { status, url, size, domain: asked = null } = options
  const given = asked === null ? null : requireMarketplace(asked).domain
  if (sniffContainer(bytes) !== null) {
    const verdict = classifyPage({ status, url, bytes }, site)
    return { domain: given, ...verdict, location: null, ...NOTHING, isCut: false }
  }
  const page = parsePage(bytes, { contentType, size })
  const { kind, evidence } = judgePart(classifyPage({ status, url, bytes, page }, site), options)
  const domain = given ?? recognizeDomain(page, pageMarketplaces.values(), url)
  const record = findRecordOf(kind, named)
  const location = readLocation(page, site)
  const nothing = { ...NOTHING, location, isCut: page.cut !== null }
  if (record === null) return { domain, kind, evidence, ...nothing }
  if (domain === null) return { domain, ...nothing, ...unrecognized(page, `a ${kind} page (${evidence})`, url) }
  const extraction = EXTRACTORS[record.name](page, requireMarketplace(domain), options)
  return { domain, kind, evidence, location, ...extraction }
}

/**
 * What a page gives that should have a record, and whose marketplace is not known, or not named: its words and numbers
 * can't be read.
 */
function unrecognized(page: Page, what: string, url: string | undefined) {
  const host = findUnknownHost(page, pageMarketplaces.values(), url)
  const shop = host?.replace(/^\w+\./, '')
  const text =
    shop === undefined
      ? 'the page names no marketplace: pass domain'
      : `${shop} is not one of the marketplaces, ${listOf(pageMarketplaces)}: pass the domain of one like it`
  const evidence =
    shop === undefined
      ? `${what} that names no marketplace: pass domain`
      : `${what} of ${shop}, which is not one of the marketplaces`
  return { kind: 'unknown', evidence, issues: [{ field: 'domain', source: '', text, problem: 'missing' }] } as const
}

/** A part of a page has the kind of the page, unless something else came instead of it. */
function judgePart(verdict: PageVerdict, { partOf, status = 200 }: ExtractPageOptions): PageVerdict {
  const isOther = REFUSALS.has(verdict.kind) || verdict.kind === 'not_found'
  if (partOf === undefined || status >= 400 || isOther) return verdict
  const [kind = verdict.kind] = requireRecord(partOf).kinds
  return { kind, evidence: `loaded by a page of ${partOf}` }
}
