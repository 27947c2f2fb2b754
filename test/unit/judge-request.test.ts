import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayLoad } from '../../adapters/fetch/browser/judge-request.ts'
import { openResourceLoader } from '../../adapters/fetch/browser/load-resource.ts'
import { Proxies } from '../../adapters/fetch/source/proxies.ts'
import { inOrder } from '../../adapters/fetch/turns/in-order.ts'
import { FairQueue } from '../../adapters/fetch/turns/fair-queue.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'

const marketplace = requireMarketplace('de')
const may = (url: string, type = 'script', { method = 'GET', isPictured = false } = {}): boolean =>
  mayLoad({ url, method, type }, marketplace, isPictured)

test('a page loads scripts, styles and data of the marketplace and its file hosts', () => {
  for (const host of [
    'www.amazon.de',
    'amazon.de',
    'smile.amazon.de',
    'm.media-amazon.com',
    'images-eu.ssl-images-amazon.com',
  ]) {
    for (const type of ['script', 'stylesheet', 'xhr', 'fetch']) assert.ok(may(`https://${host}/x`, type), host + type)
  }
  assert.ok(may('https://www.amazon.de/x', 'xhr', { method: 'POST' }))
  assert.ok(may('https://m.media-amazon.com/i.jpg', 'image', { isPictured: true }))
})

test('everything else is refused', () => {
  for (const url of [
    'https://www.amazon.com/x',
    'https://amazon.de.example/x',
    'https://evilamazon.de/x',
    'https://media-amazon.com.example/x',
    'http://www.amazon.de/x',
    'https://www.amazon.de:8443/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'file:///etc/passwd',
    'ftp://www.amazon.de/x',
    'chrome://version',
    'nonsense',
  ]) {
    assert.equal(may(url), false, url)
  }
  for (const type of ['image', 'media', 'font', 'ping', 'websocket', 'eventsource', 'manifest', 'document', 'other']) {
    assert.equal(may('https://www.amazon.de/x', type), false, type)
  }
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    assert.equal(may('https://www.amazon.de/x', 'xhr', { method }), false, method)
  }
  assert.equal(may('https://ads.example/x.gif', 'image', { isPictured: true }), false)
})

test('a host that resolves to an address that is not public is not connected to', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1']) {
    const resolve = async () => ['93.184.216.34', address]
    const loader = openResourceLoader({ proxies: new Proxies([]), upstreams: new Map(), resolve })
    const url = 'https://m.media-amazon.com/x.js'
    const request = { url, method: 'GET', headers: {}, body: null, maxBytes: 1000, marketplace }
    const page = { url: 'https://www.amazon.de/dp/B0SHLFS001', attempt: 1 }
    const loading = loader.load({ ...request, page }, new AbortController().signal)
    await assert.rejects(loading, /ERR_REFUSED_ADDRESS/, address)
    await loader.close()
  }
})

test('a page to render waits for the browser first, and keeps no turn when it gets no second one', async () => {
  const queue = new FairQueue({ limits: { requests: 1, batches: 1 } })
  const payer = { lane: 'requests', workspaceId: 'w' } as const
  const signal = new AbortController().signal
  const order: string[] = []
  const refusing = inOrder(queue, {
    take: async () => {
      throw new Error('no turn')
    },
  })
  await assert.rejects(refusing.take('de', payer, signal), /no turn/)
  const both = inOrder(queue, {
    take: async (domain) => {
      order.push(`begin ${domain}`)
      return () => order.push('end')
    },
  })
  const release = await both.take('de', payer, signal)
  const next = both.take('fr', payer, signal)
  assert.deepEqual(order, ['begin de'])
  release()
  release()
  ;(await next)()
  assert.deepEqual(order.slice(0, 2), ['begin de', 'end'])
})
