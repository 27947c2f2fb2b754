import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, pageOf, readCards } from '../support/search-cards.ts'

const money = (amount: string): string =>
  `<span class="a-price"><span class="a-offscreen">${amount}</span>${amount}</span>`
const struck = (amount: string): string => `<span class="a-price a-text-price" data-a-strike="true">${amount}</span>`
const row = (inside: string): string => `<div class="a-row">${inside}</div>`
const section = (inside: string): string => `<div class="a-section">${inside}</div>`
const format = (name: string): string => row(`<a class="a-text-bold" href="/x/dp/B0SHLS0013">${name}</a>`)
const offers = (text: string): string => row(`<a href="/gp/offer-listing/B0SHLS0013">${text}</a>`)
const prime = '<i class="a-icon a-icon-prime"></i>'
const block = (inside: string): string => `<div data-cy="price-recipe">${inside}</div>`
const oldFormat = (name: string): string => row(`<a href="/x/dp/B0SHLS0013"><h3>${name}</h3></a>`)
const oldPrice = (amount: string, beside = ''): string => row(`<a><span class="s-price">${amount}</span></a>${beside}`)

/** [what the card holds, price, offers, Prime]. */
const formats: readonly (readonly [string, string, number | null, number | null, boolean])[] = [
  [
    'the other offers of the second format, in sections',
    section(format('Kindle') + row(money('$24.99') + struck('$42.99'))) +
      section(format('Paperback')) +
      section(offers('(36 used &amp; new offers)') + prime),
    24.99,
    null,
    false,
  ],
  [
    'a price after a rule, where the first format has none',
    section(format('Hardcover')) + '<hr>' + section(format('Kindle') + row(money('$9.99'))),
    null,
    null,
    false,
  ],
  [
    'a trial, and a paperback in the same section',
    section(
      format('Audible Audiobook') +
        row(money('$0.00')) +
        row('Free with Audible trial') +
        format('Paperback') +
        row(money('$12.31')),
    ),
    null,
    null,
    false,
  ],
  [
    'another way to buy',
    block('') + `<div><div data-cy="multi-offer-display"><hr>${money('$74.70')}${prime}</div></div>`,
    null,
    null,
    false,
  ],
  [
    'a subscription and a paperback, until 2019',
    oldFormat('Kindle Edition') + oldPrice('$0.00') + row('Read for free.') + '<hr>' + oldPrice('$7.99', prime),
    null,
    null,
    false,
  ],
  [
    'a subscription, what it costs without, and a paperback, until 2019',
    oldFormat('Kindle') + oldPrice('$0.00') + row('Read for free.') + oldPrice('$2.99') + '<hr>' + oldPrice('$7.99'),
    2.99,
    null,
    false,
  ],
  ['a film to rent or buy, until 2019', oldPrice('$4.99 - $11.99', '<span>to rent or buy</span>'), null, null, false],
  [
    'a price for subscribers above a rule, until 2019',
    `${row('<a href="/x/dp/B0SHLS0013?_sns/"><span class="s-price">$8.70</span></a>')}<hr>${oldPrice('$9.16')}`,
    9.16,
    null,
    false,
  ],
  ['a free e-book', block(format('Kindle') + row(money('$0.00'))), 0, null, false],
  [
    'a free e-book with a list price',
    block(format('Kindle') + row(`${money('$0.00')}<div><span>List:</span>${struck('$3.99')}</div>`)),
    0,
    null,
    false,
  ],
  [
    'a format after another, with nothing between them, until 2019',
    oldFormat('Hardcover') + row('3 new') + oldFormat('Kindle') + oldPrice('$9.99', prime),
    null,
    null,
    false,
  ],
  [
    'a film, and a disc after a rule, until 2019',
    row('<h3>Prime Video</h3>') + '<hr>' + row('<h3>DVD</h3>') + oldPrice('$7.99', prime),
    null,
    null,
    false,
  ],
  [
    'a bold link in the title',
    section(format('Ada Marsh')).replace('<div', '<div data-cy="title-recipe"') +
      section(format('Hardcover') + row(money('$18.40'))),
    18.4,
    null,
    false,
  ],
  [
    'a book to rent, and a line that says what it costs to buy',
    section(
      format('Paperback') +
        row(`${money('$31.31')} to rent`) +
        '<div class="a-row a-size-base a-color-secondary"><span>$44.99 to buy</span></div>',
    ),
    44.99,
    null,
    false,
  ],
  [
    'a free e-book of 2018',
    `<div><div class=a-row><span class="sx-price"><sup class="sx-price-currency">$</sup><span class="sx-price-whole">0</span><sup class="sx-price-fractional">00</sup></span></div></div>`,
    0,
    null,
    false,
  ],
  ['a free app', block(row(money('$0.00'))), 0, null, false],
  [
    'a product that is free for members only',
    block(row(money('$0.00')) + row('Free with a membership')),
    null,
    null,
    false,
  ],
  ['new and used offers', offers('$54.80 new (22 offers)') + offers('$42.11 used (17 offers)'), null, 39, false],
  ['a number that an extension of a browser prints', offers('1'), null, null, false],
]

for (const [name, inside, price, count, isPrime] of formats) {
  test(`the first format and offer of a card: ${name}`, () => {
    const [read] = readCards(pageOf(card('B0SHLS0013', inside)))
    assert.deepEqual([read?.price, read?.pricing_count, read?.is_prime], [price, count, isPrime])
  })
}

/** [line below the price in the layout until 2019, whether it is about delivery]. */
const lines: readonly (readonly [string, boolean])[] = [
  ['FREE Shipping on eligible orders', true],
  ['Lieferung bis Fr, 1. Feb', true],
  ['Auf Lager.', false],
  ['Usually ships within 2 to 4 weeks', false],
  ['Disponibilità immediata.', false],
  ['Habituellement expédié sous 2 à 3 jours', false],
  ['在庫あり。', false],
  ['Sofort lieferbar', true],
  ['Disponible à l’expédition sous 1-2 jours', false],
]

for (const [line, isDelivery] of lines) {
  test(`a line below the price until 2019: ${line}`, () => {
    const below = row(`<span class="a-size-small a-color-secondary">${line}</span>`)
    const inside = `<div class="s-item-container">${row('<span class="s-price">$5.00</span>')}${below}</div>`
    const [read] = readCards(pageOf(card('B0SHLS0014', inside)))
    assert.equal(read?.shipping_information, isDelivery ? line : null)
  })
}
