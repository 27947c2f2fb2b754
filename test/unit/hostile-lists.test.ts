// Runs alone: it compares processor time of its process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { bestSellersSchema, extractBestSellers, parsePage } from '../../core/index.ts'
import { com } from '../../selectors/index.ts'
import { sampleOf } from '../support/property-runs.ts'
import { assertCheap } from '../support/reference-cost.ts'

const SIZE = 8 * 1024 * 1024 - 4000

/** Repeated markup, up to the size of a large page; each piece is made from its index. */
function fill(make: (index: number) => string, most = Infinity): string {
  const pieces: string[] = []
  let size = 0
  for (let index = 0; index < most && size < SIZE - 2000; index++) {
    const piece = make(index)
    pieces.push(piece)
    size += piece.length
  }
  return pieces.join('')
}

const asinOf = (index: number): string => `B${String(index).padStart(9, '0')}`
const card = (asin: string, inside = ''): string =>
  `<div id=gridItemRoot><b class=zg-bdg-text>#1</b><a href=/x/dp/${asin}><p class=line-clamp>x</p></a>${inside}</div>`
const listed = (index: number): string => `{id:'${asinOf(index)}',metadataMap:{'render.zg.rank':${index + 1}}},`
const grid = (entries: string, cards: string): string =>
  `<div id=zg data-acp-path=/acp/x/ data-acp-params=x><div class=p13n-desktop-grid data-client-recs-list="[${entries}]">${cards}</div></div>`
const own = card('B000000000')

test('the cost of a list of 8 MB is linear in its size, also for hostile content', () => {
  const fillings = {
    'entries without cards': () => grid(fill(listed), own),
    'entries that are not closed': () =>
      grid(
        fill(() => '[{'),
        own,
      ),
    'entries inside entries': () =>
      grid(
        fill(() => "{metadataMap:{id:'"),
        own,
      ),
    'cards of one product': () =>
      grid(
        listed(0),
        fill(() => own, 20_000),
      ),
    'cards of many products': () =>
      grid(
        fill(listed, 20_000),
        fill((index) => card(asinOf(index)), 20_000),
      ),
    'prices in a card': () =>
      grid(
        listed(0),
        card(
          asinOf(0),
          fill(() => '<span class=p13n-sc-price>$1</span>', 60_000),
        ),
      ),
    'prices of others in a card': () =>
      grid(
        listed(0),
        card(asinOf(0), `<p class=a-color-secondary>${fill(() => '<span class=p13n-sc-price>$1</span>', 60_000)}</p>`),
      ),
    'prices deep in a card': () =>
      grid(
        listed(0),
        card(asinOf(0), `${'<div>'.repeat(450)}${fill(() => '<span class=p13n-sc-price>x</span>', 4000)}`),
      ),
    'lines of offers in a card': () =>
      grid(
        listed(0),
        card(
          asinOf(0),
          fill(() => '<p class=a-color-secondary>x <span class=p13n-sc-price>x</span></p>', 40_000),
        ),
      ),
    'formats in a card': () =>
      grid(
        listed(0),
        card(
          asinOf(0),
          `<div class=a-row>${fill(() => '<i class="a-size-small a-color-secondary">2024</i>', 60_000)}</div>`,
        ),
      ),
    'images of many sizes': () =>
      grid(
        listed(0),
        card(asinOf(0), `<img data-a-dynamic-image='{${fill((index) => `"https://m/${index}.jpg":[${index},1],`)}}'>`),
      ),
    'a title that is shortened': () =>
      grid(
        listed(0),
        card(asinOf(0)).replace(
          '<p class=line-clamp>x',
          `<p class=line-clamp title="${'x '.repeat(SIZE / 4)}">${'x '.repeat(100_000)}…`,
        ),
      ),
    'categories deep in a tree': () =>
      `${grid(listed(0), own)}<div class=zg-browse-root>${'<ul class=zg-browse-group>'.repeat(450)}${fill(() => '<li class=zg-browse-item><a href=/zgbs/x>x</a>', 2000)}`,
    'links to pages and lists': () =>
      `${grid(listed(0), own)}<ul class=a-pagination>${fill(() => '<a href=/x></a>', 80_000)}</ul><ul class=zg-more-list-types-container>${fill(() => '<a href=/zgbs></a>', 60_000)}</ul>`,
    'a link of many lists': () =>
      `${grid(listed(0), own)}<ul class=a-pagination><a href="${'/zgbs/a-'.repeat(SIZE / 8)}!"></a></ul>`,
    'a link of one long category': () =>
      `${grid(listed(0), own)}<ul class=a-pagination><a href="/zgbs/${'a'.repeat(SIZE)}!"></a></ul>`,
    'an empty list of many words': () => `<div id=zg><div id=zg-right-col>${'no items '.repeat(SIZE / 9)}</div></div>`,
    'changes in percent': () =>
      grid(listed(0), card(asinOf(0), `<i class=zg-percent-change>${'1 '.repeat(SIZE / 2)}x</i>`)),
    'badges of digits': () => grid(listed(0), card(asinOf(0)).replace('#1', '1'.repeat(SIZE))),
    'lists after the first': () => fill(() => grid(listed(0), own), 20_000),
  }
  for (const [name, html] of sampleOf(Object.entries(fillings))) {
    const page = html()
    assertCheap(name, () => {
      const { record, issues } = extractBestSellers(parsePage(page), com, { query: 'x', page: 1 })
      if (record === null) assert.ok(issues.some(({ problem }) => problem === 'missing'))
      else v.parse(bestSellersSchema, record)
    })
  }
})
