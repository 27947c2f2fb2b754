import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../release/packages.ts'

/** A share, from 0 to 1, and of how many values. */
type Share = readonly [right: number, of: number]
type Shares = Readonly<Record<string, Share>>

interface Fields {
  readonly right: number
  readonly of: number
}

interface LabeledFields extends Fields {
  readonly right_where_the_page_has_a_value: number
  readonly of_those: number
}

/** What was measured on the sets of labeled pages. */
interface Labeled {
  readonly pages: Readonly<Record<'product' | 'search' | 'kinds' | 'cards', number>>
  readonly product_fields: LabeledFields
  readonly card_fields: LabeledFields
  readonly by_set?: Readonly<Record<string, Readonly<Record<'product_fields' | 'card_fields', Share>>>>
  readonly by_product_field: Shares
  readonly by_card_field: Shares
  readonly by_domain: Shares
  readonly by_year_of_page_product?: Shares
  readonly by_year_of_page_card?: Shares
}

type Counted = readonly [name: string, pages: number]

/** Pages that nobody had seen, where those of the labeled sets were known. */
interface Unseen {
  readonly pages: number
  readonly by_year: readonly Counted[]
  readonly by_marketplace: readonly Counted[]
  readonly parts: readonly (Fields & {
    readonly name: string
    readonly pages: number
    readonly rows: number | null
    /** Before labels were corrected with proof from the page. */
    readonly first_score?: number
  })[]
}

/** What was measured of a version: a file of `golden/accuracy`. */
export interface Measurement {
  readonly version: string
  readonly measured: string
  readonly commit: string
  readonly kinds: string
  readonly labeled: Labeled
  readonly unseen?: Unseen
  readonly benchmark?: {
    readonly F1: Readonly<Record<string, Readonly<Record<string, number>>>>
    readonly wrong_prices: Readonly<Record<string, number>>
  }
}

const DIRECTORY = join(root, 'golden/accuracy')

/** All measurements, the oldest version first. */
export function readMeasurements(): Measurement[] {
  return readdirSync(DIRECTORY)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as Measurement)
}

/** A share in percent. One below 1 never reads as 100.0 %. */
export function percent(share: number): string {
  const rounded = (100 * share).toFixed(1)
  return `${rounded === '100.0' && share < 1 ? (Math.floor(1e4 * share) / 100).toFixed(2) : rounded} %`
}

const count = (number: number): string => number.toLocaleString('en')
const percentOf = ({ right, of }: Fields): string => `${percent(right)} of ${count(of)}`

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [headings, headings.map(() => '---'), ...rows].map(line).join('\n')
}

/** A row for each version: fields and kinds of unseen pages. */
export function printVersions(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ version, kinds, labeled, unseen }) => {
    const part = (name: string, fields: Fields): string =>
      percentOf(unseen?.parts.find((own) => own.name === name) ?? fields)
    return [version, part('products', labeled.product_fields), part('cards of searches', labeled.card_fields), kinds]
  })
  return table(['Version', 'Fields of products', 'Fields of cards', 'Kinds of pages'], rows)
}

/** What was measured on the pages of the last version that nobody had seen. */
export function printUnseen(measurements: readonly Measurement[]): string {
  const rows = (measurements.at(-1)?.unseen?.parts ?? []).map(({ name, pages, rows: own, first_score, ...fields }) => [
    name,
    own === null ? `${pages}` : `${pages}, ${own}`,
    percentOf(fields),
    first_score === undefined ? '' : percent(first_score),
  ])
  return table(['Pages', 'Pages, rows', 'Fields, right', 'First score'], rows)
}

