import type { Card } from '../../../../core/index.ts'
import { fill, requireLocale, type Locale, type PrintedMoney } from '../../locale/locale.ts'
import { describeCurrency } from '../../locale/money-format.ts'
import { filler } from '../../markup/filler.ts'
import type { Markup } from '../../markup/html.ts'
import type { Phrases } from '../../phrases/index.ts'
import { Random } from '../../truth/random.ts'
import { searchPath } from './truth/address.ts'
import type { CardExtras, SearchTruth } from './truth/search-truth.ts'

/** Variants of search pages, by the year of their headings, counts and delivery lines. */
type Era = '2023' | '2025' | '2026'

/** Input of the functions that print parts of a search page. */
export interface SearchView {
  readonly truth: SearchTruth
  readonly locale: Locale
  readonly phrases: Phrases
  readonly era: Era
  /** Whether the page has the weight of a real one, with filler and tracking attributes. */
  readonly isHeavy: boolean
  /** Source of everything that is not in the response, such as filler, carousels and numbers in links. */
  readonly random: Random
  /** Prints an amount in the currency of the page. */
  readonly money: (amount: number) => PrintedMoney
  readonly cards: readonly CardView[]
}

/** Input of the functions that print one card. */
export interface CardView {
  readonly page: Omit<SearchView, 'cards'>
  readonly card: Card
  readonly extras: CardExtras
  /** Index among all cards, ads included. */
  readonly index: number
  readonly random: Random
}

export function viewSearch(truth: SearchTruth, isHeavy: boolean): SearchView {
  const { domain, query, currency, response, cardExtras } = truth
  const locale = requireLocale(domain)
  const random = new Random(`page/${domain}/${query}/current/${response.page}`)
  const page = {
    truth,
    locale,
    phrases: locale.phrases,
    era: random.pick<Era>(['2023', '2025', '2026']),
    isHeavy,
    random,
    money: (amount: number) => printMoney(locale, amount, currency),
  }
  const cards = response.products.flatMap((card, index) => {
    const extras = cardExtras[index]
    return extras === undefined ? [] : [{ page, card, extras, index, random: random.fork(`card/${index}`) }]
  })
  return { ...page, cards }
}

/** Prints an amount. Some currencies are printed without cents that are zero. */
function printMoney(locale: Locale, amount: number, currency: string): PrintedMoney {
  const money = locale.money(amount, currency)
  if (!describeCurrency(currency).hidesZeroCents || !Number.isInteger(amount)) return money
  const text = money.text.replace(money.decimal + money.fraction, '')
  return { ...money, text, decimal: '', fraction: '' }
}

/** The note above the results: "17-32 of over 240 results for". */
export function resultsNote({ truth, locale, phrases }: SearchView): string {
  const { size, total, response } = truth
  const from = (response.page - 1) * size + 1
  return fill(phrases.search.results, {
    from: locale.count(from),
    to: locale.count(Math.min(from + size - 1, total)),
    count: locale.count(total),
  })
}

/** The message of a page without results: "No results for" and the query. */
export function noResultsNote({ phrases, truth }: SearchView): string {
  return fill(phrases.search.no_results, { query: `"${truth.query}"` })
}

/** Number of result pages of the query. */
export function countPages({ truth }: SearchView): number {
  return Math.max(1, Math.ceil(truth.total / truth.size))
}

/** Address of another page of the same results. */
export function pageLink({ truth }: SearchView, page: number): string {
  return `${searchPath(truth.subject)}&page=${page}&qid=1760000000&ref=sr_pg_${page}`
}

/** Sizes of the filler, by its position. Unit: bytes. */
const WEIGHTS = { head: 90_000, header: 120_000, results: 260_000, footer: 180_000 } as const

/** Filler of one part of the page. Absent: null, on light pages. */
export function printFiller(
  { isHeavy, random }: Pick<SearchView, 'isHeavy' | 'random'>,
  part: keyof typeof WEIGHTS,
): Markup | null {
  if (!isHeavy) return null
  const own = random.fork(`weight/${part}`)
  return filler(own, Math.round(WEIGHTS[part] * (0.8 + own.next())))
}
