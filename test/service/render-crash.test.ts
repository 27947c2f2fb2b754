// Takes more than 20 seconds: browsers are killed while they render, and servers start them again.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test, type TestContext } from 'node:test'
import { startSandbox } from '../../adapters/sandbox/server/index.ts'
import { listDescendants } from '../../bench/service/process-tree.ts'
import type { Product } from '../../core/index.ts'
import { BROWSER_SETTINGS, ISOLATED_FRAMES, requireBrowser, runChromium } from '../support/chromium.ts'
import { assertError, headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

/** Ends what a failed test has left. */
const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends) await end()
})

const readinessOf = async (bench: Bench) => {
  const answer = await bench.call('/readyz')
  return `${answer.status} ${(jsonOf(answer) as { browser?: string }).browser}`
}

function browserTest(name: string, work: (context: TestContext) => Promise<void>): void {
  test(name, async (context) => {
    if (requireBrowser(context)) await work(context)
  })
}

browserTest(
  'a browser that runs elsewhere renders; when it is gone, nothing is charged, and other requests work',
  async () => {
    const chromium = await runChromium([ISOLATED_FRAMES])
    ends.push(chromium.close)
    const bench = await startBench({ settings: { SHELFMARK_BROWSER_URL: chromium.url } })
    ends.push(() => bench.close())
    const { key, workspace } = await bench.createCaller()
    const rendered = await bench.product('B0JSPRICE0', key, '&render_js=1')
    assert.notEqual((jsonOf(rendered) as Product).price, null)
    assert.equal(await readinessOf(bench), '200 ok')
    const readHealth = () => bench.administrate('service.health', {})
    assert.equal((await readHealth()).browser, 'ok')
    const exited = once(chromium.process, 'exit')
    chromium.process.kill('SIGKILL')
    await exited
    await until(async () => (await readinessOf(bench)) === '200 unreachable', 'the browser is missed')
    assert.equal((await readHealth()).browser, 'unreachable')
    assertError(await bench.product('B0JSPRICE0', key, '&screenshot=1'), 502, { error: 'target_unreachable' })
    assert.equal((await bench.product('B0JSPRICE0', key)).status, 200)
    const [usage] = await bench.readUsage(workspace)
    assert.equal(usage?.credits, 15)
  },
)

browserTest(
  'a browser that is killed while it renders is started again, and the page is rendered after all',
  async () => {
    const bench = await startBench({ settings: BROWSER_SETTINGS })
    ends.push(() => bench.close())
    const { key, workspace } = await bench.createCaller()
    const metric = async (name: string): Promise<number> => {
      const text = String((await bench.callAdmin('/metrics')).bytes)
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
    }
    for (const round of [1, 2]) {
      const asking = bench.product('B0JSPAGE00', key, '&render_js=1')
      await until(async () => (await metric('shelfmark_browser_pages_open')) === 1, 'a page is open')
      const browsers = listDescendants(process.pid).filter(({ command }) => command.includes('--remote-debugging-pipe'))
      assert.ok(browsers.length > 0)
      for (const { pid, parent } of browsers) if (parent === process.pid) process.kill(pid, 'SIGKILL')
      const answer = await asking
      assert.equal(answer.status, 200)
      assert.notEqual((jsonOf(answer) as Product).price, null)
      assert.equal(headerOf(answer, 'Svc-Cost'), '10')
      assert.equal(await metric('shelfmark_browser_starts_total'), round + 1)
    }
    await until(async () => (await metric('shelfmark_browser_pages_open')) === 0, 'no page is open')
    const [usage] = await bench.readUsage(workspace)
    assert.equal(usage?.credits, 20)
  },
)

browserTest('the source browser renders every page, and is not ready without its browser', async () => {
  const sandbox = await startSandbox({ weight: 'light' })
  ends.push(() => sandbox.close())
  const chromium = await runChromium([ISOLATED_FRAMES])
  ends.push(chromium.close)
  const bench = await startBench({
    settings: {
      SHELFMARK_SOURCE: 'browser',
      SHELFMARK_BROWSER_URL: chromium.url,
      SHELFMARK_UPSTREAM: `*=http://127.0.0.1:${sandbox.port}`,
    },
  })
  ends.push(() => bench.close())
  const { key } = await bench.createCaller()
  const answer = await bench.product('B0JSPRICE0', key, '&domain=de')
  assert.notEqual((jsonOf(answer) as Product).price, null)
  assert.equal(headerOf(answer, 'Svc-Cost'), '5')
  assertError(await bench.product('B0GONE0404', key), 404, { error: 'product_not_found', retryable: false })
  chromium.process.kill('SIGKILL')
  await until(async () => (await bench.call('/readyz')).status === 503, 'the server is not ready')
})
