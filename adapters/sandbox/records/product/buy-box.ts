import type { Offer } from '../../../../core/index.ts'
import { fill } from '../../locale/locale.ts'
import { printPrice } from '../../markup/elements.ts'
import { html, type Markup } from '../../markup/html.ts'
import { printOffer } from './offer-form.ts'
import { conditionWords, feature, type ProductView } from './product-view.ts'
import { printPart } from './scripted.ts'

/** Prints the buy box used since 2021: the featured offer, a used offer, a link to other sellers. */
export function printBuyBox(view: ProductView): Markup {
  return html`<div id="desktop_buybox" class="celwidget"><div id="buybox">${printOffers(view)}</div></div> ${feature('olpLinkWidget', printOtherOffers(view))}`
}

function printOffers(view: ProductView): Markup {
  const { record, truth, phrases } = view
  const [first, second] = record.buybox
  if (truth.situation === 'unavailable') return printOutOfStock(view)
  if (truth.situation === 'undeliverable') return printUndeliverable(view)
  if (truth.situation === 'range') return printSelectFirst(view)
  if (first === undefined) return printNoFeaturedOffer(view)
  if (truth.situation === 'subscription') {
    const caption = html`<div class="accordion-caption"> <span class="a-text-bold">${phrases.offer.buy_new}</span> </div>`
    return printAccordion([printRow(view, 'newAccordionRow_0', caption, first, true), printSubscription(view)])
  }
  if (record.price_prime !== null) {
    const row = printRow(view, 'newAccordionRow_1', captionOf(phrases.offer.buy_new), first, true, false)
    return printAccordion([printMembers(view, record.price_prime), row])
  }
  if (second !== undefined) {
    const used = view.phrases.offer.conditions.used_very_good
    return printAccordion([
      printRow(view, 'newAccordionRow_0', captionOf(phrases.offer.buy_new), first, true),
      printRow(view, 'usedAccordionRow', captionOf(used), second, false),
    ])
  }
  if (truth.situation === 'used') {
    return printAccordion([printRow(view, 'usedAccordionRow', captionOf(conditionWords(view)), first, true)])
  }
  return html`<div id="qualifiedBuybox" class="celwidget"><div class="a-last"><div class="a-box-inner">
    ${first.price !== null && printPart(view, 'price', printCorePrice(view, first.price))}${printOffer(view, first, true)}</div></div></div>`
}

function printCorePrice({ money }: ProductView, price: number): Markup {
  return feature(
    'corePrice',
    html`<div class="a-section">${printPrice(money(price), { classes: 'aok-align-center' })}</div>`,
  )
}

function captionOf(text: string): Markup {
  return html`<div class="accordion-caption"><span class="a-text-bold">${text}</span></div>`
}

function printAccordion(rows: readonly Markup[]): Markup {
  return html`<div id="buyBoxAccordion" role="group"> ${rows}</div>`
}

function printRow(
  view: ProductView,
  id: string,
  caption: Markup,
  offer: Offer,
  isFeatured: boolean,
  isOpen = isFeatured,
): Markup {
  return html`<div id="${id}" class="${isOpen ? 'a-accordion-active ' : ''}celwidget"><div class="a-box-inner"><div class="a-declarative" role="button">
    <i class="a-icon"></i> <h5>
    ${caption}${offer.price !== null && feature('corePrice', printPrice(view.money(offer.price), { classes: 'a-text-normal aok-align-center' }))}
    </h5></div><div class="a-accordion-inner accordion-row-content">${printOffer(view, offer, isFeatured)}</div></div></div>`
}

/** Prints the row of the price for members. It is open and buys nothing: its link is an offer to join. */
function printMembers({ money }: ProductView, price: number): Markup {
  return html`<div id="primeSavingsUpsellAccordionRow" class="a-accordion-active celwidget"><div class="a-box-inner"><h5>
    ${captionOf('Prime')}${feature('corePrice', printPrice(money(price), { classes: 'a-text-normal aok-align-center' }))}</h5>
    <div class="a-accordion-inner"><a id="prime-join-signup" href="/gp/prime">Prime</a></div></div></div>`
}

/** Prints the subscription row. It belongs to the featured offer and is not an offer itself. */
function printSubscription({ record, phrases, money }: ProductView): Markup {
  const price = record.price_sns ?? 0
  return html`<div id="snsAccordionRowMiddle" class="celwidget"><div class="a-box-inner"><h5><div class="accordion-caption">
    <span class="a-text-bold">${phrases.offer.subscribe}</span> </div>
    <span id="sns-base-price" class="a-size-base a-color-price">${money(price).text}</span> </h5>
    <div class="a-accordion-inner"><input id="rcx-subscribe-submit-button-announce" type="submit"/></div></div></div>`
}

function printOutOfStock({ record, phrases }: ProductView): Markup {
  return html`<div id="outOfStock" class="celwidget"><div class="a-box-inner"><div id="availability" class="a-section">
    <span class="a-color-price a-text-bold">${record.stock}</span><br/>${phrases.stock.unavailable_note}</div></div></div>`
}

/** Prints that the product is not delivered to the place, and the data of the offers for similar ones. */
function printUndeliverable({ record, phrases }: ProductView): Markup {
  return html`<div id="outOfStock"><div class="a-box-inner"><div class="a-section"> <span class="a-color-price a-text-bold">${record.stock}</span><br/>
    <div class="a-section"><div class="aok-hidden"><div id="exportAlternativeContentTitle">${phrases.headings.similar}</div></div></div></div></div>
    </div>`
}

/** Prints a disabled button: no child of the variation family is selected. */
function printSelectFirst({ phrases }: ProductView): Markup {
  return html`<div id="partialStateBuybox" class="celwidget"><div class="a-box-inner">
    <span class="a-button a-button-disabled"><input id="add-to-cart-button" disabled type="button" value="${phrases.offer.add_to_cart}"/></span>
    </div></div>`
}

function printNoFeaturedOffer({ record, phrases }: ProductView): Markup {
  return html`<div id="unqualifiedBuyBox" class="celwidget"><div class="a-box-inner"><div id="availability" class="a-section">
    ${record.stock !== null && html`<span class="a-size-medium a-color-success"> ${record.stock} </span>`}</div>
    <span id="buybox-see-all-buying-choices" class="a-button"><span><a href="/gp/offer-listing/${record.asin}/ref=dp_olp_unknown_mbc" class="a-button-text">${phrases.offer.see_all}</a></span></span>
    </div></div>`
}

/** Prints the number of other offers and the lowest price. */
function printOtherOffers({ record, phrases, money }: ProductView): Markup | null {
  if (record.pricing_count === null) return null
  const lowest = money(record.pricing_lowest ?? 0)
  const [before = '', after = ''] = fill(phrases.offer.new_and_used, { count: record.pricing_count }).split('\n')
  return html`<div id="all-offers-display" class="a-section"><div id="all-offers-display-spinner" class="aok-hidden"></div></div>
    <div id="dynamic-aod-ingress-box"><div class="a-box-inner"><div class="a-section">
    <span class="a-declarative" data-action="show-all-offers-display"><a id="aod-ingress-link" class="a-link-normal" href="/gp/offer-listing/${record.asin}/ref=dp_olp_ALL_mbc?ie=UTF8" role="button"><span class="a-color-base">${before}${after}</span><span class="a-color-base"> </span>${printPrice(lowest)}</a></span>
    </div></div></div>`
}
