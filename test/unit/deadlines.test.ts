import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Agent, request as send } from 'undici'
import type { PageBrowser } from '../../adapters/fetch/browser/page-browser.ts'
import { withBrowser } from '../../adapters/fetch/browser/with-browser.ts'
import { withSessions } from '../../adapters/fetch/sessions/with-sessions.ts'
import { directorySource } from '../../adapters/fetch/source/directory-source.ts'
import { fetchServiceSource } from '../../adapters/fetch/source/fetch-service.ts'
import { guardSource } from '../../adapters/fetch/source/guard-source.ts'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import { sandboxSource } from '../../adapters/fetch/source/sandbox-source.ts'
import {
  SourceError,
  type FetchedPage,
  type PageRequest,
  type PageSource,
} from '../../adapters/fetch/source/page-source.ts'
import { Route } from '../../adapters/fetch/source/route.ts'
import { makeRetriever, never, productRequest } from '../support/retrievers.ts'
import { inTime } from '../support/wait.ts'

/** Work that never ends, and heeds no signal. */
const stuck = <T>(): Promise<T> => new Promise(() => undefined)
const stuckSource: PageSource = { fetch: stuck, close: async () => undefined }

const page: PageRequest = {
  record: 'product',
  domain: 'de',
  url: 'https://www.amazon.de/dp/B0SHLFS001',
  language: null,
  attempt: 1,
}

test('a request has its time, whatever its source does, and the log says that the time has passed', async () => {
  const limits = { totalMs: 40 }
  const placed = withSessions(stuckSource, { profiles: [] })
  for (const [name, source, params] of [
    ['a source', stuckSource, {}],
    ['a source that makes a session first', placed, { zip: '10117' }],
  ] as const) {
    const { retriever } = makeRetriever({ source, limits })
    const retrieval = await inTime(retriever.retrieve(productRequest('B0SHLFS001', params), never), name)
    assert.ok('error' in retrieval, name)
    assert.deepEqual(
      [retrieval.error, retrieval.reasonCode, retrieval.reason],
      ['target_unreachable', 'timeout', 'timeout: The 40 ms of the request have passed.'],
    )
  }
})

test('a request that has failed before its time passes says both', async () => {
  let fetches = 0
  const fetch = async (): Promise<FetchedPage> => {
    fetches++
    if (fetches > 1) return await stuck()
    throw new SourceError('proxy', 'The proxy http://proxy.example failed.')
  }
  const { retriever } = makeRetriever({ source: { ...stuckSource, fetch }, limits: { totalMs: 40, pauseMs: 0 } })
  const retrieval = await inTime(retriever.retrieve(productRequest('B0SHLFS001'), never), 'the retrieval has ended')
  assert.equal(
    'error' in retrieval && retrieval.reason,
    'timeout: The 40 ms of the request have passed. The attempt before: proxy: The proxy http://proxy.example failed.',
  )
})

test('a caller whose own time passes is not one that has left', async () => {
  const passed = AbortSignal.abort(new DOMException('Too late.', 'TimeoutError'))
  const service = fetchServiceSource({ address: 'http://127.0.0.1:1/?url={url}' })
  for (const source of [service, liveSource(), directorySource('.'), sandboxSource(), guardSource(stuckSource)]) {
    await assert.rejects(source.fetch(page, passed), { code: 'timeout', message: 'Too late.' })
    await assert.rejects(source.fetch(page, AbortSignal.abort()), { code: 'aborted' })
    await source.close()
  }
})

test('an attempt has its time, whatever a browser does', async () => {
  const received: FetchedPage = { status: 200, url: page.url, contentType: 'text/html', bytes: new Uint8Array(1) }
  const source: PageSource = { ...stuckSource, fetch: async () => received }
  const headersFor = async () => ({})
  for (const [name, browser, answer] of [
    ['that finds no headers', { headersFor: stuck, render: stuck }, null],
    ['that renders without end', { headersFor, render: stuck }, { status: 200, url: page.url }],
  ] as const) {
    const rendering = withBrowser(source, {
      browser: browser as unknown as PageBrowser,
      resources: null,
      rendersAll: true,
      timeLimitMs: 40,
    })
    const failing = rendering.fetch(page, never).catch((reason: unknown) => reason)
    const error = await inTime(failing, name)
    assert.ok(error instanceof SourceError, name)
    assert.deepEqual(
      [error.code, error.message, error.answer],
      ['timeout', 'There was no complete answer within 40 ms.', answer],
    )
  }
})

/** Errors after which the client behind a route connects again, without end. */
const lostSocket = (): Error => Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })

test('a client that connects again and again is stopped after 8 connections for a request', async () => {
  let connections = 0
  const open = async () => {
    connections++
    throw lostSocket()
  }
  const route = new Route({ undici: { Agent, request: send }, open, keepAliveMs: 1000 })
  const ask = () => route.send('https://shop.example/', { method: 'GET', signal: new AbortController().signal })
  await assert.rejects(inTime(ask(), 'the request has ended'), /More than 8 connections/)
  assert.equal(connections, 8)
  await Promise.allSettled([1, 2, 3].map(() => inTime(ask(), 'the request has ended')))
  assert.ok(connections <= 4 * 8, `${connections} connections`)
  await route.destroy()
})

test('what a route opens ends with the last request that waits for it, and with the route', async () => {
  const signals: AbortSignal[] = []
  const open = (_: unknown, signal: AbortSignal) => {
    signals.push(signal)
    return stuck<never>()
  }
  const route = new Route({ undici: { Agent, request: send }, open, keepAliveMs: 1000 })
  const callers = [1, 2, 3].map(() => new AbortController())
  const ask = ({ signal }: AbortController, url = 'https://shop.example/') =>
    assert.rejects(inTime(route.send(url, { method: 'GET', signal }), 'the request has ended'))
  const [one, two, three] = callers as [AbortController, AbortController, AbortController]
  const asked = [ask(one), ask(two), ask(three, 'https://other.example/')]
  assert.equal(signals.length, 3)
  one.abort()
  await asked[0]
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, false, false],
  )
  two.abort()
  await asked[1]
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true, false],
  )
  await route.destroy()
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true, true],
  )
  three.abort()
  await asked[2]
})

test('a fetch service that never answers has its time, and its connection is closed', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const source = fetchServiceSource({ address: `http://127.0.0.1:${port}/?url={url}`, timeLimitMs: 60 })
  t.after(() => source.close())
  await assert.rejects(inTime(source.fetch(page, never), 'the fetch has ended'), { code: 'timeout' })
  server.close()
  await inTime(once(server, 'close'), 'no connection is left')
})
