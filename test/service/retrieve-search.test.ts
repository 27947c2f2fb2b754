import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSearch } from '../../adapters/sandbox/index.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import { SourceError, type PageSource } from '../../adapters/fetch/source/page-source.ts'
import type { RetrievalError } from '../../core/contract/index.ts'
import type { SearchResponse } from '../../core/index.ts'
import { makeRetriever, never, outcomeOf, recordOf, searchRequest } from '../support/retrievers.ts'
import { until } from '../support/wait.ts'

/** ASINs of search pages as the sandbox generates them. */
function truthOf(query: string, pages: readonly number[]) {
  return pages.flatMap((page) =>
    generateSearch({ query, domain: 'de', page }).response.products.map(({ asin }) => asin),
  )
}

test('several search pages give one response: cards in order, positions continued', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(
    searchRequest('usb kabel', { start_page: 2, pages: 2, add_html: true }),
    never,
  )
  const data = recordOf(retrieval) as SearchResponse
  const { pages, attempts, winners } = retrieval
  assert.deepEqual([data.page, data.html, pages, attempts], [2, null, 2, 2])
  assert.deepEqual(
    data.products.map(({ asin }) => asin),
    truthOf('usb kabel', [2, 3]),
  )
  const organic = data.products.flatMap(({ organic_position }) => organic_position ?? [])
  assert.deepEqual(
    organic,
    organic.map((_, index) => index + 1),
  )
  const last = data.products.length - 1
  assert.ok(`products[${last}].title` in winners && !(`products[${last + 1}].title` in winners))
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['https://www.amazon.de/s?k=usb+kabel&page=2', 'https://www.amazon.de/s?k=usb+kabel&page=3'],
  )
})

test('a page without cards ends the search, and is not charged unless it is the first', async () => {
  const { total, size } = generateSearch({ query: 'usb kabel', domain: 'de' })
  const last = Math.ceil(total / size)
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(searchRequest('usb kabel', { start_page: last, pages: 5 }), never)
  const data = recordOf(retrieval) as SearchResponse
  assert.equal(retrieval.pages, 1)
  assert.equal(retrieval.hasMore, false)
  // Those that were begun with the last one; no more.
  assert.ok(requests.length >= 2 && requests.length <= 4, `${requests.length} fetches`)
  assert.equal(retrieval.attempts, requests.length)
  assert.ok(data.products.length > 0)
  assert.ok(!('no_results' in data))

  const none = await retriever.retrieve(searchRequest('sandbox:nothing', { pages: 3 }), never)
  assert.deepEqual(recordOf(none), {
    page: 1,
    products: [],
    node: null,
    refinements: [],
    html: null,
    no_results: true,
    total_results: 0,
  })
  assert.equal(none.pages, 1)
})

test('a search in a language asks for its pages in it', async () => {
  const { retriever, requests } = makeRetriever()
  await retriever.retrieve(searchRequest('usb', { language: 'en_GB' }), never)
  assert.equal(requests[0]?.url, 'https://www.amazon.de/s?k=usb&language=en_GB')
  assert.equal(requests[0]?.language, 'en_GB')
})

test('a search of one page can have its html; the sort is in its URL', async () => {
  const { retriever, requests } = makeRetriever()
  const retrieval = await retriever.retrieve(
    searchRequest('ßäöü & co', { add_html: true, sort_by: 'price_asc' }),
    never,
  )
  assert.match((recordOf(retrieval) as SearchResponse).html ?? '', /<html/)
  const { searchParams: parameters } = new URL(requests[0]?.url ?? '')
  assert.deepEqual(
    [...parameters],
    [
      ['k', 'ßäöü & co'],
      ['s', 'price-asc-rank'],
    ],
  )
  const orders = {
    price_desc: 'price-desc-rank',
    avg_customer_review: 'review-rank',
    newest: 'date-desc-rank',
  } as const
  for (const sort_by of Object.keys(orders) as (keyof typeof orders)[]) {
    await retriever.retrieve(searchRequest('usb', { sort_by }), never)
    assert.equal(new URL(requests.at(-1)?.url ?? '').searchParams.get('s'), orders[sort_by])
  }
})

test('pages that were fetched ahead and are not needed count as attempts', async () => {
  const { total, size } = generateSearch({ query: 'kettle', domain: 'de' })
  const last = Math.ceil(total / size)
  const pages = sandboxSource()
  const fetched: number[] = []
  const source: PageSource = {
    fetch: async (request, signal) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? '1')
      fetched.push(page)
      // The first page without cards arrives after the next one was asked for.
      if (page === last + 1) await until(() => fetched.includes(last + 2), 'the page after it is being fetched')
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const { retriever, requests } = makeRetriever({ source })
  const retrieval = await retriever.retrieve(searchRequest('kettle', { pages: last + 3 }), never)
  assert.ok(!('error' in retrieval))
  assert.equal(retrieval.pages, last)
  assert.ok(retrieval.attempts > last + 1, `${retrieval.attempts} attempts at ${last} pages`)
  assert.equal(retrieval.attempts, requests.length)
})

test('a page that fails fails the search; attempts are counted over all pages', async () => {
  const pages = sandboxSource()
  const second: PageSource = {
    fetch: async (request, signal) => {
      if (new URL(request.url).searchParams.get('page') === '2') throw new SourceError('network', 'no connection')
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const { retriever, requests } = makeRetriever({ source: second })
  const retrieval = await retriever.retrieve(searchRequest('usb kabel', { pages: 3 }), never)
  const expected: RetrievalError = 'target_unreachable'
  assert.ok('error' in retrieval)
  assert.deepEqual([retrieval.error, retrieval.pages], [expected, 0])
  // Four at the second page, and one at each of the others, which are fetched at the same time.
  assert.deepEqual([retrieval.attempts, requests.length], [6, 6])
  assert.match(retrieval.reason, /no connection/)
})

test('three pages of a search are fetched at a time, and answered in order', async () => {
  const pages = sandboxSource()
  const arrivals: (() => void)[] = []
  const source: PageSource = {
    fetch: async (request, signal) => {
      await new Promise<void>((resolve) => arrivals.push(resolve))
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const { retriever, requests } = makeRetriever({ source })
  const retrieval = retriever.retrieve(searchRequest('usb kabel', { pages: 4 }), never)
  await until(() => requests.length === 3, 'three pages are being fetched')
  // The last one first.
  for (const index of [2, 1]) arrivals[index]?.()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(requests.length, 3)
  arrivals[0]?.()
  await until(() => requests.length === 4, 'the fourth page is being fetched')
  arrivals[3]?.()
  const { products: cards } = recordOf(await retrieval) as SearchResponse
  assert.deepEqual(
    cards.map(({ asin }) => asin),
    truthOf('usb kabel', [1, 2, 3, 4]),
  )
})

test('all pages of a search share their time: who begins when it is over fails', async () => {
  let clock = 0
  const pages = sandboxSource()
  const slow: PageSource = {
    fetch: async (request, signal) => {
      if (new URL(request.url).searchParams.get('page') === '3') clock += 60_000
      if (clock >= 60_000) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return await pages.fetch(request, signal)
    },
    close: () => pages.close(),
  }
  const { retriever } = makeRetriever({ source: slow, monotonicMs: () => clock, limits: { totalMs: 1000 } })
  const retrieval = await retriever.retrieve(searchRequest('usb kabel', { pages: 4 }), never)
  assert.equal(outcomeOf(retrieval).split(' ')[0], 'target_unreachable')
})
