import type { BrowserContextOptions } from 'playwright-core'
import type { Marketplace } from '../../../core/index.ts'
import { renderingProfile, requestHeaders, visitorCookies } from '../source/request-headers.ts'
import { VIEWPORT } from './render-page.ts'

/** The person whom a marketplace sees: the same one in the request for the document, in those of its scripts, and in the page. */
export interface Visitor {
  /** Headers of the request for a document. */
  readonly documentHeaders: Readonly<Record<string, string>>
  /** Headers that replace those of the browser, in every other request. Their names are in lower case. */
  readonly resourceHeaders: Readonly<Record<string, string>>
  /** The window of the page, without a past, and with the cookies of language and currency. */
  readonly context: BrowserContextOptions
}

/** Headers that say which browser it is, and what its person reads. Of itself, Chromium calls itself headless. */
const IDENTITY: ReadonlySet<string> = new Set([
  'accept-language',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'user-agent',
])

/** `version`: of the browser that renders, such as `156.0.8078.79`. `language`: `xx_YY`. Absent: null, the marketplace's own. */
export function createVisitor(version: string, marketplace: Marketplace, language: string | null): Visitor {
  const profile = renderingProfile(Number.parseInt(version, 10))
  const documentHeaders = requestHeaders(profile, marketplace, language)
  const lowered = Object.entries(documentHeaders).map(([name, value]) => [name.toLowerCase(), value] as const)
  const chosen = language ?? marketplace.language
  return {
    documentHeaders,
    resourceHeaders: Object.fromEntries(lowered.filter(([name]) => IDENTITY.has(name))),
    context: {
      userAgent: documentHeaders['User-Agent'] ?? '',
      locale: chosen.replace('_', '-'),
      storageState: { cookies: visitorCookies(marketplace, chosen).map(toBrowserCookie(marketplace)), origins: [] },
      viewport: VIEWPORT,
      acceptDownloads: false,
      reducedMotion: 'reduce',
    },
  }
}

/** A cookie for all hosts of the marketplace, until the window is closed. */
function toBrowserCookie({ host }: Marketplace) {
  const domain = host.replace(/^www/, '')
  const life = { domain, path: '/', expires: -1, httpOnly: false, secure: true, sameSite: 'Lax' as const }
  return (cookie: { readonly name: string; readonly value: string }) => ({ ...cookie, ...life })
}
