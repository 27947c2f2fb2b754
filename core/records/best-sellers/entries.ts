import { makeIssue, type Attempt, type Issue } from '../../field/trace.ts'
import { checkInvariants } from '../../record/invariants.ts'
import { rowPath, withPath, type RowPath } from '../../record/row-path.ts'
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
  readonly entries: readonly Entry[]
  readonly winners: { readonly [Path in EntryPath]?: string | undefined }
  readonly issues: readonly Issue<EntryPath>[]
  readonly attempts: readonly Attempt<EntryPath>[] | null
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
export function readEntries(listing: Listing, marketplace: Compiled, keepsAttempts: boolean): Entries {
  const shared = findCurrency(listing.cards)
  const currencySource = shared === null ? 'marketplace' : 'field: currency of another entry'
  const read = joinCards(listing, marketplace, shared ?? marketplace.currency)
  const winners: { [Path in EntryPath]?: string | undefined } = {}
  const issues: Issue<EntryPath>[] = []
  const attempts: Attempt<EntryPath>[] = []
  for (const [index, { card, listed, entry }] of read.entries()) {
    const path = (field: string): EntryPath => rowPath('entries', index, field as EntryField)
    for (const [field, source] of card?.trace.winners ?? []) if (field in entry) winners[path(field)] = source
    if (entry.is_complete) winners[path('is_complete')] = 'field: title'
    winners[path('currency')] ??= currencySource
    if (listed !== null) creditListed(listed, listing.source ?? '', path, winners)
    for (const issue of card?.trace.issues ?? []) issues.push(withPath(issue, path))
    const badge = card?.get('rank') ?? null
    if (listed !== null && badge !== null && badge !== listed.rank) {
      const against = { field: path('rank'), source: card?.trace.sourceOf('rank') ?? '', text: String(badge) }
      const issue = makeIssue(path('rank'), listing.source ?? '', String(listed.rank), 'inconsistent')
      issues.push({ ...issue, reason: 'the badge of a card shows its rank in the list', against })
    }
    for (const attempt of card?.trace.attempts ?? []) attempts.push(withPath(attempt, path))
  }
  return {
    entries: read.map(({ entry }) => entry),
    winners,
    issues,
    attempts: keepsAttempts ? attempts : null,
    cards: read.map(({ card }) => card),
    elements: read.map(({ card }) => card?.scope.order ?? listing.element?.order ?? -1),
    unshown: read.flatMap(({ card, listed }, index) => (card === null && listed !== null ? [{ index, listed }] : [])),
  }
}

function creditListed(
  listed: ListedEntry,
  source: string,
  path: (field: EntryField) => EntryPath,
  winners: { [Path in EntryPath]?: string | undefined },
): void {
  winners[path('rank')] = source
  winners[path('asin')] = source
  for (const field of LISTED) if (listed[field] !== null) winners[path(field)] = source
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
