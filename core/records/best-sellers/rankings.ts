import { cleanUrl, isOfMarketplace, type LinkOwner } from '../../text/url.ts'

/** The lists of a category. The first is the default. */
export const RANKINGS = [
  'best_sellers',
  'new_releases',
  'most_wished_for',
  'most_gifted',
  'movers_and_shakers',
] as const

/** Name of a list, on the wire. */
export type Ranking = (typeof RANKINGS)[number]

/** The list whose entries say how they move. */
export const MOVERS: Ranking = 'movers_and_shakers'

/** Entries of a page. */
export const PAGE_SIZE = 50
/** Pages of a list. */
export const MAX_LIST_PAGES = 2

/** What an address of a list leads to. */
export interface RankingAddress {
  readonly list: Ranking
  /** Category, with its node if it has one; "" is the root. */
  readonly query: string
  /** Absent: null, the address names no node. */
  readonly node: string | null
}

/** Parses the address of a list, absolute or not. Absent: null, for other addresses. */
export function parseRankingAddress(href: string, { site }: Pick<LinkOwner, 'site'>): RankingAddress | null {
  const { inPath, segments } = site.links.rankings
  const { segment = '', alias = '', node = null } = inPath.exec(href.split(/[?#]/, 1)[0] ?? '')?.groups ?? {}
  const list = RANKINGS.find((name) => name === segments[segment.toLowerCase()])
  if (list === undefined) return null
  const category = alias.toLowerCase()
  return { list, query: node === null ? category : `${category}/${node}`, node: node ?? null }
}

/** Whether an address asks for the list of free things. */
export function isOfFreeThings(href: string, { site }: Pick<LinkOwner, 'site'>): boolean {
  const [name, value] = site.links.rankings.free
  return readParameter(href, name) === value
}

/** The number of a page in the address of a list; "" for an address without one. */
export function findPageNumber(href: string, { site }: Pick<LinkOwner, 'site'>): string {
  return readParameter(href, site.links.rankings.page) ?? ''
}

function readParameter(href: string, name: string): string | null {
  const start = href.indexOf('?')
  return start < 0 ? null : new URLSearchParams(href.slice(start + 1)).get(name)
}

/** Address of a list on a marketplace: its first page. */
export function rankingUrl({ host, site }: LinkOwner, list: string, query: string): string {
  const path = site.links.rankings.paths[list] ?? ''
  return `https://${host}${path}${query === '' ? '' : `/${query}`}`
}

/** A link of the marketplace itself without tracking. Absent: null, it leads elsewhere: some pages print `//zgbs/`. */
export function toOwnUrl(href: string, owner: LinkOwner): string | null {
  const url = cleanUrl(href, owner)
  if (url === null || !isOfMarketplace(new URL(url).hostname, owner.host)) return null
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
