import { batch, effect, signal } from '@preact/signals'
import type { Domain } from '../../../selectors/index.ts'
import type { RecordName } from '../../../core/index.ts'
import type { PageSample } from '../../fetch/samples/page-samples.ts'
import { isForOperators } from '../kit/base.ts'
import { records, requireFacts } from '../kit/records.ts'
import { parseAddress, printAddress, type Address } from './address.ts'
import { toProvenance, type ProvenanceView } from './provenance.ts'
import type { PageOfFile, PageReading, ReaderInput, ReadOptions, Receipt, SandboxPage } from './reader/protocol.ts'
import { parseReceiptHash } from './receipt.ts'
import { askReader } from './reader/reader.ts'
import { printAskedSamples, readAskedSamples, type AskedSamples } from './samples.ts'
import { askService, targetOf, type Question, type ServiceAnswer } from './service.ts'

/** Where a page is from. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'sandbox'; readonly page: SandboxPage }
  | { readonly kind: 'sample'; readonly sample: PageSample }
  | { readonly kind: 'service'; readonly question: Question; readonly facts: ServiceAnswer['facts'] }

/** A page that was read. */
export interface Shown {
  readonly origin: Origin
  readonly reading: PageReading
  readonly provenance: ProvenanceView
  /** Whether it is shown with its images and styles. */
  readonly keepsImages: boolean
}

/** What the page does now. */
export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }

export const activity = signal<Activity>({ kind: 'idle' })
/** Absent: null, the start is shown. */
export const shown = signal<Shown | null>(null)
/** The page that it is compared with. Absent: null. */
export const other = signal<Shown | null>(null)
/** Whether the next page that is opened is the one to compare with. */
export const isComparing = signal(false)
/** The receipt that the address named. Absent: null. */
export const receipt = signal<Receipt | null>(null)
/** What the person points at. */
export interface Pointed {
  /** Of fields, such as `price`, or of rows: `products[3]`. */
  readonly paths: readonly string[]
  readonly within: 'record' | 'page'
}

const NOTHING: Pointed = { paths: [], within: 'record' }
export const pointed = signal<Pointed>(NOTHING)

/** Points at nothing. */
export function unpoint(): void {
  pointed.value = NOTHING
}
/** Path of the field that is open. Absent: null. */
export const chosen = signal<string | null>(null)

/** Positions of the elements that a selector finds which the person tries. */
export const tried = signal<readonly number[]>([])

/** Opens a saved page: its text, or a page of the file that the worker has read. */
export function openPage(source: string | PageOfFile, name: string): Promise<void> {
  return open({ kind: 'file', name }, source, { keepsImages: false })
}

/** Opens a page of the simulated marketplace. */
function openSandbox({ page, field }: Address): Promise<void> {
  const { domain, query } = page
  const asin = requireFacts(page.record).isOfProduct ? query : undefined
  const options = { domain, asin, keepsImages: false }
  return open({ kind: 'sandbox', page }, page, options, { field })
}

/** Asks the service for a page, and opens it. */
export async function openFromService(question: Question & { readonly domain: Domain }): Promise<void> {
  const isNewest = beginOpening(`Asking amazon.${question.domain} …`)
  try {
    const { html, url, facts } = await askService(question)
    if (!isNewest()) return
    const options = { domain: question.domain, url, record: targetOf(question).record.name, keepsImages: false }
    await open({ kind: 'service', question, facts }, html, options, { isNewest })
  } catch (error) {
    if (isNewest()) fail(error)
  }
}

/** Shows the same page with its images and styles, or without. */
export async function showImages(keepsImages: boolean): Promise<void> {
  const own = shown.value
  if (own === null) return
  try {
    const page = await askReader('printAgain', own.reading.id, keepsImages)
    if (shown.value === own) shown.value = { ...own, keepsImages, reading: { ...own.reading, page } }
  } catch (error) {
    fail(error)
  }
}

