import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { listDescendants } from '../../bench/service/process-tree.ts'
import type { Product } from '../../core/index.ts'
import { BROWSER_SETTINGS, requireBrowser } from '../support/chromium.ts'
import { describeShared } from '../support/shared-servers.ts'
import { assertError, BATCH, headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { inTime, until } from '../support/wait.ts'

interface Result {
  readonly index: number
  readonly status: string
  readonly error: object | null
  readonly credits_charged: number
  readonly data: (Product & { readonly screenshot?: string }) | null
}

/** A server without a browser, and a worker with one. */
describeShared('rendered pages on Redis', (servers) => {
  let server: Bench
  let worker: Bench

  before(async () => {
    const settings = { ...servers.settings(), SHELFMARK_BATCH_INTERVAL_MS: '200', SHELFMARK_DRAIN_MS: '500' }
    server = await startBench({ settings: { ...settings, SHELFMARK_BATCHES: 'off' } })
    worker = await startBench({ settings: { ...settings, ...BROWSER_SETTINGS } })
  })

  test('items are rendered where there is a browser, and charged with their results', async (context) => {
    if (!requireBrowser(context)) return
    const { key, workspace } = await worker.createCaller()
    const query = 'B0JSPRICE0'
    const items = [{ query }, { query, render_js: true }, { query, screenshot: 'full' }]
    const refused = await server.createBatch(key, { endpoint: 'market.product', items })
    assertError(refused, 501, { error: 'not_implemented', params: ['render_js', 'screenshot'] })
    const { id } = jsonOf(await worker.createBatch(key, { endpoint: 'market.product', items })) as { id: string }
    const read = async () =>
      jsonOf(await server.call(`${BATCH}/${id}`, { key })) as { status: string; results: readonly Result[] }
    await until(async () => (await read()).status === 'complete', 'the end of the batch')
    const results = (await read()).results.toSorted((left, right) => left.index - right.index)
    assert.deepEqual(
      results.map(({ credits_charged }) => credits_charged),
      [5, 10, 15],
    )
    assert.deepEqual(
      results.map(({ data }) => [data?.price === null, data?.screenshot === undefined]),
      [
        [true, true],
        [false, true],
        [false, false],
      ],
    )
    const single = await worker.product(query, key, '&render_js=1')
    assert.equal(headerOf(single, 'Svc-Cost'), '10')
    const credits = (await worker.readUsage(workspace)).reduce((sum, usage) => sum + usage.credits, 0)
    assert.equal(credits, 40)
    const { differences } = await worker.administrate('ledger.check', {})
    assert.deepEqual(differences, [])
  })

  test('server and worker end in time, with the browser', async () => {
    await inTime(Promise.all([server.close(), worker.close()]), 'both have ended')
    const browsers = () => listDescendants(process.pid).filter(({ command }) => command.includes('--remote-debugging'))
    await until(() => browsers().length === 0, 'no browser runs')
  })
})
