import type { Locale } from '../locale/locale.ts'
import { html } from '../markup/html.ts'
import { printBeginning } from '../markup/page-frame.ts'
import { renderState } from '../states/render-state.ts'
import { stateRandom } from '../states/state-page.ts'
import { pageHeaders, redirectTo, stateContent, type Content } from './answer.ts'
import { isStateFault, type Fault, type PageFaultName, type RequestFaultName, type StateFaultName } from './faults.ts'
import { PageBytes } from './page-cache.ts'
import { pathOf, type Route } from './route.ts'

/** A GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The extraction rejects pages of more than 8 MiB. */
const HUGE_BYTES = 9 * 1024 * 1024

/** Faults that answer with something else than a page of the record. */
type AnswerFaultName = Exclude<PageFaultName, StateFaultName | RequestFaultName>

type FaultPage = (locale: Locale, route: Route, fault: Fault) => Content

const others: Readonly<Record<AnswerFaultName, FaultPage>> = {
  too_many(locale, route) {
    const { page, headers } = printState('throttled', locale, route)
    return { status: 429, headers: { ...headers, 'Retry-After': '1' }, page }
  },
  soft_404: (locale, route) => ({ ...printState('not_found', locale, route), status: 200 }),
  status(locale, _, { amount }) {
    const page = html`<!doctype html><html><head><title>${amount}</title></head><body><h1>${amount}</h1></body></html>`
    return stateContent({ status: amount ?? 500, html: page.text }, locale)
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
  empty: (locale) => stateContent({ status: 200, html: '' }, locale),
  huge: printHuge,
  image: (locale) => ({
    status: 200,
    headers: { ...pageHeaders(locale), 'Content-Type': 'image/gif' },
    page: new PageBytes(PICTURE),
  }),
  hang: (locale) => stateContent({ status: 200, html: '' }, locale),
  reset: (locale) => stateContent({ status: 200, html: '' }, locale),
}

/** The answer that a fault gives instead of the page. */
export function faultContent(
  name: AnswerFaultName | StateFaultName,
  locale: Locale,
  route: Route,
  fault: Fault,
): Content {
  return isStateFault(name) ? printState(name, locale, route) : others[name](locale, route, fault)
}

function printState(name: StateFaultName, locale: Locale, route: Route): Content {
  return stateContent(renderState(name, locale, { path: pathOf(route) }), locale)
}

const hugePages = new Map<string, PageBytes>()

/** The header of a page, and more filler after it than the extraction accepts. */
function printHuge(locale: Locale): Content {
  const { domain } = locale.marketplace
  let page = hugePages.get(domain)
  if (page === undefined) {
    const random = stateRandom('huge', locale, { path: '/' })
    const beginning = printBeginning(locale, { title: locale.shopName, location: null, random }).text
    page = new PageBytes(Buffer.concat([Buffer.from(beginning), Buffer.alloc(HUGE_BYTES, '<!-- filler -->\n')]))
    // Only the last one is kept: each takes 9 MiB.
    hugePages.clear()
    hugePages.set(domain, page)
  }
  return { status: 200, headers: pageHeaders(locale), page }
}
