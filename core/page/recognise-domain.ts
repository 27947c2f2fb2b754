import { Text, type Element } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { Marketplace } from '../marketplace/marketplace.ts'
import { compileSite, type Site } from '../marketplace/site.ts'
import type { Selector } from '../selector/selector.ts'

/**
 * Finds the marketplace that a page came from: the `domain` (`com`, `co.uk` ...)
 * of the host that the page names as its own.
 *
 * Absent: null, the page names none of the marketplaces.
 */
export function recogniseDomain(page: Page, marketplaces: Iterable<Marketplace>): string | null {
  for (const [site, finder] of findersOf([...marketplaces])) {
    for (const selector of compileSite(site).pages.selectors.ownAddress) {
      for (const element of selector.selectAll(page)) {
        const domain = finder(readAddress(element, selector))
        if (domain !== null) return domain
      }
    }
  }
  return null
}

/** Finds the domain of the first known host in a text. */
type DomainFinder = (text: string) => string | null

const finders = new WeakMap<Site, { readonly hosts: string; readonly find: DomainFinder }>()

/** A finder for each site of some marketplaces. */
function findersOf(marketplaces: readonly Marketplace[]): Map<Site, DomainFinder> {
  const found = new Map<Site, DomainFinder>()
  for (const { site } of marketplaces) {
    if (found.has(site)) continue
    const own = marketplaces.filter((marketplace) => marketplace.site === site)
    const hosts = own.map(({ host }) => host).join(' ')
    const known = finders.get(site)
    const find = known?.hosts === hosts ? known.find : createFinder(site, own)
    finders.set(site, { hosts, find })
    found.set(site, find)
  }
  return found
}

const WWW = /^www(?=\.)/

function createFinder({ pages }: Site, marketplaces: readonly Marketplace[]): DomainFinder {
  const domains = new Map<string, string>()
  for (const { host, domain } of marketplaces) {
    for (const prefix of ['www', ...pages.hostPrefixes]) domains.set(host.replace(WWW, prefix), domain)
  }
  const hosts = [...domains.keys()].map((host) => host.replaceAll('.', '\\.')).join('|')
  const hostInAddress = new RegExp(`//(${hosts})(?![\\w.-])`)
  return (text) => {
    const host = hostInAddress.exec(text)?.[1] ?? pages.hostInScript.exec(text)?.[1] ?? ''
    return domains.get(host) ?? null
  }
}

function readAddress(element: Element, { mode }: Selector): string {
  if (mode.kind === 'attribute') return element.attributeList.get(mode.name) ?? ''
  const { firstChild } = element
  return firstChild instanceof Text ? firstChild.data : ''
}
