import { requireMarketplace } from '../../require-marketplace.ts'
import type { PageRequest } from './page-source.ts'

/** Value of each placeholder of an address. */
const VALUES: Readonly<Record<string, (request: PageRequest) => string>> = {
  url: ({ url }) => url,
  domain: ({ domain }) => domain,
  country: ({ domain }) => countryOf(domain),
  language: ({ language, domain }) => language ?? requireMarketplace(domain).language,
  // Empty, unless the place was asked for. Whether the page is for it, the page itself has to say.
  zip: ({ place }) => place?.zip ?? '',
  city: ({ place }) => place?.city ?? '',
  ship_to: ({ place }) => place?.shipTo ?? '',
}

const PLACEHOLDER = /\{([^{}]*)\}/g
/** Placeholders come after the host, so that a request goes nowhere else. */
const ORIGIN = /^https?:\/\/[^/?#{}@\\\s]+[/?]/i

/** What is wrong with an address template, in words that follow its name. It is not repeated: it may contain a key. Absent: null. */
export function findAddressProblem(template: string): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const unknown = names.filter((name) => !Object.hasOwn(VALUES, name))
  const known = Object.keys(VALUES).map((name) => `{${name}}`)
  if (unknown.length > 0) return `has the unknown placeholder {${unknown[0]}}. There are ${known.join(', ')}`
  if (!names.includes('url')) return 'must contain {url}, the place of the address of the page'
  if (!ORIGIN.test(template) || !URL.canParse(template) || template.includes('#')) {
    return 'must be an http(s) URL without user and fragment, with placeholders in its path or query only'
  }
  return null
}

/** Address at which a service fetches a page. Values are percent-encoded. `template`: one without a problem. */
export function fillAddress(template: string, request: PageRequest): URL {
  return new URL(template.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(VALUES[name]?.(request) ?? '')))
}

/** Code of ISO 3166, in lower case: `us`, `gb`, `de`. */
function countryOf(domain: string): string {
  const end = domain.split('.').at(-1) ?? ''
  return { com: 'us', uk: 'gb' }[end] ?? end
}
