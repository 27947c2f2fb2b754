import { printFrame } from '../frame.ts'
import { html, type Markup } from '../markup.ts'
import { filler, type PageWeight, type RenderOptions } from '../weight.ts'
import { isClassic, type ProductTruth } from '../truth/product-truth.ts'
import { printClassicBuyBox } from './buy-box-classic.ts'
import { printBuyBox } from './buy-box.ts'
import { printSimilar } from './decoys.ts'
import { printDetails } from './details.ts'
import { printBreadcrumbs, printByline, printTitle } from './heading.ts'
import { printImages } from './images.ts'
import { printBullets, printDescription, printOverview } from './item.ts'
import { printAverage, printBadges, printReviews } from './opinion.ts'
import { printProductPlace } from './place.ts'
import { printPriceBlock } from './price-block.ts'
import { printPriceTable } from './price-table.ts'
import { viewProduct, type ProductView } from './product-view.ts'
import { printFormats, printVariations } from './variations.ts'

/** Prints a product page, from which just this truth is to be read. */
export function renderProduct(truth: ProductTruth, { weight = 'light' }: RenderOptions = {}): string {
  const view = viewProduct(truth)
  const { record, locale } = view
  const frame = {
    title: `${record.title} : ${locale.shopName}`,
    canonical: `https://${locale.marketplace.host}/slug/dp/${record.asin}`,
    place: printProductPlace(view),
    random: view.random.fork('frame'),
    filler: { head: printFiller(view, weight, 'head') },
  }
  return printFrame(locale, frame, printBody(view, weight)).text
}

/** Shares of the weight by place: half of it stands in the head and round the product, half below it. */
const SHARES = { head: 0.2, column: 0.3, below: 0.5 }

const LIGHTEST = 600_000
const HEAVIEST = 2_200_000

function printFiller({ random }: ProductView, weight: PageWeight, place: keyof typeof SHARES): Markup | null {
  if (weight !== 'real') return null
  const size = random.fork('weight').int(LIGHTEST, HEAVIEST)
  return filler(random.fork(place), size * SHARES[place])
}

function printBody(view: ProductView, weight: PageWeight): Markup {
  const { truth, record, locale } = view
  const isOld = isClassic(truth.layout)
  const right = isOld ? printClassicBuyBox(view) : printBuyBox(view)
  return html`<div id="dp" class="${record.page_type} ${locale.marketplace.language}">
    <div id="dp-container" class="a-container" role="main">
      ${printBreadcrumbs(view)}
      <div id="ppd">
        <div id="rightCol" class="rightCol">${right}</div>
        <div id="leftCol" class="leftCol">${printImages(view)}</div>
        <div id="centerCol" class="centerColAlign">
          ${printTitle(view)}${printByline(view)}${printAverage(view)}${printBadges(view)}
          <hr />
          ${isOld ? printPriceTable(view) : printPriceBlock(view)}${printFormats(view)}${printVariations(view)}${printOverview(view)}${printBullets(view)}
        </div>
      </div>
      ${printFiller(view, weight, 'column')}${printSimilar(view)}${printDescription(view)}${printDetails(view)}${printReviews(view)}${printFiller(view, weight, 'below')}
    </div>
  </div>`
}
