import type { Marketplace } from '../../../core/index.ts'
import { ACCEPTED_ENCODINGS } from './decode-body.ts'

/** Headers that a browser sends when a person enters a URL, in the browser's order. Source: seen in autumn 2025. */
export type HeaderProfile = Readonly<Record<string, string>>

const chromiumAccept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
const plainAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const navigation = {
  'Sec-Fetch-Site': 'none',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-User': '?1',
  'Sec-Fetch-Dest': 'document',
}

/** Chromium browsers name themselves in two headers, which must agree. */
function chromium(brands: string, platform: string, agent: string): HeaderProfile {
  return {
    'sec-ch-ua': brands,
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': agent,
    Accept: chromiumAccept,
    ...navigation,
  }
}

function firefox(platform: string, version: string): HeaderProfile {
  return {
    'User-Agent': `Mozilla/5.0 (${platform}; rv:${version}) Gecko/20100101 Firefox/${version}`,
    Accept: plainAccept,
    'Upgrade-Insecure-Requests': '1',
    ...navigation,
    Priority: 'u=0, i',
  }
}

const CHROME_142 = '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"'
const EDGE_142 = '"Chromium";v="142", "Microsoft Edge";v="142", "Not_A Brand";v="99"'
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const chrome = (platform: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`

/** Desktop browsers. Consecutive attempts at one page use different profiles. */
export const headerProfiles: readonly HeaderProfile[] = [
  chromium(CHROME_142, 'Windows', chrome(WINDOWS)),
  firefox(WINDOWS, '145.0'),
  chromium(CHROME_142, 'macOS', chrome(MAC)),
  chromium(EDGE_142, 'Windows', `${chrome(WINDOWS)} Edg/142.0.0.0`),
  {
    'User-Agent': `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    Accept: plainAccept,
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    Priority: 'u=0, i',
  },
]

/** Headers of a request to a marketplace: those of a browser, with the visitor's language and the marketplace's currency. */
export function requestHeaders(
  profile: HeaderProfile,
  marketplace: Marketplace,
  language: string | null,
): Record<string, string> {
  const chosen = language ?? marketplace.language
  return {
    Host: marketplace.host,
    ...profile,
    'Accept-Encoding': ACCEPTED_ENCODINGS,
    'Accept-Language': acceptLanguage(chosen),
    Cookie: `i18n-prefs=${marketplace.currency}; ${languageCookie(marketplace.domain)}=${chosen}`,
  }
}

/** Form: `de-DE,de;q=0.9,en;q=0.8`. */
function acceptLanguage(language: string): string {
  const [code = language] = language.split('_')
  const tags = [language.replace('_', '-'), `${code};q=0.9`]
  return (code === 'en' ? tags : [...tags, 'en;q=0.8']).join(',')
}

/** Name of the language cookie: `lc-main` on amazon.com, `lc-acbde`, `lc-acbuk` and so on elsewhere. */
function languageCookie(domain: string): string {
  return domain === 'com' ? 'lc-main' : `lc-acb${domain.split('.').at(-1)}`
}