/** The labeled sets of each version, whole and by set. */
export function printSets(measurements: readonly Measurement[]): string {
  const row = (name: string, cell: (labeled: Labeled) => string): string[] => [
    name,
    ...measurements.map(({ labeled }) => cell(labeled)),
  ]
  const whereValue = (fields: LabeledFields): string =>
    percentOf({ right: fields.right_where_the_page_has_a_value, of: fields.of_those })
  const sets = Object.keys(measurements.at(-1)?.labeled.by_set ?? {})
  const ofSet = (set: string, fields: 'product_fields' | 'card_fields'): string[] =>
    row(`set ${set}: ${fields.replace('_', ' ')}`, ({ by_set }) => cellOf(by_set?.[set]?.[fields]))
  return table(
    ['', ...measurements.map(titleOf)],
    [
      ['measured on', ...measurements.map(({ measured }) => measured)],
      row('product pages', ({ pages }) => count(pages.product)),
      row('search pages, cards', ({ pages }) => `${pages.search}, ${count(pages.cards)}`),
      row('fields of products', ({ product_fields }) => percentOf(product_fields)),
      row('where the page has a value', ({ product_fields }) => whereValue(product_fields)),
      row('fields of cards', ({ card_fields }) => percentOf(card_fields)),
      row('where the page has a value', ({ card_fields }) => whereValue(card_fields)),
      ...sets.flatMap((set) => [ofSet(set, 'product_fields'), ofSet(set, 'card_fields')]),
    ],
  )
}

/** The version of a column, and whether its pages were known to the developers. */
function titleOf({ version, unseen }: Measurement): string {
  return unseen === undefined ? version : `${version}, known pages`
}

function cellOf(share: Share | undefined): string {
  return share === undefined ? '–' : `${percent(share[0])} of ${count(share[1])}`
}

type By = 'by_product_field' | 'by_card_field' | 'by_domain'

/** A row for each field or marketplace with an error in one of the last two versions, and the names of the others. */
export function printBy(measurements: readonly Measurement[], by: By, heading: string): string {
  const last = measurements.slice(-2).map(({ labeled }) => labeled[by])
  const names = Object.keys(last.at(-1) ?? {})
  const worst = (name: string): number => Math.min(...last.map((shares) => shares[name]?.[0] ?? 1))
  const wrong = names.filter((name) => worst(name) < 1).toSorted((a, b) => worst(a) - worst(b))
  const rows = wrong.map((name) => [`\`${name}\``].concat(measurements.map(({ labeled }) => cellOf(labeled[by][name]))))
  const right = names.filter((name) => worst(name) === 1).map((name) => `\`${name}\``)
  return [
    table([heading, ...measurements.map(titleOf)], rows),
    `Right everywhere in the last two: ${right.join(', ')}.`,
  ].join('\n\n')
}

/** Fields by the year in which a page was saved: the layout that it has. */
export function printYears(measurements: readonly Measurement[]): string {
  const { by_year_of_page_product: products = {}, by_year_of_page_card: cards = {} } =
    measurements.at(-1)?.labeled ?? {}
  const years = [...new Set([...Object.keys(products), ...Object.keys(cards)])]
    .filter((year) => year !== '?')
    .toSorted()
  const rows = years.map((year) => [year, cellOf(products[year]), cellOf(cards[year])])
  if ('?' in products) rows.push(['not known', cellOf(products['?']), cellOf(cards['?'])])
  return table(['Page of', 'Fields of products', 'Fields of cards'], rows)
}

/** What other extractors read of the pages of a public benchmark. */
export function printBenchmark(measurements: readonly Measurement[]): string {
  const { F1 = {}, wrong_prices = {} } = measurements.at(-1)?.benchmark ?? {}
  const names = Object.keys(wrong_prices)
  const rows = Object.entries(F1).map(([field, scores]) =>
    [field].concat(names.map((name) => (scores[name] ?? 0).toFixed(3))),
  )
  return table(['F1', ...names], [...rows, ['wrong prices', ...names.map((name) => String(wrong_prices[name]))]])
}

/** How the pages that nobody had seen are spread. */
export function printSpread(measurements: readonly Measurement[]): string {
  const { by_year = [], by_marketplace = [] } = measurements.at(-1)?.unseen ?? {}
  const list = (counts: readonly Counted[]): string => counts.map(([name, pages]) => `${name} (${pages})`).join(', ')
  return `By marketplace: ${list(by_marketplace)}. By year: ${list(by_year)}.`
}
