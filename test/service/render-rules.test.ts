// Takes more than 20 seconds: a real browser renders pages for each rule.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { openBrowser } from '../../adapters/fetch/browser/open-browser.ts'
import { openResourceLoader } from '../../adapters/fetch/browser/load-resource.ts'
import { withBrowser } from '../../adapters/fetch/browser/with-browser.ts'
import type { PageBrowser } from '../../adapters/fetch/browser/page-browser.ts'
import { liveSource } from '../../adapters/fetch/source/live-source.ts'
import type { FetchedPage, PageSource } from '../../adapters/fetch/source/page-source.ts'
import { Proxies } from '../../adapters/fetch/source/proxies.ts'
import { BROWSER_SETTINGS, chromiumProgram, requireBrowser } from '../support/chromium.ts'
import { GENEROUS_MS, until } from '../support/wait.ts'

/** Serves pages as all hosts of the marketplace, and notes what is asked for. */
const seen: string[] = []
const pages = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
const marketplace = createServer((request, response) => {
  seen.push(`${request.method} ${request.headers.host}${request.url}`)
  const answer = pages.get(new URL(request.url ?? '', 'http://x').pathname)
  if (answer !== undefined) return answer(request, response)
  response.statusCode = 404
  response.end()
})
/** A service of the same machine that no page may reach. */
const reached: string[] = []
const neighbor = createServer((request, response) => {
  reached.push(request.url ?? '')
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.end('secret')
})
neighbor.on('connection', () => reached.push('connection'))

const hasSandbox = BROWSER_SETTINGS['SHELFMARK_BROWSER_SANDBOX'] === 'on'
const settings = { at: { path: chromiumProgram ?? '', hasSandbox }, pages: 4, recycleAfter: 1000 }

let neighborPort = 0
let browser: PageBrowser
let source: PageSource
let close: () => Promise<void>

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

before(async () => {
  neighborPort = await listen(neighbor)
  const upstreams = new Map([['*', `http://127.0.0.1:${await listen(marketplace)}`]])
  browser = await openBrowser({
    settings,
    onProblem: () => undefined,
    limits: { quietMs: 250, settleMs: 20_000 },
  })
  const live = liveSource({ upstreams, timeLimitMs: GENEROUS_MS })
  const resources = openResourceLoader({ proxies: new Proxies([]), upstreams })
  source = withBrowser(live, { browser, resources, rendersAll: true, timeLimitMs: GENEROUS_MS })
  close = async () => {
    await Promise.all([source.close(), resources.close(), browser.close()])
    for (const server of [marketplace, neighbor]) {
      server.close()
      server.closeAllConnections()
    }
  }
})
after(() => close())

/** A page of the marketplace. */
function serve(path: string, html: string, type = 'text/html; charset=utf-8'): void {
  pages.set(path, (_, response) => {
    response.setHeader('Content-Type', type)
    response.end(html)
  })
}

const never = new AbortController().signal
const HOST = 'https://www.amazon.de'

function render(path: string, screenshot: 'viewport' | 'full' | null = null, signal = never): Promise<FetchedPage> {
  const request = { record: 'product', domain: 'de', url: HOST + path, language: null, attempt: 1 } as const
  return source.fetch({ ...request, render: { screenshot } }, signal)
}

const textOf = ({ bytes }: FetchedPage): string => Buffer.from(bytes).toString()

/** A test that needs the browser. Afterwards, no page is open and the neighbor was not reached. */
function rule(name: string, work: () => Promise<void>): void {
  test(name, async (context) => {
    if (!requireBrowser(context)) return
    seen.length = 0
    await work()
    // A caller that leaves does not wait for the end of its page.
    await until(() => browser.counts().openPages === 0, 'no page is open')
    assert.deepEqual(reached, [], 'the neighbor was reached')
  })
}

rule('what scripts load, late and one after the other, is in the page', async () => {
  serve('/data', '{"price":"12,34 €"}', 'application/json')
  serve(
    '/late.js',
    `setTimeout(async () => { const answer = await fetch('/data', { method: 'POST', body: 'x' })
    document.querySelector('#price').textContent = (await answer.json()).price }, 100)`,
    'text/javascript',
  )
  serve(
    '/',
    `<!doctype html><p id=price></p><script>addEventListener('load', () => {
    const script = document.createElement('script'); script.src = 'https://m.media-amazon.com/late.js'
    document.head.append(script) })</script>`,
  )
  const page = await render('/')
  assert.match(textOf(page), /^<!DOCTYPE html>\s*<html>.*<p id="price">12,34 €<\/p>/s)
  assert.deepEqual([page.status, page.url, page.contentType], [200, `${HOST}/`, 'text/html; charset=utf-8'])
  assert.deepEqual(seen, ['GET www.amazon.de/', 'GET m.media-amazon.com/late.js', 'POST www.amazon.de/data'])
})

