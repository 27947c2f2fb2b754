import type { Page } from '../html/page.ts'
import { compileSelector } from '../selector/selector.ts'

/** Where a page names its own host, most reliable first. */
const HOST_PLACES = [
  'link[rel="canonical"]::attr(href)',
  'meta[property="og:url"]::attr(content)',
  'link[rel="alternate"]::attr(href)',
  '#nav-logo a::attr(href)',
  'form[action*="//www.amazon."]::attr(action)',
  'a[href*="//www.amazon."]::attr(href)',
  'input[name="openid.return_to"]::attr(value)',
  'script',
].map((source, index) => compileSelector(source, `recogniseDomain[${index}]`))

const HOST = /\/\/(?:www|smile|m)\.amazon\.([a-z]{2,3}(?:\.[a-z]{2})?)(?![\w.-])/
/** The host stands in the state that pages keep for their own measurements. */
const HOST_IN_STATE = /ue_sn\s*=\s*["']www\.amazon\.([a-z.]+)["']/

/**
 * Finds the marketplace that a page came from: the `domain` (`com`, `co.uk` ...)
 * that the page names as its own.
 *
 * Absent: null, when the page names none of `domains`.
 */
export function recogniseDomain(page: Page, domains: Iterable<string>): string | null {
  const known = new Set(domains)
  for (const selector of HOST_PLACES) {
    for (const element of selector.selectAll(page)) {
      const text =
        selector.mode.kind === 'attribute' ? element.attributeList.get(selector.mode.name) : readScript(element)
      const domain = findDomain(text ?? '')
      if (domain !== null && known.has(domain)) return domain
    }
  }
  return null
}

function findDomain(text: string): string | null {
  return (HOST.exec(text) ?? HOST_IN_STATE.exec(text))?.[1] ?? null
}

function readScript(element: { firstChild: { type: string } | null }): string {
  const { firstChild } = element
  return firstChild !== null && 'data' in firstChild ? String(firstChild.data) : ''
}
