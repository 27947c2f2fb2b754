import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { emptyCard, emptyProduct, extractProduct, parsePage, productSchema } from '../../core/index.ts'
import { com, de } from '../../selectors/index.ts'

const HTML = `<div id=dp class="toy en_US"><input id=ASIN value=B0SHLF0001>
<h1><span id=productTitle>Tin Bell</span></h1>
<div id=corePrice_feature_div><span class=a-price><span class=a-offscreen>$12.50</span></span></div>
<div id=averageCustomerReviews><span id=acrCustomerReviewText>4.75 ratings</span></div></div>`

test('the record has all fields, in the order of the wire', () => {
  const { record } = extractProduct(parsePage(HTML), com)
  assert.ok(record !== null)
  v.parse(productSchema, record)
  const order = Object.keys(productSchema.entries)
  assert.ok(order.length >= 55)
  assert.deepEqual(
    Object.keys(record),
    order.filter((field) => field !== 'html'),
  )
})

test('the html is attached when it is requested', () => {
  const { record } = extractProduct(parsePage(Buffer.from(HTML)), com, { addHtml: true })
  assert.equal(record?.html, HTML)
  assert.equal(Object.keys(record).at(-1), 'html')
  v.parse(productSchema, record)
})

test('winners are listed, and an unreadable value is an issue', () => {
  const { winners, issues, attempts, record } = extractProduct(parsePage(HTML), com)
  assert.equal(winners.product_name, 'span#productTitle')
  assert.equal(winners.title, 'field: product_name')
  assert.equal(winners.page_type, '#dp::attr(class)')
  assert.equal(record?.reviews_count, 0)
  assert.deepEqual(
    issues.map(({ field, text, problem }) => [field, text, problem]),
    [['reviews_count', '4.75 ratings', 'unreadable']],
  )
  assert.equal(attempts, null)
})

test('all attempts are listed when they are requested', () => {
  const page = parsePage(HTML)
  const { attempts } = extractProduct(page, com, { explain: true })
  const ofTitle = attempts?.filter(({ field }) => field === 'product_name') ?? []
  const { elements, ...won } = ofTitle.at(-1) ?? {}
  assert.deepEqual(won, {
    field: 'product_name',
    part: 'shown',
    source: 'span#productTitle',
    found: 1,
    text: 'Tin Bell',
    outcome: 'won',
    reason: null,
  })
  const ids = elements?.map((position) => page.elements.all[position]?.attributeList.id)
  assert.deepEqual(ids, ['productTitle'])
})

test('the requested ASIN is kept next to the ASIN of the page', () => {
  const { record } = extractProduct(parsePage(HTML), de, { asin: 'B0SHLF0002' })
  assert.equal(record?.asin, 'B0SHLF0001')
  assert.equal(record.asin_in_url, 'B0SHLF0002')
  assert.equal(record.url, 'https://www.amazon.de/dp/B0SHLF0001')
})

test('a page that is read twice gives the same record', () => {
  const page = parsePage(HTML)
  assert.deepEqual(extractProduct(page, com), extractProduct(page, com))
})

/** [what the page says about votes, how many found a review helpful]. */
const votes: readonly (readonly [string, number])[] = [
  ['One person found this helpful', 1],
  ['1.234 Personen fanden diese Informationen hilfreich', 1234],
  ['3 of 5 people found the following review helpful', 3],
  ['5人中、3人のお客様がこれが役に立ったと考えています', 3],
  ['٣ أشخاص وجدوا هذا مفيدًا', 3],
]

test('helpful votes for a review are counted, not all votes', () => {
  for (const [said, helpful] of votes) {
    const review = `<div id=R1SHELFVOTES data-hook=review><span data-hook=helpful-vote-statement>${said}</span></div>`
    const { record } = extractProduct(parsePage(HTML + review), com)
    assert.equal(record?.reviews[0]?.helpful_count, helpful, said)
  }
})

/** [row of a rank as it is marked up, its category]. */
const ranks: readonly (readonly [string, string])[] = [
  ['#12 in Bells (<a href="/gp/bestsellers/b">See Top 100 in Bells</a>)', 'Bells'],
  ['#12 in Bells (<a href="/gp/bestsellers/b">See Top 100 in Bells (Tin)</a>)', 'Bells'],
  ['Nr. 12 in Glocken (Siehe Top 100 in Glocken)', 'Glocken'],
  ['#12 in <a href="/gp/bestsellers/b">Bells (Tin)</a>', 'Bells (Tin)'],
  ['#12 in Bells (Tin)', 'Bells (Tin)'],
]

test('a remark after a rank is not part of its category; brackets can be', () => {
  for (const [row, category] of ranks) {
    const details = `<div id=prodDetails><table><tr><th>Best Sellers Rank</th><td>${row}</td></tr></table></div>`
    const { record } = extractProduct(parsePage(HTML + details), com)
    assert.deepEqual(
      record?.sales_rank.map(({ rank, ladder }) => [rank, ladder.map(({ name }) => name)]),
      [[12, [category]]],
      row,
    )
  }
})

test('the winner is the candidate that gave the value, not one that found another offer or nothing to read', () => {
  const page = parsePage(`
    <input id=ASIN value=B0SHLF0910><span id=productTitle>Tin Bell</span>
    <div id=buyBoxAccordion>
      <div id=newAccordionRow class=a-accordion-active>
        <div id=availability><span> </span><b>In stock</b></div>
        <span id=merchant-info>Ships from and sold by Amazon.com.</span><input type=button id=add-to-cart-button>
      </div>
      <div id=usedAccordionRow>
        <div id=usedbuyBox><a href="/sp?seller=A1SHELF00A0014">Gannet</a></div><input type=button id=add-to-cart-button-ubb>
      </div>
    </div>`)
  const { record, winners } = extractProduct(page, com)
  assert.equal(record?.featured_merchant?.name, 'Amazon.com')
  assert.equal(winners.featured_merchant, '#merchant-info')
  assert.equal(record.stock, 'In stock')
  assert.equal(winners.stock, '#availability')
})

test('shipping that depends on a condition has no price and no winner, and the attempts say why', () => {
  const page = parsePage(`
    <input id=ASIN value=B0SHLF0911><span id=productTitle>Tin Bell</span>
    <div id=buybox>
      <div id=deliveryBlockMessage>
        <span data-csa-c-delivery-price=FREE data-csa-c-delivery-condition="on orders over $35">FREE delivery on orders over $35</span>
        <span data-csa-c-delivery-price=FREE>Or members get FREE delivery</span>
      </div>
      <input type=button id=add-to-cart-button>
    </div>`)
  const { record, winners, attempts } = extractProduct(page, com, { explain: true })
  assert.equal(record?.price_shipping, null)
  assert.equal(winners.price_shipping, undefined)
  const refused = attempts?.find(({ field, outcome }) => field === 'price_shipping' && outcome === 'refused')
  assert.equal(refused?.reason, 'tied to a condition')
  assert.equal(refused.text, 'FREE delivery on orders over $35')
})

test('only fields that every product or card has are without an empty value', () => {
  const present = (fields: object) =>
    Object.keys(fields).filter((name) => fields[name as keyof typeof fields] === undefined)
  assert.deepEqual(present(emptyProduct), [
    'asin',
    'asin_in_url',
    'url',
    'page_type',
    'title',
    'product_name',
    'currency',
  ])
  assert.deepEqual(present(emptyCard), ['asin', 'title', 'url', 'currency'])
})