rule('third parties, media, frames and everything of this machine are refused', async () => {
  const own = `http://127.0.0.1:${neighborPort}`
  serve(
    '/',
    `<!doctype html><body>
    <img src="${HOST}/image.png"><img src="${own}/image"><img src="file:///etc/passwd">
    <video src="${HOST}/film.mp4"></video><iframe src="${own}/frame"></iframe><iframe src="${HOST}/frame"></iframe>
    <script src="https://ads.example/ad.js"></script><script src="${own}/own.js"></script>
    <link rel="prefetch" href="${HOST}/next"><link rel="dns-prefetch" href="http://localhost:${neighborPort}">
    <link rel="preconnect" href="${own}"><style>@font-face { font-family: f; src: url(${HOST}/font.woff) } body { font-family: f }</style>
    <script>
      const tell = (name, how) => { document.body.dataset[name] = how }
      for (const address of ['${own}/a', 'http://localhost:${neighborPort}/b', 'http://[::ffff:127.0.0.1]:${neighborPort}/c'])
        fetch(address, { mode: 'no-cors' }).then(() => tell('fetch', 'reached'), () => tell('fetch', 'refused'))
      const socket = new WebSocket('ws://127.0.0.1:${neighborPort}/socket')
      socket.onopen = () => tell('socket', 'reached'); socket.onerror = () => tell('socket', 'refused')
      new EventSource('${own}/events').onerror = () => tell('events', 'refused')
      navigator.sendBeacon('${own}/beacon', 'x')
      new Worker(URL.createObjectURL(new Blob(["fetch('${own}/worker').catch(() => 0); importScripts('${own}/import')"])))
      if (navigator.serviceWorker) navigator.serviceWorker.register('/worker.js').catch(() => tell('worker', 'refused'))
      open('${own}/popup'); open('${HOST}/popup')
      alert('a dialog'); confirm('another'); print()
      const link = document.createElement('a'); link.download = 'x'; link.href = '${HOST}/download'; link.click()
      try { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${neighborPort}' }] })
        peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)) } catch {}
    </script>`,
  )
  const html = textOf(await render('/'))
  assert.match(html, /data-fetch="refused"/)
  assert.match(html, /data-socket="refused"/)
  assert.deepEqual(seen, ['GET www.amazon.de/'])
})

rule('images are loaded for a picture only', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="3000"></svg>'
  serve('/image.svg', svg, 'image/svg+xml')
  serve('/', `<!doctype html><img src="https://m.media-amazon.com/image.svg"><img src="https://ads.example/x.png">`)
  const { screenshot } = await render('/', 'full')
  assert.ok(screenshot !== undefined && Buffer.from(screenshot).readUInt32BE(20) > 3000)
  assert.deepEqual(seen, ['GET www.amazon.de/', 'GET m.media-amazon.com/image.svg'])
  assert.equal((await render('/')).screenshot, undefined)
})

