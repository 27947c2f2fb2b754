import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { checkWebhookUrl } from '../../adapters/work/webhook/check-webhook-url.ts'
import { publicLookup, type ResolveHost } from '../../adapters/public-address.ts'
import { createWebhookSender } from '../../adapters/work/webhook/send-webhook.ts'
import { HOSTILE, PUBLIC, resolve } from '../support/hostile-addresses.ts'
import { deliveryOf, receive, SMALL_BODY } from '../support/webhook-receiver.ts'

/** Two servers on one port, on the loopback addresses of both versions; of one, where there is no other. */
async function receiveOnLoopback(t: TestContext) {
  const first = await receive(t, createServer())
  const { port } = first
  const second = await receive(t, createServer(), { host: '::1', port }).catch((error: NodeJS.ErrnoException) => {
    assert.ok(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT', String(error))
    console.warn('\n*** NOT CHECKED: connections over IPv6: there is none on this machine ***\n')
    return null
  })
  return { port, connections: () => first.connections() + (second?.connections() ?? 0), hasIPv6: second !== null }
}

test('hostile URLs are refused at creation and again at delivery, without a connection', async (t) => {
  const { port, connections } = await receiveOnLoopback(t)
  const sender = createWebhookSender({ resolve, timeLimitMs: 20000 })
  t.after(() => sender.close())
  const cases = HOSTILE.map((text) => text.replace('PORT', String(port)))
  assert.equal(new Set(cases).size, cases.length)
  for (const url of cases) {
    const problem = await checkWebhookUrl(url, { resolve })
    assert.match(problem ?? 'accepted', /^must /, JSON.stringify(url))
    const delivery = await deliveryOf(url, SMALL_BODY)
    assert.deepEqual(await sender.send(delivery), { ok: false, error: 'refused address' }, JSON.stringify(url))
  }
  assert.equal(connections(), 0)
  t.diagnostic(`${cases.length} addresses refused twice`)
})

test('the servers of these tests can be reached', async (t) => {
  const { port, connections, hasIPv6 } = await receiveOnLoopback(t)
  const origins = [`http://127.0.0.1:${port}`, `http://loopback.example:${port}`, `http://[::1]:${port}`]
  const hosts: ResolveHost = async () => ['127.0.0.1']
  const sender = createWebhookSender({ resolve: hosts, allowedOrigins: origins.slice(0, 1), timeLimitMs: 2000 })
  const outcome = await sender.send(await deliveryOf(`${origins[0]}/`, SMALL_BODY))
  assert.deepEqual(outcome, { ok: false, error: 'timeout' })
  assert.equal(connections(), 1)
  if (!hasIPv6) return
  const sender6 = createWebhookSender({ allowedOrigins: origins.slice(2), timeLimitMs: 2000 })
  await sender6.send(await deliveryOf(`${origins[2]}/`, SMALL_BODY))
  assert.equal(connections(), 2)
})

test('public URLs are accepted', async () => {
  const accepted = [
    'https://hook.example',
    'https://hook.example/',
    'https://hook.example/a/b?c=d&e=%20#f',
    'https://hook.example?to=http://127.0.0.1/',
    'https://hook.example/@user',
    'https://hook.example/http://localhost/',
    'https://hook.example#@127.0.0.1',
    'HTTPS://Hook.Example/',
    'https://hook.example.:8443/',
    'https://hook.example:1/',
    'https://hook.example:65535/',
    'https://hook6.example/',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://ｈｏｏｋ.example/',
    'https://a_b.example/',
    'https://localhost.example/',
    'https://internal.example/',
    'https://notlocal.example/',
    'https://10.example/',
    'https://127.0.0.1.public.example/',
    'https://8.8.8.8/',
    'https://134744072/',
    'https://0x08080808:8443/hook',
    'https://9.255.255.255/',
    'https://11.0.0.0/',
    'https://100.128.0.0/',
    'https://172.15.255.255/',
    'https://172.32.0.0/',
    'https://192.167.255.255/',
    'https://223.255.255.255/',
    'https://[2606:4700:4700::1111]/',
    'https://[2001:4860:4860:0:0:0:0:8888]:8443/',
    'https://[2a00:1450:4001:81b::200e]/',
    `https://hook.example/${'a'.repeat(2048 - 'https://hook.example/'.length)}`,
  ]
  for (const url of accepted) assert.equal(await checkWebhookUrl(url, { resolve }), null, url)
})

test('the reason of a refusal completes a sentence that begins with the parameter', async () => {
  const forTests = '; for tests, the setting SHELFMARK_WEBHOOK_ALLOW of the server names others'
  const table: readonly (readonly [url: string, problem: string])[] = [
    ['hook.example', 'must be an https address'],
    ['http://hook.example/', `must be an https address${forTests}`],
    [`https://hook.example/${'a'.repeat(2048)}`, 'must have at most 2048 characters'],
    ['https://user:pass@hook.example/', 'must not name a user or a password'],
    ['https://127.0.0.1/', `must be publicly reachable: its host is a private address${forTests}`],
    ['https://localhost/', `must be publicly reachable: its host is a private name${forTests}`],
    ['https://loopback.example/', `must be publicly reachable: its host has a private address${forTests}`],
    ['https://unknown.example/', 'must be publicly reachable: its host has no address'],
  ]
  for (const [url, problem] of table) assert.equal(await checkWebhookUrl(url, { resolve }), problem, url)
})

test('at creation, a host that cannot be resolved at the moment is accepted; a host without an address is refused', async () => {
  const failing = (code: string): ResolveHost => {
    return async () => {
      throw Object.assign(new Error(code), { code })
    }
  }
  const check = (own: ResolveHost) => checkWebhookUrl('https://hook.example/', { resolve: own, timeLimitMs: 30 })
  for (const code of ['EAI_AGAIN', 'ETIMEOUT', 'ESERVFAIL']) assert.equal(await check(failing(code)), null, code)
  assert.equal(await check(() => new Promise(() => undefined)), null)
  for (const own of [failing('ENOTFOUND'), failing('ENODATA'), async () => []]) {
    assert.equal(await check(own), 'must be publicly reachable: its host has no address')
  }
})

test('a host that changes its addresses is refused as soon as one is private', async (t) => {
  const { port, connections } = await receiveOnLoopback(t)
  const url = `https://rebind.example:${port}/`
  const answers = [[PUBLIC], ['127.0.0.1'], [PUBLIC, '::1']]
  let asked = 0
  const rebind: ResolveHost = async () => answers[asked++] ?? []
  assert.equal(await checkWebhookUrl(url, { resolve: rebind }), null)
  const sender = createWebhookSender({ resolve: rebind })
  for (let attempt = 0; attempt < 2; attempt++) {
    assert.deepEqual(await sender.send(await deliveryOf(url, SMALL_BODY)), { ok: false, error: 'refused address' })
  }
  assert.equal(asked, 3)
  assert.equal(connections(), 0)
})

test('a connection uses the addresses that were checked, from a single lookup', async () => {
  let asked = 0
  const rebind: ResolveHost = async () => (asked++ === 0 ? ['2606:4700::1111', PUBLIC] : ['127.0.0.1'])
  const ask = (own: ResolveHost, all: boolean): Promise<unknown[]> =>
    new Promise((settle) => publicLookup(own)('hook.example', { all }, (...given) => settle(given)))
  const both = [
    { address: '2606:4700::1111', family: 6 },
    { address: PUBLIC, family: 4 },
  ]
  assert.deepEqual(await ask(rebind, true), [null, both])
  assert.equal(asked, 1)
  assert.deepEqual(await ask(async () => [PUBLIC, '8.8.8.8'], false), [null, PUBLIC, 4])
  for (const all of [true, false]) {
    const [error] = await ask(rebind, all)
    assert.equal((error as NodeJS.ErrnoException).code, 'ERR_REFUSED_ADDRESS')
    const [none] = await ask(async () => [], all)
    assert.equal((none as NodeJS.ErrnoException).code, 'ENOTFOUND')
  }
})

test('allowed origins are exact, and permit only http and private hosts', async (t) => {
  const { port, connections } = await receiveOnLoopback(t)
  const allowedOrigins = [`http://127.0.0.1:${port}`, 'null']
  const sender = createWebhookSender({ resolve, allowedOrigins, timeLimitMs: 500 })
  for (const url of [`http://127.0.0.1:${port}`, `http://127.1:${port}/hook?a=b`, `HTTP://0x7f000001:${port}/`]) {
    assert.equal(await checkWebhookUrl(url, { resolve, allowedOrigins }), null, url)
  }
  const refused = [
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port + 1}/`,
    `http://127.0.0.1/`,
    `http://127.0.0.2:${port}/`,
    `http://localhost:${port}/`,
    `http://user@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}@hook.example/`,
    `http://127.0.0.1:${port}/${'a'.repeat(2048)}`,
    `http://127.0.0.1:${port}/ a`,
    'file:///etc/passwd',
    'data:text/plain,x',
  ]
  for (const url of refused) {
    assert.match((await checkWebhookUrl(url, { resolve, allowedOrigins })) ?? 'accepted', /^must /, url)
    const outcome = await sender.send(await deliveryOf(url, SMALL_BODY))
    assert.deepEqual(outcome, { ok: false, error: 'refused address' }, url)
  }
  assert.equal(connections(), 0)
})
