import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractProduct, parsePage, type Marketplace, type Product } from '../../core/index.ts'
import { coJp, com, comTr, nl, sa, se, type BaseMaps } from '../../selectors/index.ts'

const price = (amount: string): string =>
  `<span class="a-price priceToPay"><span class="a-offscreen">${amount}</span><span>${amount}</span></span>`
const button = '<input type=submit id=add-to-cart-button>'
const offer = (amount: string): string =>
  `<div id=desktop_buybox><div id=buybox><div id=corePrice_feature_div>${price(amount)}</div>${button}</div></div>`
const meters = (value: (percentage: number) => string): string =>
  [60, 20, 10, 6, 4].map((percentage) => `<li><a aria-valuenow="${value(percentage)}"></a></li>`).join('')
const histogram = (rows: string): string => `<ul id=histogramTable>${rows}</ul>`
const picture = (name: string, more = ''): string =>
  `<li class="item ${more}"><img src="https://m.media-amazon.com/images/I/${name}"></li>`
const details = (label: string, value: string): string =>
  `<div id=prodDetails><table><tr><th>${label}<td>${value}</table></div>`
const shares = [60, 20, 10, 6, 4].map((percentage, index) => ({ rating: 5 - index, percentage }))

/** [what it is about, marketplace, what the page holds, field, value]. */
const traps: readonly (readonly [string, Marketplace<string, BaseMaps>, string, keyof Product, unknown])[] = [
  [
    'a seller whose name is spelled like a currency',
    com,
    `<div id=corePriceDisplay_desktop_feature_div>${price('$26.00')}</div>
    <div id=moreBuyingChoices_feature_div>TOP Deals $24.00</div>`,
    'currency',
    'USD',
  ],
  [
    'the same where kronor are shown',
    se,
    `${offer('499 kr')}<div id=olpLinkWidget_feature_div>Sold by PEN World</div>`,
    'currency',
    'SEK',
  ],
  [
    'offers in the currency of a visitor, where no price is shown',
    com,
    '<div id=olpLinkWidget_feature_div>New (3) from CAD 24.00</div>',
    'currency',
    'CAD',
  ],
  ['meters with the sign first', comTr, histogram(meters((n) => `%${n}`)), 'rating_stars_distribution', shares],
  [
    'meters in Arabic digits',
    sa,
    histogram(meters((n) => `${String(n).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))}٪`)),
    'rating_stars_distribution',
    shares,
  ],
  [
    'a control that shows more of the breadcrumbs',
    coJp,
    `<div id=breadcrumb_feature_div><a href="/b?node=1">お香</a><a href="javascript:void(0)" role=button>その他</a></div>`,
    'category',
    [{ ladder: [{ name: 'お香', url: 'https://www.amazon.co.jp/b?node=1' }] }],
  ],
  [
    'a video among the small pictures',
    com,
    `<ul id=altImages>${picture('41bell1L._AC_US40_.jpg')}${picture('81playL.SS125_PKplay-button_.jpg', 'videoBlockIngress')}</ul>`,
    'images',
    ['https://m.media-amazon.com/images/I/41bell1L.jpg'],
  ],
  [
    'a price that is as bold as the date',
    com,
    `${offer('$26.00')}<div id=mir-layout-DELIVERY_BLOCK><div id=mir-layout-DELIVERY_BLOCK-slot-PRIMARY_DELIVERY_MESSAGE_LARGE>
    <span data-csa-c-delivery-time="March 20 - 24"><b>$5.99 delivery</b> <b>March 20 - 24</b></span></div></div>`,
    'delivery',
    [{ date: { by: 'March 20 - 24' }, type: '$5.99 delivery' }],
  ],
  [
    'one label on the page, another in its state',
    com,
    `<div id=variation_color_name><div class=a-row><label>Colour:</label> <span>Red</span></div></div>
    <script>var dataToReturn = {"dimensions":["color_name"],"variationDisplayLabels":{"color_name":"Colour Name"},
    "dimensionValuesDisplayData":{"B0SHLF0201":["Red"]}};</script>`,
    'variations',
    [{ asin: 'B0SHLF0201', dimensions: { Colour: 'Red' }, selected: true }],
  ],
  [
    'a byline with an article',
    nl,
    '<a id=bylineInfo href="/stores/x">De Loftmere-Store bezoeken</a>',
    'brand',
    'Loftmere',
  ],
  [
    'a label that gives the order of the dimensions',
    com,
    details('Product Dimensions L x W x H', '4 x 3 x 2 cm'),
    'product_dimensions',
    '4 x 3 x 2 cm',
  ],
  [
    'a row about returns',
    comTr,
    details('Amazon.com.tr İade Politikası', '5 Mayıs 2020 ve sonrası'),
    'date_first_available',
    null,
  ],
  [
    'an author in the row before, on mobile pages of 2018',
    com,
    `<div id=cm-cr-dp-aw-review-list><div class=a-row><a class=a-profile><span class=a-profile-name>Ada</span></a></div>
    <div id=R2SHLMOBILE01><div id=customer_review-R2SHLMOBILE01><span class=reviewText>Rings well.</span></div></div>
    <div id=R2SHLMOBILE02><div id=customer_review-R2SHLMOBILE02><span class=reviewText>Dull.</span></div></div></div>`,
    'reviews',
    ['Ada', null].map((author, index) => ({
      id: `R2SHLMOBILE0${index + 1}`,
      author,
      title: '',
      content: ['Rings well.', 'Dull.'][index],
      rating: null,
      timestamp: null,
      is_verified: false,
      helpful_count: 0,
    })),
  ],
  [
    'labels that objects have as members',
    com,
    `<div id=prodDetails><table><tr><th>constructor<td>Ada<tr><th>toString<td>Steel<tr><th>__proto__<td>First
    <tr><th>hasOwnProperty<td>Yes</table></div>`,
    'product_details',
    Object.fromEntries([
      ['constructor', 'Ada'],
      ['toString', 'Steel'],
      ['__proto__', 'First'],
      ['hasOwnProperty', 'Yes'],
    ]),
  ],
  [
    'a quantity that no number holds',
    com,
    `<div id=desktop_buybox><div id=buybox>${button}<select name=quantity><option value=2>2
    <option value=99999999999999999999>many<option value="6+">6+</select></div></div>`,
    'max_quantity',
    6,
  ],
]

test('the source of a value is never a text of the page, so that metrics have a limited number of series', () => {
  const sources = ['one', 'two'].map((id) => {
    const html = `<div id=dp><input id=ASIN value=B0SHLF0201><h1><span id=productTitle>Tin Bell</span></h1>
      <div id=desktop_buybox><div id=buybox><div id=buyBoxAccordion><div id=renewedAccordionRow_${id}>${button}</div></div></div></div></div>`
    return extractProduct(parsePage(html), com).winners.condition
  })
  assert.equal(sources[0], '[id^="renewed" i]')
  assert.equal(sources[1], sources[0])
})

for (const [name, marketplace, inside, field, value] of traps) {
  test(`${field}: ${name}`, () => {
    const html = `<div id=dp><input id=ASIN value=B0SHLF0201><h1><span id=productTitle>Tin Bell</span></h1>${inside}</div>`
    const { record } = extractProduct(parsePage(html), marketplace)
    assert.deepEqual(record?.[field], value)
  })
}
