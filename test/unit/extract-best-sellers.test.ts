import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../../adapters/pages/index.ts'
import { generateList, LIST_LAYOUTS, renderList } from '../../adapters/sandbox/index.ts'
import { RANKINGS, type BestSellers } from '../../core/index.ts'
import { isOfFreeThings, parseRankingAddress, rankingUrl } from '../../core/records/best-sellers/rankings.ts'
import { parseEntryList, parsePercentage } from '../../core/records/best-sellers/entry-list.ts'
import { marketplaces, site, type Domain } from '../../selectors/index.ts'

const domains = [...marketplaces.keys()] as Domain[]
const de = marketplaces.get('de')
assert.ok(de)

function extract(html: string, options: Parameters<typeof extractPage>[1] = {}) {
  const page = extractPage(html, options)
  assert.equal(page.kind, 'best_sellers', page.evidence)
  assert.ok(page.kind === 'best_sellers')
  return page
}

test('a simulated list is read as it was meant, on every marketplace, in every layout and list', () => {
  for (const domain of domains) {
    for (const layout of LIST_LAYOUTS) {
      for (const [index, list] of RANKINGS.entries()) {
        const aliases = ['', 'kitchen', 'books', 'sandbox-empty']
        const alias = aliases[index % aliases.length] ?? ''
        for (const page of alias === '' ? [1] : [1, 2]) {
          const truth = generateList({ domain, layout, list, alias, page, isFree: index === 2 })
          const read = extract(renderList(truth), { domain })
          const name = [domain, layout, list, alias, page].join(' ')
          assert.deepEqual(read.record, truth.record, name)
          assert.deepEqual(read.issues, [], name)
        }
      }
    }
  }
})

test('a list of the day before has other ranks, and the same day has the same', () => {
  const on = (day: number) =>
    generateList({ domain: 'fr', alias: 'garden', time: { day } }).record.entries.map(({ asin }) => asin)
  assert.deepEqual(on(20), on(20))
  const [one, other] = [on(20), on(21)]
  assert.notDeepEqual(one, other)
  assert.ok(one.filter((asin) => other.includes(asin)).length > 40, 'most stay in the list')
})

test('addresses of lists', () => {
  const table: readonly (readonly [href: string, list: string | null, query?: string])[] = [
    ['https://www.amazon.com/Best-Sellers/zgbs', 'best_sellers', ''],
    [
      '/Best-Sellers-Electronics/zgbs/electronics/ref=zg_bs_pg_1_electronics?_encoding=UTF8&pg=1',
      'best_sellers',
      'electronics',
    ],
    [
      '/Best-Sellers-Electronics-Headphones/zgbs/electronics/172541/ref=zg_bs_nav_electronics_1',
      'best_sellers',
      'electronics/172541',
    ],
    ['https://www.amazon.de/gp/bestsellers/ce-de', 'best_sellers', 'ce-de'],
    ['/-/en/gp/new-releases/books/', 'new_releases', 'books'],
    ['/gp/movers-and-shakers/ref=zg_bs_tab', 'movers_and_shakers', ''],
    ['/gp/most-wished-for/kitchen/3147#x', 'most_wished_for', 'kitchen/3147'],
    ['/gp/most-gifted/KITCHEN', 'most_gifted', 'kitchen'],
    ['//zgbs/ref=zg_bs_tab_bs', 'best_sellers', ''],
    ['/dp/B0SHLF0001', null],
    ['/gp/bestsellersx/kitchen', null],
    ['/s?k=zgbs', null],
    ['', null],
  ]
  for (const [href, list, query] of table) {
    const found = parseRankingAddress(href, { site })
    assert.deepEqual([found?.list ?? null, found?.query], [list, query], href)
  }
  assert.equal(rankingUrl(de, 'new_releases', 'ce-de/569868'), 'https://www.amazon.de/gp/new-releases/ce-de/569868')
  assert.ok(isOfFreeThings('/gp/bestsellers/digital-text?pg=2&tf=1', { site }))
  assert.ok(!isOfFreeThings('/gp/bestsellers/digital-text?tf=0', { site }))
})

