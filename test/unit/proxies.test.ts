import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { SourceError } from '../../adapters/fetch/source/page-source.ts'
import { Proxies } from '../../adapters/fetch/source/proxies.ts'
import { prepareRoutes } from '../../adapters/fetch/source/routes.ts'
import { close, leadTo, listen, startProxy, type ProxyBehavior } from '../support/forward-proxy.ts'
import { never } from '../support/retrievers.ts'
import { GENEROUS_MS } from '../support/wait.ts'

/** Two proxies, of which the first does not work; a shop; and routes with a clock that the test sets. */
async function openTwo(t: TestContext, behave: ProxyBehavior) {
  const shop = createServer((_, response) => response.end('page'))
  t.after(() => shop.closeAllConnections())
  const port = await listen(t, shop)
  const clock = { ms: 0 }
  const problems: string[] = []
  const [bad, good] = [await startProxy(t, behave), await startProxy(t, leadTo(port))]
  const proxies = new Proxies([bad.url, good.url], {
    nowMs: () => clock.ms,
    onProblem: (proxy, problem) => problems.push(`${proxy} ${problem}`),
  })
  const prepared = prepareRoutes({ proxies, timeLimitMs: GENEROUS_MS })
  t.after(() => prepared.close())
  const routes = await prepared.open()
  const get = async (url: string, attempt = 1, exit?: string): Promise<string> => {
    try {
      const { body } = await routes.pick(url, attempt, exit).send(url, { method: 'GET', signal: never })
      return await body.text()
    } catch (error) {
      return (error as SourceError).code
    }
  }
  return { bad, good, clock, problems, proxies, get, shop: `http://127.0.0.1:${port}` }
}

test('of two proxies, the bad one rests, and the good one is used', async (t) => {
  const { bad, good, clock, problems, proxies, get, shop } = await openTwo(t, close)
  const visit = async (count: number): Promise<Set<string>> => {
    const outcomes = new Set<string>()
    for (let index = 0; index < count; index++) outcomes.add(await get(`${shop}/${index}`))
    return outcomes
  }
  assert.deepEqual(await visit(20), new Set(['proxy', 'page']))
  assert.equal(bad.connections(), 3)
  assert.deepEqual(await visit(20), new Set(['page']))
  assert.equal(bad.connections(), 3)
  const states = () =>
    proxies.states().map(({ proxy, connections, failures, is_resting }) => [proxy, connections, failures, is_resting])
  assert.deepEqual(states(), [
    [bad.url, 3, 3, true],
    [good.url, good.connections(), 0, false],
  ])
  const closed = 'closed the connection without a whole answer to CONNECT'
  assert.equal(proxies.states()[0]?.problem, closed)
  // A request that names the exit of the bad one fails at once, and says why.
  const [exit] = proxies.all.map((proxy) => proxy.exit)
  assert.equal(await get(shop, 1, exit), 'proxy')
  assert.equal(bad.connections(), 3)
  // After its time, one connection tries it.
  clock.ms = 30_000
  assert.deepEqual(await visit(20), new Set(['proxy', 'page']))
  assert.equal(bad.connections(), 4)
  assert.deepEqual(problems, [`${bad.url} ${closed}`])
})

test('a proxy that works again is used again', async (t) => {
  let isBroken = true
  const { bad, clock, problems, proxies, get, shop } = await openTwo(t, (client, head) => {
    if (isBroken) return close(client, head)
    leadTo(Number(new URL(shop).port))(client, head)
  })
  const [exit] = proxies.all.map((proxy) => proxy.exit)
  for (const attempt of [1, 2, 3, 4]) assert.equal(await get(shop, attempt, exit), 'proxy')
  assert.equal(bad.connections(), 3)
  isBroken = false
  clock.ms = 30_000
  assert.equal(await get(shop, 1, exit), 'page')
  assert.equal(proxies.states()[0]?.problem, null)
  assert.equal(problems.at(-1), `${bad.url} null`)
  // The connection is kept for the next page.
  await setImmediate()
  assert.equal(await get(shop, 1, exit), 'page')
  assert.equal(bad.connections(), 4)
})

test('a caller that leaves decides nothing about a proxy that is tried again', async () => {
  const clock = { ms: 0 }
  const proxies = new Proxies(['http://proxy.example'], { nowMs: () => clock.ms })
  const [proxy = assert.fail()] = proxies.all
  const failing = () => proxies.connect(proxy, () => Promise.reject(new SourceError('proxy', 'failed')))
  const leaving = () => proxies.connect(proxy, () => Promise.reject(new SourceError('aborted', 'left')))
  await assert.rejects(leaving(), { code: 'aborted' })
  for (const time of [1, 2, 3]) await assert.rejects(failing(), /proxy\.example failed/, `failure ${time}`)
  await assert.rejects(failing(), /rests\. The last time, it failed\.$/)
  clock.ms = 30_000
  await assert.rejects(leaving(), { code: 'aborted' })
  assert.equal(await proxies.connect(proxy, async () => 'open'), 'open')
})

test('the same address with two users is two proxies, and no name tells a user', () => {
  const proxies = new Proxies([
    'http://one:sesame@gate.example:7000',
    'http://two:sesame@gate.example:7000',
    'https://proxy.example',
  ])
  assert.deepEqual(
    proxies.states().map(({ proxy }) => proxy),
    ['http://gate.example:7000', 'http://gate.example:7000 (2)', 'https://proxy.example'],
  )
  assert.equal(new Set(proxies.all.map(({ exit }) => exit)).size, 3)
  assert.throws(() => new Proxies(['http://one:%zz@gate.example']), /A proxy must be a URL/)
})
