import { makeIssue, Trace, type Attempt, type Issue } from '../../field/trace.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { readRows } from '../../record/read-rows.ts'
import type { RowPath } from '../../record/row-path.ts'
import { productUrl } from '../../text/url.ts'
import type { ListedEntry } from './entry-list.ts'
import { entryInvariants } from './invariants.ts'
import type { Compiled, Listing } from './listing.ts'
import type { CardReading } from './reading.ts'
import { emptyEntry, entrySchema, type CardField, type Entry, type EntryField } from './schema.ts'

/** Field of an entry in the response: `entries[0].price`. */
export type EntryPath = RowPath<'entries', EntryField>

/** An entry, and where it comes from. */
interface ReadEntry {
  readonly entry: Entry
  /** Absent: null, the page shows no card of it. */
  readonly card: CardReading | null
  /** Absent: null, the list does not name it. */
  readonly listed: ListedEntry | null
}

/** Entries of a list with their provenance. */
export interface Entries {
  readonly rows: readonly Entry[]
  readonly winners: { readonly [Path in EntryPath]?: string | undefined }
  readonly issues: readonly Issue<EntryPath>[]
  /** Empty unless attempts are recorded. */
  readonly attempts: readonly Attempt<EntryPath>[]
  /** Card of each entry. Absent: null, the page shows none. */
  readonly cards: readonly (CardReading | null)[]
  /** Positions of the elements of the cards; for an entry without a card, that of the list. */
  readonly elements: readonly number[]
  /** Entries that the list names and whose cards the page does not show. */
  readonly unshown: readonly { readonly index: number; readonly listed: ListedEntry }[]
}

/** Fields whose values come from the list, if it has them. */
const LISTED = ['previous_rank', 'sales_rank', 'rank_change_percentage'] as const satisfies readonly EntryField[]

/** Joins the entries that a list names with its cards; without names, the ranks are those of the badges. */
export function readEntries(listing: Listing, marketplace: Compiled): Entries {
  const shared = findCurrency(listing.cards)
  const currencySource = shared === null ? 'marketplace' : 'field: currency of another entry'
  const read = joinCards(listing, marketplace, shared ?? marketplace.currency)
  const readings = read.map((one) => ({ ...one, trace: traceEntry(one, listing, currencySource) }))
  return {
    ...readRows({ list: 'entries', readings, toRow: ({ entry }) => entry }),
    cards: read.map(({ card }) => card),
    elements: read.map(({ card }) => card?.scope.order ?? listing.element?.order ?? -1),
    unshown: read.flatMap(({ card, listed }, index) => (card === null && listed !== null ? [{ index, listed }] : [])),
  }
}

/** What is known of the fields of an entry: from its card, and from the list, whose word counts more. */
function traceEntry({ card, listed, entry }: ReadEntry, { source }: Listing, currencySource: string) {
  const own = card?.trace ?? new Trace(false)
  const wins = new Map([...own.wins].filter(([field]) => field in entry))
  const credit = (field: EntryField, by: string): void => void wins.set(field, { source: by, text: '' })
  if (entry.is_complete) credit('is_complete', 'field: title')
  if (!wins.has('currency')) credit('currency', currencySource)
  if (listed === null) return { wins, issues: own.issues, attempts: own.attempts }
  const ofList = LISTED.filter((field) => listed[field] !== null)
  for (const field of ['rank', 'asin', ...ofList] as const) credit(field, source ?? '')
  const badge = card?.get('rank') ?? listed.rank
  const against = { field: 'rank', source: own.sourceOf('rank'), text: String(badge) }
  const reason = 'the badge of a card shows its rank in the list'
  const issue = { ...makeIssue('rank', source ?? '', String(listed.rank), 'inconsistent'), reason, against }
  return { wins, issues: badge === listed.rank ? own.issues : [...own.issues, issue], attempts: own.attempts }
}

/** `currency`: of entries whose cards print none. */
function joinCards({ entries, cards }: Listing, marketplace: Compiled, currency: string): readonly ReadEntry[] {
  const byAsin = new Map<string, CardReading>()
  for (const card of cards) if (!byAsin.has(card.get('asin'))) byAsin.set(card.get('asin'), card)
  const join = (asin: string, rank: number, card: CardReading | null, listed: ListedEntry | null): ReadEntry => ({
    card,
    listed,
    entry: toEntry({ rank, asin, url: productUrl(marketplace, asin), card, listed, currency }),
  })
  if (entries !== null) return entries.map((own) => join(own.asin, own.rank, byAsin.get(own.asin) ?? null, own))
  return cards.flatMap((card) => {
    const rank = card.get('rank')
    return rank === null ? [] : [join(card.get('asin'), rank, card, null)]
  })
}

/** Currency of a list: that of the first card that prints one. A page follows its visitor. */
function findCurrency(cards: readonly CardReading[]): string | null {
  for (const card of cards) {
    const currency = card.get('currency')
    if (currency !== null) return currency
  }
  return null
}

/** Fields in the order of the wire. */
const FIELDS = Object.keys(entrySchema.entries) as EntryField[]

interface EntryFacts extends Pick<Entry, 'rank' | 'asin' | 'url' | 'currency'> {
  readonly card: CardReading | null
  readonly listed: ListedEntry | null
}

function toEntry({ card, listed, currency, ...own }: EntryFacts): Entry {
  const known: Readonly<Record<string, unknown>> = {
    ...own,
    is_complete: card !== null && card.get('title') !== null,
    ...(card === null ? {} : { currency: card.get('currency') ?? currency }),
  }
  const empty: Readonly<Record<string, unknown>> = { ...emptyEntry, currency }
  const entry = {} as Record<EntryField, unknown>
  for (const field of FIELDS) {
    const ofList = LISTED.find((name) => name === field)
    const said = ofList === undefined ? null : (listed?.[ofList] ?? null)
    if (said !== null) entry[field] = said
    else if (field in known) entry[field] = known[field]
    else entry[field] = card === null ? empty[field] : card.get(field as CardField)
  }
  return card === null ? (entry as Entry) : checkInvariants(entry as Entry, entryInvariants, card)
}
