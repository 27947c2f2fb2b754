import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { H3, withBase } from 'h3'
import { toNodeHandler } from 'h3/node'
import { createApp } from '../../adapters/http/create-app.ts'
import { readConfig } from '../../adapters/server/config.ts'
import { SpelledResponse } from '../../adapters/server/index.ts'
import { openService, type OpenService } from '../../adapters/server/open-service.ts'
import { BATCH, PRODUCT } from '../support/service-bench.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-mount-'))
let opened: OpenService
let key: string

before(async () => {
  const settings = { SHELFMARK_DATA: folder, SHELFMARK_SOURCE: 'sandbox', SHELFMARK_LOG: 'silent' }
  opened = await openService(readConfig(settings, 1))
  // The tests send more requests a second than a free plan allows.
  const { workspaces, keys } = opened.service.store
  const { id } = await workspaces.create({ name: 'mount', plan: 'pro' })
  key = (await keys.create(id, { mode: 'test', name: 'mount' })).fullKey
})
after(async () => {
  await opened.drain(0)
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Another app, with a page, an answer to errors, and a header of its own. */
function createShop(): H3 {
  const shop = new H3({
    silent: true,
    onError: (error) => new Response(`shop: ${error.status}`, { status: error.status }),
  })
  shop.use((event) => {
    event.res.headers.set('X-Shop', 'yes')
  })
  shop.get('/', () => 'the shop')
  shop.get('/fails', () => {
    throw new Error('the shop fails')
  })
  return shop
}

type Mount = (shop: H3, app: H3) => H3

const mountRoutes: Mount = (shop, app) => shop.mount('/data', app)
const mountHandler: Mount = (shop, app) => shop.all('/data/**', withBase('/data', app))

for (const [way, mount] of [
  ['mount', mountRoutes],
  ['withBase', mountHandler],
] as const) {
  const start = (service = opened.service) => {
    const shop = mount(createShop(), createApp(service))
    const ask = (path: string, init: RequestInit = {}) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      return shop.request(path, { headers, ...init })
    }
    return { shop, ask }
  }

  test(`${way}: routes outside stay those of the other app`, async () => {
    const { shop } = start()
    const page = await shop.request('/')
    assert.deepEqual([page.status, await page.text(), page.headers.get('x-shop')], [200, 'the shop', 'yes'])
    assert.equal(page.headers.get('svc-request-id'), null)
    for (const [path, status] of [
      ['/none', 404],
      ['/fails', 500],
      ['/livez', 404],
      ['/database', 404],
      [PRODUCT, 404],
    ] as const) {
      const answer = await shop.request(path)
      assert.deepEqual([answer.status, await answer.text()], [status, `shop: ${status}`], path)
    }
  })

  test(`${way}: a product, with its headers; its slot is free again`, async () => {
    const { ask } = start()
    for (let times = 0; times < 2; times++) {
      const answer = await ask(`/data${PRODUCT}?query=B0SHLFX301&domain=de`)
      assert.equal(answer.status, 200)
      assert.equal(((await answer.json()) as { asin: string }).asin, 'B0SHLFX301')
      const names = ['svc-cost', 'svc-attempts', 'svc-concurrency', 'x-shop']
      assert.deepEqual(
        names.map((name) => answer.headers.get(name)),
        ['0', '1', '1/200 requests', 'yes'],
      )
      assert.match(answer.headers.get('svc-request-id') ?? '', /^[\w-]{36}$/)
    }
  })

  test(`${way}: errors inside are those of the service`, async () => {
    const { ask, shop } = start()
    for (const [path, method, status, error] of [
      ['/data/none', 'GET', 404, 'not_found'],
      [`/data${PRODUCT}/`, 'GET', 404, 'not_found'],
      [`/data${PRODUCT}`, 'DELETE', 405, 'method_not_allowed'],
      [`/data${PRODUCT}`, 'GET', 400, 'invalid_params'],
      [`/data${BATCH}/none`, 'GET', 404, 'not_found'],
    ] as const) {
      const answer = await ask(path, { method })
      const body = (await answer.json()) as { error: string }
      assert.deepEqual([answer.status, body.error], [status, error], path)
      assert.equal(answer.headers.get('svc-cost'), '0')
      assert.notEqual(answer.headers.get('svc-request-id'), null)
    }
    assert.equal((await shop.request(`/data${PRODUCT}`)).status, 401)
    const options = await ask(`/data${BATCH}/x`, { method: 'OPTIONS' })
    assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, DELETE, OPTIONS'])
  })

  test(`${way}: an unexpected error inside is a 500 of the service`, async () => {
    const admit = () => Promise.reject(new Error('unexpected'))
    const { ask } = start({ ...opened.service, limiter: { ...opened.service.limiter, admit } })
    const answer = await ask(`/data${PRODUCT}?query=B0SHLFX301`)
    assert.deepEqual([answer.status, await answer.json()], [500, { error: 'internal_error' }])
    assert.equal(opened.service.activity.inFlight, 0)
  })

  test(`${way}: addresses in answers begin with the path of the mount`, async () => {
    const { ask } = start()
    const body = JSON.stringify({ endpoint: 'market.product', items: [{ query: 'B0SHLFX301' }] })
    const created = await ask(`/data${BATCH}`, { method: 'POST', body })
    assert.equal(created.status, 201)
    const { id, poll_url } = (await created.json()) as { id: string; poll_url: string }
    assert.equal(poll_url, `/data${BATCH}/${id}`)
    assert.equal(((await (await ask(poll_url)).json()) as { id: string }).id, id)

    const description = (await (await ask('/data/api/v1/openapi.json')).json()) as { servers: unknown }
    assert.deepEqual(description.servers, [{ url: '/data' }])
    for (const path of ['/data', '/data/', '/data/docs']) {
      const page = await (await ask(path)).text()
      assert.match(page, /data-base="\/data"/, path)
      const links = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
      assert.ok(links.length >= 2, path)
      for (const link of links) {
        assert.match(link, /^\/data\/assets\//)
        assert.equal((await ask(link)).status, 200, link)
      }
    }
  })
}

test('a body in pieces that has more than 8 MiB gets 413 in a mount too', async () => {
  const shop = mountRoutes(createShop(), createApp(opened.service))
  const pieces = function* () {
    for (let count = 0; count < 90; count++) yield new Uint8Array(100_000)
  }
  const answer = await shop.request(`/data${BATCH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  })
  assert.deepEqual([answer.status, await answer.json()], [413, { error: 'payload_too_large' }])
})

test('a server of the other app that uses SpelledResponse spells our headers as the interface does', async () => {
  const handler = toNodeHandler(mountRoutes(createShop(), createApp(opened.service)))
  const server = createServer({ ServerResponse: SpelledResponse }, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const names: string[] = []
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve, reject) => {
    get({ port, path: '/data/none' }, (answer) => {
      names.push(...answer.rawHeaders.filter((_, index) => index % 2 === 0))
      answer.resume().on('end', resolve)
    }).on('error', reject)
  })
  assert.ok(names.includes('Svc-Request-Id') && names.includes('Svc-Cost'), names.join())
  server.close()
  server.closeAllConnections()
})