test('entries as lists name them', () => {
  const { rankings } = site.links
  const entry = (id: string, rank: string, more = '') =>
    `{"id":"${id}","metadataMap":{"render.zg.rank":"${rank}"${more}},"linkParameters":{}}`
  const grid = parseEntryList(`[${entry('B0SHLF0001', '1')},${entry('B0SHLF0002', '2')}]`, rankings)
  assert.deepEqual(
    grid?.entries.map(({ asin, rank }) => [asin, rank]),
    [
      ['B0SHLF0001', 1],
      ['B0SHLF0002', 2],
    ],
  )
  const carousel = parseEntryList(JSON.stringify({ ajax: { id_list: [entry('B0SHLF0003', '3')] } }), rankings)
  assert.deepEqual(
    carousel?.entries.map(({ rank }) => rank),
    [3],
  )
  const movement =
    ',"render.zg.bsms.currentSalesRank":"1,204","render.zg.bsms.percentageChange":"1,312%","render.zg.bsms.twentyFourHourOldSalesRank":"17000"'
  const [moved] = parseEntryList(`[${entry('B0SHLF0004', '1', movement)}]`, rankings)?.entries ?? []
  assert.deepEqual([moved?.sales_rank, moved?.previous_rank, moved?.rank_change_percentage], [1204, 17000, 1312])
  assert.deepEqual(JSON.parse(grid?.entries[0]?.json ?? ''), JSON.parse(entry('B0SHLF0001', '1')))
  assert.deepEqual(parseEntryList('[]', rankings), { entries: [], leftOut: [] })
  for (const wrong of [
    '',
    '{',
    '{}',
    '[1,2]',
    `[${entry('short', '1')}]`,
    `[${entry('B0SHLF0001', 'first')}]`,
    '"x"',
  ]) {
    assert.equal(parseEntryList(wrong, rankings), null, wrong)
  }
})

test('changes in percent', () => {
  const table = [
    ['1,234%', 1234],
    ['12', 12],
    ['-45%', -45],
    ['+7 %', 7],
    ['12.5%', 12.5],
    ['', null],
    ['up', null],
  ] as const
  for (const [text, expected] of table) assert.equal(parsePercentage(text), expected, text)
})

/** A list whose entries and cards are given. */
function printPage(entries: readonly (readonly [asin: string, rank: number])[], cards: string, more = ''): string {
  const listed = entries.map(([id, rank]) => ({ id, metadataMap: { 'render.zg.rank': String(rank) } }))
  const attribute = JSON.stringify(listed).replaceAll('"', '&quot;')
  return `<!doctype html><html><head><link rel="canonical" href="https://www.amazon.com/gp/bestsellers/kitchen"></head><body><div id="zg"><div data-acp-path="/acp/grid/v1/" data-acp-params="tok=a;ts=1"><h1>Best Sellers in Kitchen</h1><div class="p13n-desktop-grid" data-client-recs-list="${attribute}" data-reftag="zg_bs_kitchen">${cards}</div></div>${more}</div></body></html>`
}

const card = (asin: string, badge: string, inside = '') =>
  `<div id="gridItemRoot"><div data-asin="${asin}"><span class="zg-bdg-text">${badge}</span><a href="/Tin/dp/${asin}/ref=x"><span><div class="x-line-clamp-3">Tin of ${asin}</div></span></a>${inside}</div></div>`

test('the rank is that of the list; a badge that differs is an issue', () => {
  const cards = card('B0SHLF0001', '#1') + card('B0SHLF0002', '#7')
  const { record, issues } = extract(
    printPage(
      [
        ['B0SHLF0001', 1],
        ['B0SHLF0002', 2],
      ],
      cards,
    ),
  )
  assert.deepEqual(
    record?.entries.map(({ rank }) => rank),
    [1, 2],
  )
  assert.deepEqual(
    issues.map(({ field, text, problem, against }) => [field, text, problem, against?.text]),
    [['entries[1].rank', '2', 'inconsistent', '7']],
  )
})

test('cards are joined with their entries by ASIN, in the order of the list', () => {
  const cards =
    card('B0SHLF0003', '#3') +
    card('B0SHLF0001', '#1') +
    '<div id="gridItemRoot"><div class="zg-item-unavl">Gone</div></div>'
  const { record, rest } = extract(
    printPage(
      [
        ['B0SHLF0001', 1],
        ['B0SHLF0002', 2],
        ['B0SHLF0003', 3],
      ],
      cards,
    ),
  )
  assert.deepEqual(
    record?.entries.map(({ asin, is_complete, title }) => [asin, is_complete, title]),
    [
      ['B0SHLF0001', true, 'Tin of B0SHLF0001'],
      ['B0SHLF0002', false, null],
      ['B0SHLF0003', true, 'Tin of B0SHLF0003'],
    ],
  )
  assert.equal(rest?.path, '/acp/grid/v1/nextPage?page-type=zeitgeist-lists')
  assert.deepEqual(rest?.headers, { 'x-amz-acp-params': 'tok=a;ts=1' })
  const { ids, indexes } = JSON.parse(rest?.text ?? '') as { ids: string[]; indexes: number[] }
  assert.deepEqual([ids.map((id) => (JSON.parse(id) as { id: string }).id), indexes], [['B0SHLF0002'], [1]])
})

