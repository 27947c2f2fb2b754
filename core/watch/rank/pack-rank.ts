import type { BrandShare, ProductRank, RankLook } from './read-rank.ts'

type PackedProduct = readonly [
  asin: string,
  organic: number | null,
  ad: number | null,
  page: number | null,
  above: string,
]
type PackedBrand = readonly [brand: string, cards: number, top10: number]
type PackedRank = readonly [
  firstPage: number,
  pages: number,
  cards: number,
  products: readonly PackedProduct[],
  brands: readonly PackedBrand[],
]

/** A rank as a text without the names of its members, which take two thirds of it: there is one for most looks. */
export function packRank({ first_page, pages, cards, products, brands }: RankLook): string {
  const packed: PackedRank = [
    first_page,
    pages,
    cards,
    products.map(({ asin, organic_position, sponsored_position, page, above }) => {
      return [asin, organic_position, sponsored_position, page, above.join(' ')]
    }),
    brands.map(({ brand, cards: all, top10_cards }) => [brand, all, top10_cards]),
  ]
  return JSON.stringify(packed)
}

/** The rank of a text that `packRank` gave. */
export function unpackRank(text: string): RankLook {
  const [first_page, pages, cards, products, brands] = JSON.parse(text) as PackedRank
  return {
    first_page,
    pages,
    cards,
    products: products.map(([asin, organic_position, sponsored_position, page, above]): ProductRank => {
      return { asin, organic_position, sponsored_position, page, above: above === '' ? [] : above.split(' ') }
    }),
    brands: brands.map(([brand, all, top10_cards]): BrandShare => ({ brand, cards: all, top10_cards })),
  }
}
