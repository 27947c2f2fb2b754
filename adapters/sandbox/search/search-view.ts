import type { Card } from '../../../core/index.ts'
import { requireLocale, type Locale, type PrintedMoney } from '../locale.ts'
import type { Phrases } from '../phrases/index.ts'
import { Random } from '../random.ts'
import type { CardAside, SearchTruth } from '../truth/search-truth.ts'

/** Years of the newest layout: what its headings, counts and delivery lines look like. */
type Era = '2023' | '2025' | '2026'

/** What the parts of a page are printed from. */
export interface SearchView {
  readonly truth: SearchTruth
  readonly locale: Locale
  readonly phrases: Phrases
  readonly era: Era
  /** Whether cards carry all that real ones do, or what matters. */
  readonly isHeavy: boolean
  /** For what nobody reads: decoys, fillers, numbers in links. */
  readonly random: Random
  /** An amount in the currency of the page. */
  readonly money: (amount: number) => PrintedMoney
  readonly cards: readonly CardView[]
}

/** One card, in the page that it stands in. */
export interface CardView {
  readonly page: Omit<SearchView, 'cards'>
  readonly card: Card
  readonly aside: CardAside
  /** From 0, ads counted. */
  readonly place: number
  readonly random: Random
}

export function viewSearch(truth: SearchTruth, isHeavy: boolean): SearchView {
  const { domain, query, layout, currency, response, asides } = truth
  const locale = requireLocale(domain)
  const random = new Random(`page/${domain}/${query}/${layout}/${response.page}`)
  const page = {
    truth,
    locale,
    phrases: locale.phrases,
    era: random.pick<Era>(['2023', '2025', '2026']),
    isHeavy,
    random,
    money: (amount: number) => printMoney(locale, amount, currency),
  }
  const cards = response.products.flatMap((card, place) => {
    const aside = asides[place]
    return aside === undefined ? [] : [{ page, card, aside, place, random: random.fork(`card/${place}`) }]
  })
  return { ...page, cards }
}

/** In India, amounts without a fraction are printed so. */
function printMoney(locale: Locale, amount: number, currency: string): PrintedMoney {
  const money = locale.money(amount, currency)
  if (currency !== 'INR' || !Number.isInteger(amount)) return money
  const text = money.text.replace(money.decimal + money.fraction, '')
  return { ...money, text, decimal: '', fraction: '' }
}
