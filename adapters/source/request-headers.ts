import type { Marketplace } from '../../core/index.ts'
import { ACCEPTED_ENCODINGS } from './decode-body.ts'
import type { HeaderProfile } from './header-profiles.ts'

/** Headers of a request to a marketplace: a browser's, whose visitor reads a language and pays in the marketplace's currency. */
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

/** "de-DE,de;q=0.9,en;q=0.8". */
function acceptLanguage(language: string): string {
  const [code = language] = language.split('_')
  const tags = [language.replace('_', '-'), `${code};q=0.9`]
  return (code === 'en' ? tags : [...tags, 'en;q=0.8']).join(',')
}

/** `lc-main` on the oldest marketplace, `lc-acbde`, `lc-acbuk` ... on the others. */
function languageCookie(domain: string): string {
  return domain === 'com' ? 'lc-main' : `lc-acb${domain.split('.').at(-1)}`
}
