import { gtinCheckDigit, isSameGtin } from '../../../core/index.ts'

/** A code, and the products of the simulated marketplace that its search finds. */
interface SimulatedGtin {
  readonly gtin: string
  /** ASIN of each, and what its page prints. Order: of the search. */
  readonly found: ReadonlyMap<string, string>
  /** For `shelfmark sandbox --list`. */
  readonly description: string
}

/** A GTIN for use within a shop, as GS1 calls it: no product of the world has it. */
const code = (number: number): string => complete(`20000000000${number}`)
const complete = (body: string): string => body + gtinCheckDigit(body)

const [ONE, SECOND, OTHER, UNPRINTED, TWO] = [1, 2, 3, 4, 5].map(code) as [string, string, string, string, string]

/** Codes by which products are found. The search finds nothing for others. */
export const simulatedGtins: readonly SimulatedGtin[] = [
  { gtin: ONE, found: new Map([['B0GTIN0001', ONE]]), description: 'a product by its GTIN: its page prints it' },
  {
    gtin: SECOND,
    found: new Map([
      ['B0GTIN0002', OTHER],
      ['B0GTIN0003', `${OTHER}, ${SECOND}`],
    ]),
    description: 'two products, of which the second prints the GTIN in a list',
  },
  { gtin: UNPRINTED, found: new Map([['B0GTIN0004', OTHER]]), description: 'a product that prints another GTIN' },
  {
    gtin: TWO,
    found: new Map([
      ['B0GTIN0005', TWO],
      ['B0GTIN0006', TWO],
    ]),
    description: 'two products that both print the GTIN',
  },
]

const printed = new Map(simulatedGtins.flatMap(({ found }) => [...found]))

/** The row of the details that has the codes of a product: its label and its value. Absent: null, it has none. */
export function gtinRowOf(asin: string, isBook: boolean): readonly [string, string] | null {
  if (isBook) return ['ISBN-13', `978-${complete(`978${asin.slice(0, -1)}`).slice(3)}`]
  const value = printed.get(asin)
  return value === undefined ? null : ['EAN', value]
}

/** Products that a search finds by a GTIN. Absent: null, the query is not one of those that are simulated. */
export function findByGtin(query: string): readonly string[] | null {
  const known = simulatedGtins.find(({ gtin }) => isSameGtin(gtin, query))
  return known === undefined ? null : [...known.found.keys()]
}
