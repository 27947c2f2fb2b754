import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import type * as shelfmark from '../../adapters/client/index.ts'
import { ENDPOINTS } from '../../core/contract/index.ts'
import { bundleForBrowser } from '../support/browser-bundle.ts'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { openPage, requireBrowser } from './browser.ts'

/** A page of another origin than the service. */
const pages = createServer(
  (_, response) => void response.setHeader('Content-Type', 'text/html').end('<title>x</title>'),
)
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
const bench = await startBench({
  settings: { SHELFMARK_CORS_ORIGINS: origin, SHELFMARK_BATCH_INTERVAL_MS: '200' },
})
const { code } = await bundleForBrowser(`export * from './adapters/client/index.ts'`)
after(async () => {
  pages.closeAllConnections()
  pages.close()
  await bench.close()
})

declare const bundle: typeof shelfmark

const open = async (t: TestContext, baseUrl: string) => {
  const { page } = await openPage(t, origin)
  await page.evaluate(code)
  const { key, workspace } = await bench.createCaller()
  const managing = { workspace, kind: 'live', name: 'manager', scopes: ['keys'] } as const
  const { fullKey: manager } = await bench.administrate('keys.create', managing)
  return { page, options: { baseUrl, key, patienceMs: 0 }, manager }
}

test('a page of an origin that the service allows calls each operation', async (t) => {
  if (!requireBrowser(t)) return
  const { page, options, manager } = await open(t, `http://127.0.0.1:${bench.port}`)
  const called = new Set<string>()
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|key_\w+/, ':id')
    called.add(`${request.method()} ${path}`)
  })
  const results = await page.evaluate(
    async ({ options, manager }) => {
      const { createClient, isServiceError, ServiceError } = bundle
      const client = createClient(options)
      const { data, meta } = await client.product({ query: 'B0SHLFX301', domain: 'de', explain: true })
      const found: unknown[] = []
      for await (const answer of client.searchPages({ query: 'usb cable', pages: 2 })) found.push(answer.meta.hasMore)
      const gone = await client.product({ query: 'B0GONE0404' }).catch((error: unknown) => error)
      const items = [{ query: 'B0SHLFX301', reference: 'mine' }, { query: 'B0GONE0404' }]
      const { id } = (await client.batch.create({ endpoint: 'market.product', items })).data
      const statuses: string[] = []
      for await (const result of client.batch.results(id, { pollMs: 20 })) statuses.push(result.status)
      const listed: string[] = []
      for await (const batch of client.batch.list()) listed.push(batch.id)
      const watch = (await client.watch.create({ endpoint: 'market.product', items: items.slice(1), every: '6h' })).data
      const changed = (await client.watch.change(watch.id, { confirm: 3 })).data.confirm
      const series = (await client.watch.series(watch.id, { field: 'price' })).data.field
      // A look at it is free: whether one is done before the usage is read does not matter.
      const another = { query: 'B0GONE0404', domain: 'de' } as const
      const watched = [
        changed,
        series,
        (await client.watch.get(watch.id)).data.items.length,
        (await client.watch.list()).data.watches.length,
        (await client.watch.changes(watch.id)).data.changes.length,
        (await client.watch.values(watch.id)).data.items.length,
        (await client.watch.addItems(watch.id, [another])).data.item_count > watch.item_count,
        (await client.watch.removeItems(watch.id, { item: 0 })).data.item_count === watch.item_count,
        (await client.watch.replaceSecret(watch.id)).data.id === watch.id,
        (await client.watch.run(watch.id)).data.events,
        ...(await Promise.all(
          [client.watch.test(watch.id), client.watch.redeliver(watch.id), client.watch.rank(watch.id)].map((call) =>
            call.catch((error: unknown) => (error instanceof ServiceError ? error.code : String(error))),
          ),
        )),
        (await client.watch.delete(watch.id)).data.id === watch.id,
      ]
      const request = { endpoint: 'market.product', items: items.slice(1), every: '1d' } as const
      const schedule = (await client.schedule.create(request)).data
      const scheduled = [
        (await client.schedule.list()).data.schedules.length,
        (await client.schedule.pause(schedule.id)).data.paused_by,
        (await client.schedule.get(schedule.id)).data.items.length,
        (await client.schedule.delete(schedule.id)).data.id === schedule.id,
      ]
      const { keys } = createClient({ ...options, key: manager })
      const made = (await keys.create({ name: 'of a page' })).data
      const next = (await keys.rotate(made.id)).data
      return {
        watched,
        scheduled,
        changed: [next.name, (await keys.revoke(next.id)).data.name, (await keys.list()).data.keys.length],
        product: [data.asin, data.currency, typeof data.provenance.winners['price'], meta.cost],
        requestId: meta.requestId,
        found,
        gone: isServiceError(gone, 'product_not_found') && gone.status,
        statuses: statuses.toSorted(),
        isListed: listed.includes(id),
        ended: (await client.batch.wait(id)).status,
        deliveries: (await client.batch.deliveries(id)).data.deliveries,
        canceled: (await client.batch.cancel(id)).data.status,
        redelivered: await client.batch
          .redeliver(id)
          .catch((error: unknown) => (error instanceof ServiceError ? error.code : String(error))),
        keys: (await client.account()).data.keys.length,
        credits: (await client.usage()).data.total.credits,
        byReference: (await client.usageByReference()).data.total.credits,
      }
    },
    { options, manager },
  )
  const { requestId, ...rest } = results
  assert.ok(requestId)
  assert.deepEqual(rest, {
    watched: [3, 'price', 1, 1, 0, 1, true, true, true, 0, 'invalid_params', 'invalid_params', 'invalid_params', true],
    scheduled: [1, 'caller', 1, true],
    changed: ['of a page', 'of a page', 2],
    product: ['B0SHLFX301', 'EUR', 'string', 5],
    found: [true, true],
    gone: 404,
    statuses: ['error', 'ok'],
    isListed: true,
    ended: 'complete',
    deliveries: [],
    canceled: 'complete',
    redelivered: 'invalid_params',
    keys: 2,
    credits: 20,
    byReference: 20,
  })
  const withoutKey: readonly string[] = [
    ENDPOINTS.getOpenApi.path,
    ENDPOINTS.getLiveness.path,
    ENDPOINTS.getReadiness.path,
  ]
  await untilPasses(async () => {
    const missing = Object.values(ENDPOINTS).filter(({ method, path }) => !called.has(`${method} ${path}`))
    assert.deepEqual(
      missing.map(({ path }) => path),
      withoutKey,
    )
  })
})

test('a page of another origin reads no answer', async (t) => {
  if (!requireBrowser(t)) return
  const closed = await startBench()
  t.after(() => closed.close())
  const { page, options } = await open(t, `http://127.0.0.1:${closed.port}`)
  const outcome = await page.evaluate(async (options) => {
    const error = await bundle
      .createClient(options)
      .account()
      .catch((reason: unknown) => reason)
    return error instanceof bundle.ConnectionError ? error.code : 'an answer'
  }, options)
  assert.equal(outcome, 'network')
})
