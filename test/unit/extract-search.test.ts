import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyCard, extractSearch, parsePage } from '../../core/index.ts'
import { com, de } from '../../selectors/index.ts'
import { card, pageOf, readCards } from '../support/search-cards.ts'

test('cards are numbered in page order, organic and sponsored ones separately', () => {
  const products = readCards(
    pageOf(
      card('B0SHLS0001', '', 'class="AdHolder"'),
      card('B0SHLS0002', ''),
      card('', 'a spacer'),
      card('B0SHLS0001', ''),
      card('B0SHLS0003', '<a href="/sspa/click?url=%2Fdp%2FB0SHLS0003">x</a>'),
    ),
  )
  assert.deepEqual(
    products.map(({ asin, is_sponsored, sponsored_position, organic_position }) => [
      asin,
      is_sponsored,
      sponsored_position ?? organic_position,
    ]),
    [
      ['B0SHLS0001', true, 1],
      ['B0SHLS0002', false, 1],
      ['B0SHLS0001', false, 2],
      ['B0SHLS0003', true, 2],
    ],
  )
})

test('a card with only a title has null for every other field', () => {
  assert.deepEqual(readCards(pageOf(card('B0SHLS0004', '')), de), [
    {
      ...emptyCard,
      asin: 'B0SHLS0004',
      title: 'Bell 4',
      url: 'https://www.amazon.de/dp/B0SHLS0004',
      currency: 'EUR',
      organic_position: 1,
    },
  ])
})

test('brand and title headings are joined, unless the title begins with the brand', () => {
  const [apart, same] = readCards(
    pageOf(
      '<div data-component-type="s-search-result" data-asin="B0SHLS0005"><h2>Halden</h2><a href="/dp/B0SHLS0005"><h2>Desk Lamp</h2></a></div>',
      '<div data-component-type="s-search-result" data-asin="B0SHLS0006"><h2>Halden</h2><a href="/dp/B0SHLS0006"><h2>HALDEN Desk Lamp</h2></a></div>',
    ),
  )
  assert.deepEqual([apart?.manufacturer, apart?.title], ['Halden', 'Halden Desk Lamp'])
  assert.deepEqual([same?.manufacturer, same?.title], ['Halden', 'HALDEN Desk Lamp'])
})

test('winners are listed by the index of the card', () => {
  const html = pageOf(
    card('B0SHLS0007', ''),
    card(
      'B0SHLS0008',
      '<span class="a-price"><span class="a-offscreen">$8.50</span><span aria-hidden="true">$8.50</span></span>',
    ),
  )
  const page = parsePage(html)
  const { winners, attempts, rowElements } = extractSearch(page, com, { explain: true })
  assert.equal(winners['products[0].title'], 'h2')
  assert.equal(winners['products[0].price'], undefined)
  assert.ok(winners['products[1].price']?.startsWith('.a-price'))
  assert.ok(attempts?.some(({ field, outcome }) => field === 'products[1].price' && outcome === 'won'))
  const asins = rowElements?.map((position) => page.elements.all[position]?.attributeList.get('data-asin'))
  assert.deepEqual(asins, ['B0SHLS0007', 'B0SHLS0008'])
})

test('the page number is the requested one, else the marked one, else 1', () => {
  const marked = `${pageOf(card('B0SHLS0009', ''))}<span class="s-pagination-selected" aria-label="Page 3">3</span>`
  assert.equal(extractSearch(parsePage(marked), com).record?.page, 3)
  assert.equal(extractSearch(parsePage(marked), com, { page: 4 }).record?.page, 4)
  assert.equal(extractSearch(parsePage(pageOf(card('B0SHLS0009', ''))), com).record?.page, 1)
})

test('no_results is true only when the page says so', () => {
  const empty = extractSearch(parsePage('<div class="s-main-slot"></div>'), com)
  assert.equal(empty.record, null)
  assert.deepEqual(empty.issues, [{ field: 'products', source: '', text: '', problem: 'missing' }])
  const said = extractSearch(
    parsePage('<div class="s-main-slot"><div class="s-no-results-result">No results for tin bell</div></div>'),
    com,
  )
  const nothing = { page: 1, products: [], html: null, node: null, no_results: true, refinements: [], total_results: 0 }
  assert.deepEqual(said.record, nothing)
  assert.deepEqual(said.issues, [])
})

test('the html is attached when it is requested', () => {
  const html = pageOf(card('B0SHLS0010', ''))
  assert.equal(extractSearch(parsePage(html), com, { addHtml: true }).record?.html, html)
})

const starred = (inside: string): string =>
  card('B0SHLS0011', `<div data-cy="reviews-block"><div class="a-row a-size-small">${inside}</div></div>`)

