import type { Locale } from '../locale.ts'
import { html } from '../markup.ts'
import { printBeginning } from '../frame.ts'
import { renderState } from '../states/render-state.ts'
import { stateRandom } from '../states/state-page.ts'
import { pageHeaders, redirectTo, statePage, type Content } from './content.ts'
import type { Fault } from './fault.ts'
import { isStateFault, type RefusalName, type StateFaultName } from './fault-names.ts'
import { PageBytes } from './page-cache.ts'
import { pathOf, type Route } from './route.ts'

/** One pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Pages of more than 8 MiB are refused by the extraction. */
const HUGE_BYTES = 9 * 1024 * 1024

type Refusal = (locale: Locale, route: Route, fault: Fault) => Content

const others: Readonly<Record<Exclude<RefusalName, StateFaultName>, Refusal>> = {
  too_many(locale, route) {
    const { page, headers } = stateContent('throttled', locale, route)
    return { status: 429, headers: { ...headers, 'Retry-After': '1' }, page }
  },
  soft_404: (locale, route) => ({ ...stateContent('not_found', locale, route), status: 200 }),
  status(locale, _, { amount }) {
    const page = html`<!doctype html><html><head><title>${amount}</title></head><body><h1>${amount}</h1></body></html>`
    return statePage({ status: amount ?? 500, html: page.text }, locale)
  },
  sign_in(locale, route) {
    const back = encodeURIComponent(`https://${locale.marketplace.host}${pathOf(route)}`)
    return redirectTo(`${route.prefix}/ap/signin?openid.return_to=${back}&openid.mode=checkid_setup`, 302)
  },
  loop(_, { prefix, path, parameters }) {
    const next = new URLSearchParams(parameters)
    next.set('again', parameters.get('again') === '1' ? '2' : '1')
    return redirectTo(`${prefix}${path}?${next.toString()}`, 302)
  },
  away: (_, route) => redirectTo(`https://elsewhere.invalid${pathOf(route)}`, 302),
  empty: (locale) => statePage({ status: 200, html: '' }, locale),
  huge: renderHuge,
  image: (locale) => ({
    status: 200,
    headers: { ...pageHeaders(locale), 'Content-Type': 'image/gif' },
    page: new PageBytes(PICTURE),
  }),
  hang: (locale) => statePage({ status: 200, html: '' }, locale),
  reset: (locale) => statePage({ status: 200, html: '' }, locale),
}

/** What a fault answers in place of the page. */
export function refuse(name: RefusalName, locale: Locale, route: Route, fault: Fault): Content {
  return isStateFault(name) ? stateContent(name, locale, route) : others[name](locale, route, fault)
}

function stateContent(name: StateFaultName, locale: Locale, route: Route): Content {
  return statePage(renderState(name, locale, { path: pathOf(route) }), locale)
}

const hugePages = new Map<string, PageBytes>()

/** The header of a page, and more behind it than anybody wants to read. */
function renderHuge(locale: Locale): Content {
  const { domain } = locale.marketplace
  let page = hugePages.get(domain)
  if (page === undefined) {
    const random = stateRandom('huge', locale, { path: '/' })
    const beginning = printBeginning(locale, { title: locale.shopName, place: null, random }).text
    page = new PageBytes(Buffer.concat([Buffer.from(beginning), Buffer.alloc(HUGE_BYTES, '<!-- filler -->\n')]))
    // One at a time: they are large.
    hugePages.clear()
    hugePages.set(domain, page)
  }
  return { status: 200, headers: pageHeaders(locale), page }
}
