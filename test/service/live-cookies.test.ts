import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import type { PageRequest } from '../../adapters/fetch/source/page-source.ts'
import { CookieJar } from '../../adapters/fetch/sessions/cookie-jar.ts'
import { GENEROUS_MS } from '../support/wait.ts'

const HOST = 'www.amazon.de'
const never = new AbortController().signal
const request = (path: string, more: Partial<PageRequest> = {}): PageRequest => ({
  record: 'product',
  domain: 'de',
  url: `https://${HOST}${path}`,
  language: null,
  attempt: 1,
  ...more,
})

async function serve(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function readText(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of incoming as AsyncIterable<Buffer>) text += piece.toString()
  return text
}

test('each request of a redirect has the cookies of its address, and those of every answer count', async (t) => {
  const seen: (string | undefined)[] = []
  const port = await serve(t, (incoming, response) => {
    seen.push(`${incoming.url} ${incoming.headers.cookie}`)
    if (incoming.url === '/start') {
      response.writeHead(302, { Location: '/gp/next', 'Set-Cookie': ['a=1; Path=/', 'b=1; Path=/gp'] })
    } else response.writeHead(200, { 'Set-Cookie': ['a=2; Path=/', 'c=1; Path=/'] })
    response.end()
  })
  const source = liveSource({ upstreams: new Map([['*', `http://127.0.0.1:${port}`]]), timeLimitMs: GENEROUS_MS })
  t.after(() => source.close())
  const cookies = new CookieJar({ host: HOST, epochMs: () => Date.parse('2026-11-26T12:00:00Z') })
  const page = await source.fetch(request('/start', { cookies, headers: { Cookie: 'own=1' } }), never)
  assert.deepEqual(seen, ['/start own=1', '/gp/next b=1; a=1'])
  assert.deepEqual(page.setCookies, ['a=1; Path=/', 'b=1; Path=/gp', 'a=2; Path=/', 'c=1; Path=/'])
  assert.equal(cookies.headerFor(`https://${HOST}/`), 'a=2; c=1')
})

test('what a request posts is sent once, with its headers, and not again after a redirect', async (t) => {
  const seen: unknown[] = []
  const port = await serve(t, (incoming, response) => {
    const answer = (body: string): void => {
      const { method, url, headers } = incoming
      seen.push([method, url, headers['content-type'], headers['x-token'], body])
      response.writeHead(url === '/post' ? 303 : 200, url === '/post' ? { Location: '/done' } : {}).end('{}')
    }
    void readText(incoming).then(answer)
  })
  const source = liveSource({ upstreams: new Map([['*', `http://127.0.0.1:${port}`]]), timeLimitMs: GENEROUS_MS })
  t.after(() => source.close())
  const post = { contentType: 'application/json', text: '{"zip":"10117"}', headers: { 'X-Token': 't' } }
  assert.equal((await source.fetch(request('/post', { post }), never)).url, `https://${HOST}/done`)
  assert.deepEqual(seen, [
    ['POST', '/post', 'application/json', 't', '{"zip":"10117"}'],
    ['GET', '/done', undefined, undefined, ''],
  ])
})

test('a request takes the exit that it names, whatever its address and attempt', async (t) => {
  const taken: string[] = []
  const proxies = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      server.on('connect', (_, socket) => {
        taken.push(name)
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      })
      t.after(() => void server.close())
      return `http://user:sesame@127.0.0.1:${(server.address() as AddressInfo).port}`
    }),
  )
  const source = liveSource({ proxies, timeLimitMs: GENEROUS_MS })
  t.after(() => source.close())
  const { exits = [] } = source
  assert.equal(new Set(exits).size, 3)
  assert.ok(exits.every((exit) => !/sesame|127|user/.test(exit)))
  // Two failures of each: a proxy that fails more often rests.
  for (const exit of [1, 0, 2]) {
    for (const attempt of [1, 2]) {
      await assert.rejects(source.fetch(request(`/dp/${exit}`, { exit: exits[exit], attempt }), never))
    }
  }
  assert.deepEqual(taken, ['two', 'two', 'one', 'one', 'three', 'three'])
  await assert.rejects(source.fetch(request('/', { exit: 'elsewhere' }), never), { code: 'refused' })
})
