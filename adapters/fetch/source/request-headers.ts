import type { Marketplace } from '../../../core/index.ts'
import type { BrowserVersions } from './browser-versions.ts'
import { ACCEPTED_ENCODINGS } from '../../pages/decode-body.ts'

/** Headers that a browser sends when a person enters a URL, in the browser's order. Source: Chromium 156 in November 2026; the others in autumn 2025. */
export type HeaderProfile = Readonly<Record<string, string>>

const chromiumAccept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
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

/** Safari sends no `Sec-Fetch-User`. */
function webKit(version: string): HeaderProfile {
  return {
    'User-Agent': `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`,
    Accept: plainAccept,
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    Priority: 'u=0, i',
  }
}

const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const chrome = (platform: string, major: number): string =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`

const NOISE_CHARACTERS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const NOISE_VERSIONS = ['8', '99', '24']
/** Positions of the invented brand, the engine and the product. */
const BRAND_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/**
 * Value of `sec-ch-ua`. One brand is invented, and changes with the version, as does the order.
 *
 * Source: `user_agent_utils.cc` of Chromium; equal to what Chromium 156 sends.
 */
function brands(product: string, major: number): string {
  const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
  const invented = `Not${at(NOISE_CHARACTERS, major)}A${at(NOISE_CHARACTERS, major + 1)}Brand`
  const entries = [
    `"${invented}";v="${at(NOISE_VERSIONS, major)}"`,
    `"Chromium";v="${major}"`,
    `"${product}";v="${major}"`,
  ]
  const order = BRAND_ORDERS[major % BRAND_ORDERS.length] ?? []
  return entries
    .map((entry, index) => ({ entry, position: order[index] ?? index }))
    .toSorted((left, right) => left.position - right.position)
    .map(({ entry }) => entry)
    .join(', ')
}

/** Desktop browsers. Consecutive attempts at one page use different profiles. */
export function headerProfiles({ chromium: major, firefox: gecko, safari }: BrowserVersions): readonly HeaderProfile[] {
  const ofChromium =
    major === undefined
      ? []
      : [
          chromium(brands('Google Chrome', major), 'Windows', chrome(WINDOWS, major)),
          chromium(brands('Google Chrome', major), 'macOS', chrome(MAC, major)),
          chromium(brands('Microsoft Edge', major), 'Windows', `${chrome(WINDOWS, major)} Edg/${major}.0.0.0`),
        ]
  const [first, ...others] = ofChromium
  return [
    ...(first === undefined ? [] : [first]),
    ...(gecko === undefined ? [] : [firefox(WINDOWS, `${gecko}.0`)]),
    ...others,
    ...(safari === undefined ? [] : [webKit(safari)]),
  ]
}

/** The Chromium that renders pages: its scripts see the same platform. */
export function renderingProfile(major: number): HeaderProfile {
  return chromium(brands('Google Chrome', major), 'Linux', chrome('X11; Linux x86_64', major))
}

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
    Cookie: printCookies(visitorCookies(marketplace, chosen)),
  }
}

/** A cookie of a marketplace. */
export interface Cookie {
  readonly name: string
  readonly value: string
}

/** Value of the header `Cookie`. */
export function printCookies(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Cookies of a visitor who has chosen a language, and the marketplace's currency. */
export function visitorCookies({ currency, domain }: Marketplace, language: string): readonly Cookie[] {
  return [
    { name: 'i18n-prefs', value: currency },
    { name: languageCookie(domain), value: language },
  ]
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