/** [label of the rating, label of the count, rating, count]. An average is never a count, in any order of its words. */
const opinions: readonly (readonly [string, string, number | null, number | null])[] = [
  ['4.6 out of 5 stars, rating details', '1,234 ratings', 4.6, 1234],
  ['4,6 von 5 Sternen, Details zur Bewertung', '1.234 Bewertungen', 4.6, 1234],
  ['4,6 étoiles sur 5', '1\u202f234 évaluations', 4.6, 1234],
  ['4,6 z 5 gwiazdek', '1\u00a0234 oceny', 4.6, 1234],
  ['5つ星のうち4.6', '1,234個の評価', 4.6, 1234],
  ['5 yıldız üzerinden 4,6', '1.234 değerlendirme', 4.6, 1234],
  ['4.6 من 5 نجوم', '\u200f١٬٢٣٤ تقييم', 4.6, 1234],
  ['5 में से 4.6 स्टार', '1,23,456 रेटिंग', 4.6, 123456],
  ['별 5개 중 4.6개', '1,234', 4.6, 1234],
  ['4.6 顆星，總共 5 顆星', '1.2万', 4.6, 12000],
  ['5つ星のうち4.6', '5つ星のうち4.6', 4.6, null],
  ['별 5개 중 4.6개', '별 5개 중 4.6개', 4.6, null],
  ['5.0 out of 5 stars', '5 ratings', 5, 5],
  ['5 out of 5 stars', '5 out of 5 stars', 5, null],
  ['5つ星のうち 5', '5つ星のうち 5', 5, null],
  ['4,6 av 5 stjärnor', '(1,2 tn)', 4.6, 1200],
  ['5 yıldız üzerinden 4,6', '(1,2 B)', 4.6, 1200],
]

for (const [average, count, rating, reviews_count] of opinions) {
  test(`rating and count of "${average}", "${count}"`, () => {
    const link = `<a aria-label="${count}" href="#customerReviews">x</a>`
    const [icon] = readCards(
      pageOf(starred(`<i class="a-star-4-5"><span class="a-icon-alt">${average}</span></i> ${link}`)),
    )
    assert.deepEqual([icon?.rating, icon?.reviews_count], [rating, reviews_count])
    const [label] = readCards(pageOf(starred(`<a aria-label="${average}"><i class="a-star-4-5"></i></a> ${link}`)))
    assert.equal(label?.rating, rating, 'label without a text in the icon')
    const [plain] = readCards(
      pageOf(starred(`<span aria-label="${average}"></span><span aria-label="${count}">x</span>`)),
    )
    assert.equal(plain?.reviews_count, reviews_count, 'labels without links')
  })
}

/** [note below the stars, whether it says what is sold]. */
const notes: readonly (readonly [string, boolean])[] = [
  ['1K+ bought in past month', true],
  ['5000+ Mal im letzten Monat gekauft', true],
  ['Plus de 300 achetés au cours du mois dernier', true],
  ['5000+ acquistati nel mese scorso', true],
  ['1 mil+ comprados el mes pasado', true],
  ['Mais de 50 compras no mês passado', true],
  ['100+ keer gekocht in de afgelopen maand', true],
  ['Ponad 100 kupiono w zeszłym miesiącu', true],
  ['Fler än 50 köpta under den senaste månaden', true],
  ['過去1か月で500点以上購入されました', true],
  ['過去一個月有3000個以上顧客購買', true],
  ['Geçen ay 100 adetten fazla satın alındı', true],
  ['تم شراء أكثر من 100 الشهر الماضي', true],
  ['400+ viewed in past month', false],
  ['400+ Mal im letzten Monat angesehen', false],
  ['New on Amazon in past month', false],
  ['過去1か月でAmazonに新登場', false],
  ['過去1か月で1万点以上購入されました', true],
  ['Meer dan 200 gekocht in de afgelopen maand', true],
  ['200+ keer bekeken in de afgelopen maand', false],
]

for (const [note, isSales] of notes) {
  test(`a note that is ${isSales ? '' : 'not '}about sales: ${note}`, () => {
    const [read] = readCards(
      pageOf(starred(`</div><div class="a-row a-size-base"><span class="a-color-secondary">${note}</span>`)),
    )
    assert.equal(read?.sales_volume, isSales ? note : null)
  })
}

/** [line below the price, price]. */
const secondLines: readonly (readonly [string, number])[] = [
  ['Or $5.49 to buy', 5.49],
  ['Ou R$\u00a09,90 para comprar', 9.9],
  ['O 1.349,00 € por la compra Otros formatos: 2 CD', 1349],
  ['または、￥1,250で購入', 1250],
  ['Other formats: 4K, Blu-ray', 20],
  ['Also available as 2-Pack', 20],
  ['Or $3.99 to rent', 20],
]

for (const [line, price] of secondLines) {
  test(`a line below the price: ${line}`, () => {
    const [read] = readCards(
      pageOf(
        card(
          'B0SHLS0012',
          `<div data-cy="price-recipe"><span class="a-price"><span class="a-offscreen">$20.00</span>$20.00</span></div>
          <div data-cy="secondary-offer-recipe"><div class="a-row a-color-secondary"><span>${line}</span></div></div>`,
        ),
      ),
    )
    assert.equal(read?.price, price)
  })
}
