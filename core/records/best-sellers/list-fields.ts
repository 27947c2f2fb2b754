import { refusal } from '../../field/trace.ts'
import type { FieldReader } from '../../field/field-reader.ts'
import type { FieldDefinitions } from '../../field/reading.ts'
import type { Document } from '../../html/tree/node.ts'
import { isInsideAny } from '../../html/tree/walk.ts'
import { findNumbers, parseDecimal } from '../../text/number.ts'
import type { BestSellersMap } from './map.ts'
import {
  findPageNumber,
  isOfFreeThings,
  parseRankingAddress,
  RANKINGS,
  rankingUrl,
  toOwnUrl,
  type RankingAddress,
  type Ranking,
} from './rankings.ts'
import type { Listing } from './listing.ts'
import type { ListReading, ListValues } from './list-reading.ts'
import { readCategories } from './categories.ts'

const NO_NUMBER = refusal('not the number of a page')
const NUMBER = /^\p{Nd}+$/u
const NO_LIST = refusal('not the address of a list')

/** How each field of a list is read. `listing`: the list of the page. */
export function listFields({ element, cards }: Listing): FieldDefinitions<ListValues, BestSellersMap, Document> {
  return {
    /** Which list: by the selected tab, else by links to its own pages and categories. */
    list: (links, reading) => {
      for (const part of ['tab', 'pages', 'canonical', 'categories'] as const) {
        const own = links.part(part).value((href) => parseRankingAddress(href, reading.marketplace)?.list ?? NO_LIST)
        if (own !== null) return own
      }
      return links.part('tag').value((tag) => findTag(tag, reading) ?? NO_LIST)
    },

    /** Category, by links to the list's own pages. */
    query: (field, reading) => field.derive('field: list', reading.once(readOwnAddress)?.query ?? null),

    /** Address of the list: the canonical one, if it is of this list. */
    url: (field, reading) => {
      const { marketplace } = reading
      const [list, query] = [reading.get('list'), reading.get('query')]
      if (list === null || query === null) return null
      const canonical = reading
        .field('list')
        .part('canonical')
        .value((href) => {
          const found = parseRankingAddress(href, marketplace)
          return found?.list === list && found.query === query ? (toOwnUrl(href, marketplace) ?? NO_LIST) : NO_LIST
        })
      return field.derive('field: list', canonical ?? rankingUrl(marketplace, list, query))
    },

    title: (field) => {
      const within = cards.map(({ scope }) => scope)
      const isOfCard = new Set(within)
      const own =
        element === null
          ? null
          : field.part('own').text({
              scopes: [{ within: element, refuse: (heading) => (isInsideAny(heading, isOfCard) ? NO_LIST : null) }],
            })
      return own ?? field.part('page').text({ isVisible: true })
    },

    /** Its number; the layout used until 2018 shows the ranks of a page instead, and its link has the number. */
    page: (field, { marketplace }) =>
      field.part('shown').value((text) => (NUMBER.test(text) ? toPage(text) : NO_NUMBER)) ??
      field.part('link').value((href) => toPage(findPageNumber(href, marketplace)) ?? NO_NUMBER),

    has_more: (field) => field.has(),

    lists: (field, reading) => {
      const { marketplace } = reading
      const own = reading.get('list')
      const found = new Map<Ranking, string>()
      for (const { href, source } of linksOf(field, reading)) {
        const address = parseRankingAddress(href, marketplace)
        if (address === null || address.list === own || found.has(address.list)) continue
        field.credit(source, href)
        found.set(address.list, toOwnUrl(href, marketplace) ?? rankingUrl(marketplace, address.list, address.query))
      }
      return RANKINGS.flatMap((list) => {
        const url = found.get(list)
        return url === undefined ? [] : [{ list, url }]
      })
    },

    categories: (_, reading) => readCategories(reading),

    isFree: (_, reading) => {
      const pages = reading.field('list').part('pages')
      const tab = reading.field('list').part('tab')
      const links = [...linksOf(pages, reading), ...linksOf(tab, reading)]
      if (links.some(({ href }) => isOfFreeThings(href, reading.marketplace))) return true
      return reading.once(judgePrices)
    },
  }

  /** What is free costs nothing, and what is sold something. */
  function judgePrices(): boolean | null {
    const prices = cards.flatMap((card) => card.get('price') ?? [])
    if (prices.length === 0) return null
    return prices.every((price) => price === 0)
  }
}

function toPage(text: string): number | null {
  const [number = null] = findNumbers(text).map(parseDecimal)
  return number !== null && Number.isInteger(number) && number > 0 ? number : null
}

/** The list that the links to its own pages lead to; the selected tab can be that of all lists of the site. */
function readOwnAddress(reading: ListReading): RankingAddress | null {
  const links = reading.field('list')
  for (const part of ['pages', 'canonical', 'tab'] as const) {
    const found = links.part(part).value((href) => parseRankingAddress(href, reading.marketplace) ?? NO_LIST)
    if (found !== null) return found
  }
  return null
}

function findTag(tag: string, { site }: ListReading): Ranking | null {
  const known = Object.entries(site.links.rankings.tags).find(
    ([beginning]) => tag === beginning || tag.startsWith(`${beginning}_`),
  )
  return RANKINGS.find((list) => list === known?.[1]) ?? null
}

/** The links that all candidates of a field find. */
function linksOf(
  { candidates }: FieldReader,
  { page }: ListReading,
): readonly { readonly source: string; readonly href: string }[] {
  return candidates.flatMap((candidate) => {
    const { mode, source } = candidate
    return candidate.selectAll(page).flatMap(({ attributeList }) => {
      const href = mode.kind === 'attribute' ? attributeList.get(mode.name) : undefined
      return href === undefined ? [] : [{ source, href }]
    })
  })
}
