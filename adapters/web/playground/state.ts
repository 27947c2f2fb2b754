import { computed, effect, signal } from '@preact/signals'
import type { Domain } from '../../../selectors/index.ts'
import { requireFacts } from '../parts/records.ts'
import { parseAddress, printAddress, type Address } from './address.ts'
import { toProvenance, type Field, type ProvenanceView } from './provenance.ts'
import type { PageOfFile, PageReading, ReaderInput, ReadOptions, SandboxPage } from './reader/protocol.ts'
import { askReader } from './reader/reader.ts'
import { askService, type Question, type ServiceAnswer } from './service.ts'

/** Where a page is from. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'sandbox'; readonly page: SandboxPage }
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

/** The fields by their paths. */
const fields = computed(() => {
  const { fields, rows } = shown.value?.provenance ?? { fields: [], rows: [] }
  return new Map([...fields, ...rows.flatMap((row) => row.fields)].map((field) => [field.path, field]))
})

/** A field of the record, by its path. Absent: null, there is none. */
export function fieldAt(path: string): Field | null {
  return fields.value.get(path) ?? null
}

/** Positions of the elements that a selector finds which the person tries. */
export const tried = signal<readonly number[]>([])

/** Positions of the elements of a field, or of a row. */
export function elementsOf(path: string): readonly number[] {
  const row = shown.value?.provenance.rows.find((other) => other.path === path)
  if (row !== undefined) return row.element === null ? [] : [row.element]
  return fields.value.get(path)?.elements ?? []
}

/** Opens a saved page: its text, or a page of the file that the worker has read. */
export function openPage(source: string | PageOfFile, name: string): Promise<void> {
  return open({ kind: 'file', name }, source, { keepsImages: false })
}

/** Opens a page of the simulated marketplace. */
function openSandbox({ page, field }: Address): Promise<void> {
  const { domain, query } = page
  const asin = requireFacts(page.record).isOfProduct ? query : undefined
  const options = { domain, asin, keepsImages: false }
  return open({ kind: 'sandbox', page }, page, options, field)
}

/** Asks the service for a page, and opens it. */
export async function openFromService(question: Question & { readonly domain: Domain }): Promise<void> {
  activity.value = { kind: 'busy', text: `Asking amazon.${question.domain} …` }
  try {
    const { html, url, facts } = await askService(question)
    await open({ kind: 'service', question, facts }, html, { domain: question.domain, url, keepsImages: false })
  } catch (error) {
    fail(error)
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

/** Goes back to the start. */
export function close(): void {
  shown.value = null
  chosen.value = null
  unpoint()
  history.pushState(null, '', location.pathname)
}

/** The newest page that was asked for. Others that are still being read are dropped. */
let newest: object = {}

async function open(
  origin: Origin,
  source: ReaderInput,
  options: ReadOptions,
  field: string | null = null,
): Promise<void> {
  activity.value = { kind: 'busy', text: 'Reading the page …' }
  newest = origin
  try {
    const reading = await askReader('openPage', source, options, [])
    if (newest !== origin) return
    const provenance = toProvenance(reading.extraction)
    unpoint()
    chosen.value = field
    shown.value = { origin, reading, provenance, keepsImages: options.keepsImages }
    activity.value = { kind: 'idle' }
  } catch (error) {
    fail(error)
  }
}

export function fail(error: unknown): void {
  activity.value = { kind: 'failed', text: error instanceof Error ? error.message : String(error) }
}

/** Shows what the address names, now and when it changes; and writes the chosen field into it. */
export function followAddress(): void {
  const go = (): void => {
    const address = parseAddress(location.hash)
    if (address !== null) void openSandbox(address)
  }
  addEventListener('hashchange', go)
  go()
  effect(() => {
    const { origin } = shown.value ?? {}
    if (origin === undefined) return
    const hash = origin.kind === 'sandbox' ? printAddress(origin.page, chosen.value) : ''
    if (location.hash !== hash) history.replaceState(null, '', location.pathname + hash)
  })
}