test('what a page names for its later request is sent only if it is harmless', () => {
  const entries = [
    ['B0SHLF0001', 1],
    ['B0SHLF0002', 2],
  ] as const
  const page = printPage(entries, card('B0SHLF0001', '#1'))
  assert.ok(extract(page).rest)
  for (const path of [
    '//other.example/',
    'https://other.example/',
    '/acp/../..?x=',
    '/acp/../../',
    '/gp/cart/',
    '/acp/grid',
    '/a b/',
    'acp/',
  ]) {
    assert.equal(extract(page.replace('/acp/grid/v1/', path)).rest, null, path)
  }
  for (const parameters of ['a\nCookie: x', 'tok=é', ' ', 'x'.repeat(2000)]) {
    assert.equal(extract(page.replace('tok=a;ts=1', parameters)).rest, null, parameters)
  }
})

test('a page that is of another list, category or page than was asked for is a mismatch', () => {
  const page = printPage([['B0SHLF0001', 1]], card('B0SHLF0001', '#1', '<span class="p13n-sc-price">$9.00</span>'))
  const judge = (asked: Parameters<typeof extractPage>[1]) => extract(page, asked).isMismatch
  assert.equal(judge({}), false)
  assert.equal(judge({ list: 'best_sellers', query: 'kitchen', page: 1, isFree: false }), false)
  assert.equal(judge({ list: 'new_releases' }), true)
  assert.equal(judge({ query: 'garden' }), true)
  assert.equal(judge({ query: '' }), true)
  assert.equal(judge({ query: 'kitchen/3147' }), true)
  assert.equal(judge({ page: 2 }), true)
  assert.equal(judge({ isFree: true }), true)
  const second = printPage([['B0SHLF0001', 51]], card('B0SHLF0001', '#51'))
  assert.deepEqual([extract(second, { page: 2 }).isMismatch, extract(second, { page: 1 }).isMismatch], [false, true])
  const ofNode = page.replace('gp/bestsellers/kitchen', 'Best-Sellers-Tins/zgbs/home-garden/3147')
  assert.equal(extract(ofNode, { query: 'kitchen/3147' }).isMismatch, false, 'a node names its category alone')
})

test('a list is empty only if the page says so', () => {
  const empty = extract(printPage([], ''))
  assert.deepEqual([empty.record?.no_results, empty.record?.entries], [true, []])
  const noList = (words: string) =>
    `<!doctype html><html><body><div id="zg"><div id="zg-right-col"><h1>Best Sellers</h1>${words}</div></div></body></html>`
  assert.equal(extract(noList('<p>There are no items in this list.</p>'), { domain: 'com' }).record?.no_results, true)
  assert.equal(
    extract(noList('<p>Es gibt keine Artikel in dieser Liste</p>'), { domain: 'de' }).record?.no_results,
    true,
  )
  const silent = extract(noList(''), { domain: 'com' })
  assert.equal(silent.record, null)
  assert.deepEqual(
    silent.issues.map(({ field, problem }) => [field, problem]),
    [['entries', 'missing']],
  )
})

test('a part of a page gives the entries that were asked for, and is nothing without a card', () => {
  const posted = JSON.stringify({
    ids: [
      [50, 'B0SHLF0050'],
      [51, 'B0SHLF0051'],
    ].map(([rank, id]) => JSON.stringify({ id, metadataMap: { 'render.zg.rank': String(rank) } })),
  })
  const options = { domain: 'com', partOf: 'best_sellers', posted } as const
  const part = extract(`<ol>${card('B0SHLF0051', '#51')}</ol>`, options)
  const { entries } = part.record as BestSellers
  assert.deepEqual(
    entries.map(({ rank, is_complete }) => [rank, is_complete]),
    [
      [50, false],
      [51, true],
    ],
  )
  assert.equal(extract('<ol><div id="videoResponsePlaceholder"></div></ol>', options).record, null)
  assert.equal(extractPage('<form action="/errors/validateCaptcha"></form>', options).kind, 'captcha')
})
