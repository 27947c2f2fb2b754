import { computed, effect, signal } from '@preact/signals'
import type { Domain } from '../../../selectors/index.ts'
import { parseAddress, printAddress, type Address } from './address.ts'
import { toProvenance, type ProvenanceView } from './provenance.ts'
import type { PageReading, ReaderInput, ReadOptions, SandboxPage } from './reader/protocol.ts'
import { readInWorker } from './reader/reader.ts'
import { askService, type Question, type ServiceAnswer } from './service.ts'

/** Where a page is from. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'sandbox'; readonly page: SandboxPage }
  | { readonly kind: 'service'; readonly question: Question; readonly facts: ServiceAnswer['facts'] }

/** A page that was read. */
export interface Shown {
  /** Another for each page that is read. */
  readonly id: number
  readonly origin: Origin
  readonly reading: PageReading
  readonly provenance: ProvenanceView
  readonly source: ReaderInput
  readonly options: ReadOptions
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
  /** Of fields, such as `price`, or of cards: `products[3]`. */
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
  const { fields, cards } = shown.value?.provenance ?? { fields: [], cards: [] }
  return new Map([...fields, ...cards.flatMap((card) => card.fields)].map((field) => [field.path, field]))
})

/** Positions of the elements of a field, or of a card. */
export function elementsOf(path: string): readonly number[] {
  const card = shown.value?.provenance.cards.find((other) => other.path === path)
  if (card !== undefined) return card.element === null ? [] : [card.element]
  return fields.value.get(path)?.elements ?? []
}

/** Opens a saved page, as bytes or text. */
export function openPage(source: Uint8Array | string, name: string, domain?: Domain): Promise<void> {
  return open({ kind: 'file', name }, source, { domain, keepsImages: false })
}

/** Opens a product or a search of the simulated marketplace. */
function openSandbox({ page, field }: Address): Promise<void> {
  const options = { domain: page.domain, asin: page.asin, keepsImages: false }
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
  const { origin, source, options } = shown.value ?? {}
  if (origin === undefined || source === undefined || options === undefined) return
  await open(origin, source, { ...options, keepsImages }, chosen.value)
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
let lastId = 0

async function open(
  origin: Origin,
  source: ReaderInput,
  options: ReadOptions,
  field: string | null = null,
): Promise<void> {
  activity.value = { kind: 'busy', text: 'Reading the page …' }
  newest = origin
  try {
    const reading = await readInWorker(source, options)
    if (newest !== origin) return
    const provenance = toProvenance(reading.extraction)
    unpoint()
    chosen.value = field
    shown.value = { id: ++lastId, origin, reading, provenance, source, options }
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