/** Reads another record from the same page. */
export async function readAs(record: RecordName): Promise<void> {
  const own = shown.value
  if (own === null) return
  try {
    const reading = { ...own.reading, ...(await askReader('readAs', own.reading.id, record)) }
    if (shown.value !== own) return
    batch(() => {
      unpoint()
      chosen.value = null
      shown.value = { ...own, reading, provenance: toProvenance(reading) }
    })
  } catch (error) {
    fail(error)
  }
}

/** Goes back to the start. */
export function close(): void {
  newest = {}
  shown.value = null
  receipt.value = null
  endComparison()
  chosen.value = null
  unpoint()
  history.pushState(null, '', location.pathname)
}

/** Shows the first page alone. */
export function endComparison(): void {
  other.value = null
  isComparing.value = false
}

/** Shows the second page first. */
export function swap(): void {
  batch(() => {
    const [first, second] = [shown.value, other.value]
    shown.value = second
    other.value = first
  })
}

/** The newest page that was asked for. Others that are still on their way are dropped. */
let newest: object = {}

/** Begins to open a page, and says so. Returns whether it is still the newest that was asked for. */
export function beginOpening(text: string): () => boolean {
  const own = {}
  newest = own
  activity.value = { kind: 'busy', text }
  return () => newest === own
}

/** How a page is opened. */
interface Opening {
  /** The field that is opened with it. Default: null. */
  readonly field?: string | null
  /** From `beginOpening`. Default: the page is asked for now. */
  readonly isNewest?: () => boolean
}

/** Reads a page, and shows it, or next to the one that is shown. */
export async function open(
  origin: Origin,
  source: ReaderInput,
  options: ReadOptions,
  { field = null, isNewest = beginOpening('Reading the page …') }: Opening = {},
): Promise<void> {
  // Pages that are shown stay in the reader, also when this one can't be read.
  const kept = [shown.value, other.value].flatMap((page) => page?.reading.id ?? [])
  try {
    const reading = await askReader('openPage', source, options, kept)
    if (!isNewest()) return
    const opened: Shown = {
      origin,
      reading,
      provenance: toProvenance(reading),
      keepsImages: options.keepsImages,
    }
    batch(() => {
      unpoint()
      activity.value = { kind: 'idle' }
      if (isComparing.value && shown.value !== null) {
        isComparing.value = false
        other.value = opened
      } else {
        chosen.value = field
        other.value = null
        shown.value = opened
      }
    })
  } catch (error) {
    if (isNewest()) fail(error)
  }
}

export function fail(error: unknown): void {
  activity.value = { kind: 'failed', text: error instanceof Error ? error.message : String(error) }
}

/** The address of the simulated page of a receipt. Absent: an empty text, it is of another page. */
function addressOf({ page, field }: Receipt): string {
  const { record, domain, query } = page.simulated ?? {}
  const isKnown = records.some(({ name }) => name === record)
  return isKnown && record !== undefined
    ? printAddress({ record, domain: String(domain), query: String(query) }, field)
    : ''
}

/** The address of what is shown. Empty: it has none. */
function addressOfShown({ origin }: Shown): string {
  if (origin.kind === 'sandbox') return printAddress(origin.page, chosen.value)
  if (origin.kind !== 'sample') return ''
  const compared = other.value?.origin
  return printAskedSamples({
    id: origin.sample.id,
    other: compared?.kind === 'sample' ? compared.sample.id : null,
    field: chosen.value,
  })
}

/** Shows what the address names, now and when it changes; and writes the chosen field into it. */
export function followAddress(openSamples: (asked: AskedSamples) => Promise<void>): void {
  const go = (): void => {
    const asked = readAskedSamples(location.hash)
    if (asked !== null && isForOperators()) void openSamples(asked)
    const named = parseReceiptHash(location.hash)
    if (named !== null) receipt.value = named
    const address = parseAddress(named === null ? location.hash : addressOf(named))
    if (address !== null) void openSandbox(address)
  }
  addEventListener('hashchange', go)
  go()
  effect(() => {
    if (shown.value === null) return
    const hash = addressOfShown(shown.value)
    if (location.hash !== hash) history.replaceState(null, '', location.pathname + hash)
  })
}
