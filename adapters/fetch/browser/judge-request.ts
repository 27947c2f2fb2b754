import { isOfMarketplace, type Marketplace } from '../../../core/index.ts'

/** A request that a page makes besides its own document. */
export interface ResourceFacts {
  readonly url: string
  readonly method: string
  /** As Playwright names them: `script`, `xhr`, `image` ... */
  readonly type: string
}

/** What a page needs to fill itself. */
const NEEDED: ReadonlySet<string> = new Set(['script', 'stylesheet', 'xhr', 'fetch'])
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

/**
 * Whether a page may load something: scripts, styles and data, from the marketplace and its own
 * hosts of files. Images only for a picture of the page. Everything else is refused: media, fonts,
 * frames, beacons, prefetches, and all third parties.
 */
export function mayLoad(
  { url, method, type }: ResourceFacts,
  marketplace: Pick<Marketplace, 'host' | 'site'>,
  isPictured: boolean,
): boolean {
  const isNeeded = NEEDED.has(type) || (type === 'image' && isPictured)
  return isNeeded && METHODS.has(method) && URL.canParse(url) && isOwnAddress(new URL(url), marketplace)
}

/** Whether an address is the marketplace's: by https, on the usual port, on one of its hosts. */
export function isOwnAddress(
  { protocol, port, hostname }: URL,
  { host, site }: Pick<Marketplace, 'host' | 'site'>,
): boolean {
  if (protocol !== 'https:' || port !== '') return false
  return [host, ...site.assetHosts].some((own) => isOfMarketplace(hostname, own))
}
