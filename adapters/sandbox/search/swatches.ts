import { html, type Markup } from '../markup.ts'
import { inventAsin } from '../truth/invent-listing.ts'
import type { CardView } from './search-view.ts'

/** Links to the other colours of a product: other ASINs, in the card. */
export function printSwatches({ aside, page, random }: CardView): Markup | null {
  const own = random.fork('swatches')
  if (aside.kind !== 'apparel' || !own.chance(0.6)) return null
  const colours = own.sample(page.phrases.vocabulary.colours, own.int(2, 4))
  const swatches = colours.map((colour) => {
    const path = `/dp/${inventAsin(own)}/ref=cs_sr_dp`
    return html`<div class="a-section s-color-swatch-outer-circle s-color-swatch-pad"><div data-csa-c-swatch-url="${path}" data-csa-c-type="link"><a aria-label="${colour}" class="a-link-normal" href="${path}"><span class="s-color-swatch-inner-circle-fill" style="background-color: #${own.text('0123456789abcdef', 6)}"><span class="s-color-swatch-inner-circle-border"></span></span></a></div></div>`
  })
  return html`<div class="a-section a-spacing-none a-text-center"><div class="a-section s-color-swatch-container" role="group">${swatches}</div></div>`
}
