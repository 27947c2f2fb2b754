import type { Locale } from '../locale.ts'
import type { StatePage } from '../states/state-page.ts'
import { PageBytes } from './page-cache.ts'

/** What is answered, before it is known how it gets to the client. */
export interface Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly page: PageBytes
}

/** Headers that pages of a marketplace come with. */
export function pageHeaders({ marketplace }: Locale): Record<string, string> {
  return {
    'Content-Type': 'text/html;charset=UTF-8',
    'Content-Language': marketplace.language.replace('_', '-'),
    'Cache-Control': 'no-cache',
    Vary: 'Content-Type,Accept-Encoding,User-Agent',
    Server: 'Server',
    'Set-Cookie': `i18n-prefs=${marketplace.currency}; Domain=.${marketplace.host.replace('www.', '')}; Path=/`,
  }
}

export function statePage({ status, html }: StatePage, locale: Locale): Content {
  return { status, headers: pageHeaders(locale), page: new PageBytes(Buffer.from(html)) }
}

export function redirectTo(location: string, status: 301 | 302): Content {
  return { status, headers: { Location: location }, page: new PageBytes(Buffer.alloc(0)) }
}
