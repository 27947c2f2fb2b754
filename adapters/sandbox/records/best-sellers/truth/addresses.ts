import { RANKINGS, type Ranking } from '../../../../../core/index.ts'
import type { PageToPrint } from '../../../record/simulated-record.ts'
import type { BestSellersPageRequest } from './page-request.ts'

/** What an address says of a list. */
export type ListAddress = Omit<BestSellersPageRequest, keyof PageToPrint | 'part'>

const MAX_PAGE = 100

/** Segment of the addresses of each list. */
const SEGMENTS: Readonly<Record<Ranking, string>> = {
  best_sellers: 'bestsellers',
  new_releases: 'new-releases',
  most_wished_for: 'most-wished-for',
  most_gifted: 'most-gifted',
  movers_and_shakers: 'movers-and-shakers',
}

const PATH =
  /^\/(?:[^/]+\/)?(bestsellers|zgbs|new-releases|most-wished-for|most-gifted|movers-and-shakers)(?:\/([a-z0-9-]+))?(?:\/(\d+))?(?:\/(?:ref=.*)?)?$/i

/** What an address of a list leads to. Absent: null, it is the address of something else. */
export function parseListAddress(path: string, parameters: URLSearchParams): ListAddress | null {
  const [, segment = '', alias = '', node = null] = PATH.exec(path) ?? []
  const list = segment === 'zgbs' ? RANKINGS[0] : RANKINGS.find((name) => SEGMENTS[name] === segment.toLowerCase())
  if (list === undefined) return null
  const page = Number(parameters.get('pg') ?? 1)
  return {
    list,
    alias: alias.toLowerCase(),
    node: node ?? null,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1,
    isFree: parameters.get('tf') === '1',
  }
}

/** Path of a list: on com, the older form. */
export function listPath({
  list,
  alias,
  node,
  domain,
}: Pick<BestSellersPageRequest, 'list' | 'alias' | 'node' | 'domain'>): string {
  const start = list === 'best_sellers' && domain === 'com' ? '/Best-Sellers/zgbs' : `/gp/${SEGMENTS[list]}`
  return [start, alias, node ?? ''].filter((part) => part !== '').join('/')
}

/** What is added to the path of a list when visitors follow a link. */
export function trackedPath(path: string, tag: string): string {
  return `${path}/ref=${tag}`
}

const REST_PATH = /^\/acp\/p13n-zg-list-grid-desktop\/([\w.-]+)\/nextPage$/

/** Path of the address that gives the later cards of a page. It names the page, as the site's own names a template. */
export function restPath({ list, alias, node, page, isFree }: ListAddress): string {
  const parts = [list, alias, node ?? '0', page, isFree ? 'free' : 'paid']
  return `/acp/p13n-zg-list-grid-desktop/${parts.join('.')}/`
}

/** The page whose later cards an address gives. Absent: null, it is the address of something else. */
export function parseRestPath(path: string): ListAddress | null {
  const [name, alias = '', node = '0', page = '1', price] = (REST_PATH.exec(path)?.[1] ?? '').split('.')
  const list = RANKINGS.find((one) => one === name)
  if (list === undefined) return null
  return { list, alias, node: node === '0' ? null : node, page: Number(page), isFree: price === 'free' }
}

/** The parameters that a page names for its later cards: without them, none come. */
export function restParameters(address: ListAddress): string {
  return `tok=${Buffer.from(restPath(address)).toString('base64url').slice(-24)};ts=1764115200000;rid=SHELFMARK000000000001;d1=129;d2=0`
}