rule('a script may go on to other pages of the marketplace, with its cookies', async () => {
  pages.set('/second', ({ headers }, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<p>${headers.cookie}</p>`)
  })
  serve('/', `<script>document.cookie = 'token=abc'; location.replace('/moved')</script>`)
  pages.set('/moved', (_, response) => {
    response.writeHead(302, { Location: '/second' })
    response.end()
  })
  const page = await render('/')
  assert.match(textOf(page), /<p>i18n-prefs=EUR; lc-acbde=de_DE; token=abc<\/p>/)
  assert.equal(page.url, `${HOST}/second`)
})

rule('the document and what its scripts load come to one visitor, with the cookies of the page', async () => {
  const asked = new Map<string, IncomingMessage['headers']>()
  const note = (path: string, type: string, text: string): void => {
    pages.set(path, ({ headers }, response) => {
      asked.set(path, headers)
      response.writeHead(200, { 'Content-Type': type, 'Set-Cookie': ['session=1', `of${path.length}=x; HttpOnly`] })
      response.end(text)
    })
  }
  note('/', 'text/html', `<script src="https://m.media-amazon.com/a.js"></script><script>fetch('/data')</script>`)
  note('/a.js', 'text/javascript', '')
  note('/data', 'application/json', '{}')
  await render('/')
  const [page, script, data] = [asked.get('/'), asked.get('/a.js'), asked.get('/data')]
  for (const name of ['user-agent', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'accept-language']) {
    assert.ok(page?.[name] !== undefined, name)
    assert.deepEqual([script?.[name], data?.[name]], [page[name], page[name]], name)
  }
  assert.match(String(page?.['sec-ch-ua']), /"Google Chrome"/)
  assert.match(String(page?.['user-agent']), /X11; Linux/)
  assert.equal(page?.cookie, 'i18n-prefs=EUR; lc-acbde=de_DE')
  assert.equal(script?.cookie, undefined)
  assert.deepEqual(data?.cookie?.split('; ').toSorted(), ['i18n-prefs=EUR', 'lc-acbde=de_DE', 'of1=x', 'session=1'])
})

rule('a script that leads away from the marketplace ends the page', async () => {
  for (const target of [
    'https://shop.example/',
    'https://www.amazon.com/dp/B0SHLFS001',
    `http://127.0.0.1:${neighborPort}/page`,
  ]) {
    serve('/', `<script>location.href = '${target}'</script>`)
    await assert.rejects(
      render('/'),
      { code: 'foreign_redirect', answer: { status: 200, url: `${HOST}/` } as never },
      target,
    )
  }
  serve('/', `<form method="post" action="/cart"></form><script>document.forms[0].submit()</script>`)
  await assert.rejects(render('/'), { code: 'foreign_redirect' })
  serve('/', `<meta http-equiv="refresh" content="0; url=https://shop.example/">`)
  await assert.rejects(render('/'), { code: 'foreign_redirect' })
})

rule('a page that goes on for ever ends after five others', async () => {
  for (let index = 0; index < 10; index++) serve(`/${index}`, `<script>location.replace('/${index + 1}')</script>`)
  await assert.rejects(render('/0'), { code: 'too_many_redirects' })
  assert.equal(seen.length, 6)
})

rule('an answer that is not a page is unreadable, and one that is too large is refused', async () => {
  serve('/', 'x', 'image/png')
  await assert.rejects(render('/'), { code: 'unreadable', answer: { status: 200, url: `${HOST}/` } as never })
  serve('/', '')
  await assert.rejects(render('/'), { code: 'unreadable' })
  serve('/', `<script>document.write('<p>' + 'x'.repeat(9 * 1024 * 1024))</script>`)
  await assert.rejects(render('/'), { code: 'page_too_large' })
})

/** A source of one page. */
const sourceOf = (page: FetchedPage): PageSource => ({ fetch: async () => page, close: async () => undefined })

rule('a page that never stops changing is taken as it is', async () => {
  const impatient = await openBrowser({
    settings,
    onProblem: () => undefined,
    limits: { quietMs: 250, settleMs: 1000 },
  })
  const html = '<p>1</p><script>setInterval(() => { document.body.dataset.now = Date.now() }, 10)</script>'
  const received = { status: 200, url: `${HOST}/`, bytes: Buffer.from(html) }
  const options = { browser: impatient, resources: null, rendersAll: true, timeLimitMs: GENEROUS_MS }
  const restless = withBrowser(sourceOf(received), options)
  const request = { record: 'product', domain: 'de', url: received.url, language: null, attempt: 1 } as const
  assert.match(textOf(await restless.fetch(request, never)), /data-now="\d+".*<p>1</s)
  await impatient.close()
})

rule('a page that never ends, and one whose caller leaves, are closed', async () => {
  serve('/', `<script>for (;;);</script>`)
  const received = { status: 200, url: `${HOST}/`, bytes: Buffer.from('<script>for (;;);</script>') }
  const impatient = withBrowser(sourceOf(received), { browser, resources: null, rendersAll: true, timeLimitMs: 2000 })
  const request = { record: 'product', domain: 'de', url: `${HOST}/`, language: null, attempt: 1 } as const
  await assert.rejects(impatient.fetch(request, never), { code: 'timeout' })
  const caller = new AbortController()
  const rendering = render('/', null, caller.signal)
  await until(() => browser.counts().openPages === 1, 'the page is open')
  caller.abort()
  await assert.rejects(rendering, { code: 'aborted' })
})

rule('a page that ends its process is a network error, and the next one is rendered', async () => {
  serve('/', `<script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))</script>`)
  await assert.rejects(render('/'), { code: 'network' })
  serve('/', '<p>alive</p>')
  assert.match(textOf(await render('/')), /<p>alive<\/p>/)
})
