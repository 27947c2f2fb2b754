import { html, type Markup } from '../markup.ts'
import { filler } from '../weight.ts'
import { isClassic, type ProductTruth } from '../truth/product-truth.ts'
import { printClassicBuyBox } from './buy-box-classic.ts'
import { printBuyBox } from './buy-box.ts'
import { printSimilar } from './decoys.ts'
import { printDetails } from './details.ts'
import { printBreadcrumbs, printByline, printTitle } from './heading.ts'
import { printImages } from './images.ts'
import { printBullets, printDescription, printOverview } from './item.ts'
import { printAverage, printBadges, printReviews } from './opinion.ts'
import { printPage } from './page-frame.ts'
import { printPriceBlock } from './price-block.ts'
import { printPriceTable } from './price-table.ts'
import { viewProduct, type ProductView } from './product-view.ts'
import { printFormats, printVariations } from './variations.ts'

export interface RenderOptions {
  /** `real`: as many bytes as a real page has, most of them scripts; `light`: without them. Default: `light`. */
  readonly weight?: 'light' | 'real' | undefined
}

/** Prints a product page, from which just this truth is to be read. */
export function renderProduct(truth: ProductTruth, { weight = 'light' }: RenderOptions = {}): string {
  const view = viewProduct(truth)
  const { record, locale } = view
  const { host, domain } = locale.marketplace
  return printPage(view, {
    title: `${record.title} : Amazon.${domain}`,
    canonical: `https://${host}/slug/dp/${record.asin}`,
    filler: printFiller(view, weight, 'head'),
    body: printBody(view, weight),
  }).text
}

/** Shares of the weight by place: half of it stands in the head and round the product, half below it. */
const SHARES = { head: 0.2, column: 0.3, below: 0.5 }

const LIGHTEST = 600_000
const HEAVIEST = 2_200_000

function printFiller(
  { random }: ProductView,
  weight: RenderOptions['weight'],
  place: keyof typeof SHARES,
): Markup | null {
  if (weight !== 'real') return null
  const size = random.fork('weight').int(LIGHTEST, HEAVIEST)
  return filler(random.fork(place), size * SHARES[place])
}

function printBody(view: ProductView, weight: RenderOptions['weight']): Markup {
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
