import type { CardView } from './search-view.ts'

const NO_WORD = /[^\p{L}\p{N}]+/gu
const MAX_WORDS = 4

/** Address that a card links to; of an ad, one that leads through a redirect. */
export function linkOf(view: CardView, fragment = ''): string {
  return view.card.is_sponsored ? adLink(view, fragment) : `${pathOf(view, `sr_1_${view.place + 1}`)}${fragment}`
}

/** Path of a product; in heavy pages with the words of its title, and the numbers of the search. */
function pathOf({ card, page, place }: CardView, ref: string, rank = ''): string {
  if (!page.isHeavy) return `/dp/${card.asin}/ref=${ref}?sr=8-${place + 1}${rank}`
  const words = card.title.replaceAll(NO_WORD, ' ').trim().split(' ').slice(0, MAX_WORDS)
  const query = encodeURIComponent(page.truth.query)
  return `/${encodeURIComponent(words.join('-'))}/dp/${card.asin}/ref=${ref}?keywords=${query}&qid=1760000000&sr=8-${place + 1}${rank}`
}

function adLink(view: CardView, fragment: string): string {
  const { random, page, card, place } = view
  const target = `${pathOf(view, `sr_1_${place + 1}_sspa`, '-spons')}&psc=1`
  const token = random
    .fork('ad')
    .text('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', page.isHeavy ? 80 : 8)
  const { host } = page.locale.marketplace
  if (page.truth.layout === 'list') {
    const url = encodeURIComponent(`https://${host}${target}${fragment}`)
    return `/gp/slredirect/picassoRedirect.html/ref=pa_sp_atf_aps_sr_pg1_${place + 1}?ie=UTF8&adId=${token}&url=${url}&widgetName=sp_atf`
  }
  if (card.is_video)
    return `https://aax-eu.${host.replace('www.', '')}/x/c/${token}/https://${host}${target}${fragment}`
  return `/sspa/click?ie=UTF8&spc=${token}&url=${encodeURIComponent(target)}${fragment}`
}

/** Link to the other offers of a product. */
export function offersLink({ card, page, place }: CardView, isAbsolute = false): string {
  const { host } = page.locale.marketplace
  return `${isAbsolute ? `https://${host}` : ''}/gp/offer-listing/${card.asin}/ref=sr_1_${place + 1}_olp?keywords=${encodeURIComponent(page.truth.query)}`
}
