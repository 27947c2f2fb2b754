import { Text, type Element } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { compileSite, type Site } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'

/**
 * Finds the marketplace that a page came from: the `domain` (`com`, `co.uk` ...)
 * of the host that the page names as its own. A small page, such as an error
 * page, can have no address; then the name of the shop counts, in its title or
 * the text of an image. `url`, where the page came from, decides for a page that
 * names none, such as a part of a page. Links to other marketplaces do not count
 * on a page of one that is not known: see `findUnknownHost`.
 *
 * Absent: null, neither the page nor `url` names one of the marketplaces.
 *
 * @example
 * ```ts
 * import { parsePage, recognizeDomain } from 'shelfmark'
 * import { marketplaces } from 'shelfmark/selectors'
 *
 * console.log(recognizeDomain(parsePage(bytes), marketplaces.values()))
 * ```
 */
export function recognizeDomain<Domain extends string>(
  page: Page,
  marketplaces: Iterable<Marketplace<Domain>>,
  url?: string,
): Domain | null {
  const all = [...marketplaces]
  if (findUnknownHost(page, all, url) !== null) return null
  const host = hostOf(url ?? '') ?? ''
  for (const [site, finder] of findersOf(all)) {
    const { selectors, maxRefusalBytes } = compileSite(site).pages
    // The title of a large page can name another marketplace.
    const named = page.size > maxRefusalBytes ? [] : selectors.ownName
    const domain =
      findIn(page, selectors.ownAddress, finder.ofAddress) ??
      findIn(page, named, finder.ofName) ??
      finder.ofAddress(host)
    if (domain !== null) return domain
  }
  return null
}

/**
 * Host of a page of the site that is not one of the marketplaces, by its own address, else by `url`, where it came from.
 *
 * Absent: null, it is of one of them, or no address says where it is from.
 */
export function findUnknownHost(page: Page, marketplaces: Iterable<Marketplace>, url?: string): string | null {
  for (const [site, finder] of findersOf([...marketplaces])) {
    const { selectors, host: ofSite } = compileSite(site).pages
    const addresses = selectors.canonical.flatMap((selector) => readAll(page, selector))
    const own = [...addresses, url ?? ''].map(hostOf).find((host) => host !== null && ofSite.test(host)) ?? null
    if (own !== null) return finder.ofAddress(own) === null ? own : null
  }
  return null
}

const HOST = /^(?:https?:)?\/\/([^/?#:]+)/i

/** Host of an address, in lower case. Absent: null, the address has none. */
function hostOf(address: string): string | null {
  return HOST.exec(address)?.[1]?.toLowerCase() ?? null
}

function readAll(page: Page, selector: Selector): readonly string[] {
  return selector.selectAll(page).map((element) => readText(element, selector))
}

function findIn<Domain>(page: Page, selectors: readonly Selector[], find: FindDomain<Domain>): Domain | null {
  for (const selector of selectors) {
    for (const element of selector.selectAll(page)) {
      const domain = find(readText(element, selector))
      if (domain !== null) return domain
    }
  }
  return null
}

type FindDomain<Domain> = (text: string) => Domain | null

interface DomainFinder<Domain extends string> {
  /** Domain of the first known host in an address or a script. */
  readonly ofAddress: FindDomain<Domain>
  /** Domain of the first shop that a text names by its host: "Amazon.de". */
  readonly ofName: FindDomain<Domain>
}

const finders = new WeakMap<Site, { readonly hosts: string; readonly finder: DomainFinder<string> }>()

/** A finder for each site of some marketplaces. */
function findersOf<Domain extends string>(
  marketplaces: readonly Marketplace<Domain>[],
): Map<Site, DomainFinder<Domain>> {
  const found = new Map<Site, DomainFinder<Domain>>()
  for (const { site } of marketplaces) {
    if (found.has(site)) continue
    const own = marketplaces.filter((marketplace) => marketplace.site === site)
    const hosts = own.map(({ host }) => host).join(' ')
    const known = finders.get(site)
    // A finder of the same hosts knows the same domains.
    const finder = known?.hosts === hosts ? (known.finder as DomainFinder<Domain>) : createFinder(site, own)
    finders.set(site, { hosts, finder })
    found.set(site, finder)
  }
  return found
}

const WWW = /^www(?=\.)/

function createFinder<Domain extends string>(
  { pages }: Site,
  marketplaces: readonly Marketplace<Domain>[],
): DomainFinder<Domain> {
  const domains = new Map<string, Domain>()
  for (const { host, domain } of marketplaces) {
    for (const prefix of ['www', ...pages.hostPrefixes]) domains.set(host.replace(WWW, prefix), domain)
  }
  const names = new Map(marketplaces.map(({ host, domain }) => [host.replace(WWW, '').slice(1), domain]))
  const hostInAddress = new RegExp(`(?:^|//)(${toAlternatives(domains.keys())})(?![\\w.-])`)
  const nameInText = new RegExp(`(?<![\\w@.-])(${toAlternatives(names.keys())})(?!\\.?[\\w-])`, 'i')
  return {
    ofAddress: (text) => {
      const host = hostInAddress.exec(text)?.[1] ?? pages.hostInScript.exec(text)?.[1] ?? ''
      return domains.get(host) ?? null
    },
    ofName: (text) => names.get(nameInText.exec(text)?.[1]?.toLowerCase() ?? '') ?? null,
  }
}

function toAlternatives(hosts: Iterable<string>): string {
  return [...hosts].map((host) => host.replaceAll('.', '\\.')).join('|')
}

function readText(element: Element, { mode }: Selector): string {
  if (mode.kind === 'attribute') return element.attributeList.get(mode.name) ?? ''
  const { firstChild } = element
  return firstChild instanceof Text ? firstChild.data : ''
}
