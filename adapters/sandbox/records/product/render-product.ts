import { filler, type PageWeight, type RenderOptions } from '../../markup/filler.ts'
import { html, type Markup } from '../../markup/html.ts'
import { printFrame } from '../../markup/page-frame.ts'
import type { ProductTruth } from './truth/product-truth.ts'
import { printClassicBuyBox } from './buy-box-classic.ts'
import { printBuyBox } from './buy-box.ts'
import { printBullets, printDescription, printOverview } from './description.ts'
import { printDetails } from './details.ts'
import { printBreadcrumbs, printByline, printTitle } from './heading.ts'
import { printImages } from './images.ts'
import { printFormats, printSimilar, printVariations } from './other-products.ts'
import { printPriceBlock, printPriceTable } from './price.ts'
import { printDeliveryLocation, viewProduct, type ProductView } from './product-view.ts'
import { printAverage, printBadges } from './ratings.ts'
import { printReviews } from './reviews.ts'
import { printPart } from './scripted.ts'

/** Prints a product page. The extraction must read from it exactly the record of the truth: that as received, or after its scripts. */
export function renderProduct(truth: ProductTruth, { weight = 'light' }: RenderOptions = {}): string {
  const view = viewProduct(truth)
  const { record, locale } = view
  const frame = {
    title: `${record.title} : ${locale.shopName}`,
    canonical: `https://${locale.marketplace.host}/slug/dp/${record.asin}`,
    location: printDeliveryLocation(view),
    random: view.random.fork('frame'),
    filler: { head: printFiller(view, weight, 'head') },
  }
  return printFrame(locale, frame, printBody(view, weight)).text
}

/** Shares of the filler, by position: half of it is before the end of the product, half after. */
const SHARES = { head: 0.2, column: 0.3, below: 0.5 }

const LIGHTEST = 600_000
const HEAVIEST = 2_200_000

function printFiller({ random }: ProductView, weight: PageWeight, part: keyof typeof SHARES): Markup | null {
  if (weight !== 'real') return null
  const size = random.fork('weight').int(LIGHTEST, HEAVIEST)
  return filler(random.fork(part), size * SHARES[part])
}

function printBody(view: ProductView, weight: PageWeight): Markup {
  const { truth, record, locale } = view
  const isOld = truth.layout === 'classic'
  const right = isOld ? printClassicBuyBox(view) : printBuyBox(view)
  return html`<div id="dp" class="${record.page_type} ${locale.marketplace.language}"><div id="dp-container" role="main"> ${printBreadcrumbs(view)}
    <div id="ppd"><div id="rightCol" class="rightCol">${right}</div><div id="leftCol" class="leftCol">${printImages(view)}</div><div id="centerCol">
    ${printTitle(view)}${printByline(view)}${printAverage(view)}${printBadges(view)}<hr/>
    ${isOld ? printPriceTable(view) : printPart(view, 'price', printPriceBlock(view))}${printFormats(view)}${printPart(view, 'variations', printVariations(view))}${printOverview(view)}${printBullets(view)}
    </div></div>
    ${printFiller(view, weight, 'column')}${printSimilar(view)}${printDescription(view)}${printDetails(view)}${printReviews(view)}${printFiller(view, weight, 'below')}
    </div></div>`
}
