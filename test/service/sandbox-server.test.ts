import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parseFaults } from '../../adapters/sandbox/server/faults.ts'
import { magicAsins } from '../../adapters/sandbox/records/product/magic.ts'
import type { PagePrinter } from '../../adapters/sandbox/server/records.ts'
import { isProductAsin } from '../../adapters/sandbox/records/product/addresses.ts'
import { startSandbox, type RunningSandbox } from '../../adapters/sandbox/server/start-sandbox.ts'
import { classifyPage, type PageKind } from '../../core/index.ts'
import { MAX_PAGE_SIZE } from '../../core/html/page.ts'
import { marketplaces, site } from '../../selectors/index.ts'
import { cliPath } from '../support/built-path.ts'

let printed = 0

/** Pages that contain their request. */
const pages: Partial<PagePrinter> = {
  product: (asked) => {
    printed++
    if (asked.asin === 'B0MISTAKE0') throw new Error('no such words')
    return `<html><body><span id="productTitle">${JSON.stringify(asked).replaceAll('"', "'")} Grün 日本</span>${'x'.repeat(5000)}</body></html>`
  },
  search: (asked) => {
    printed++
    return `<html><body><div data-component-type="s-search-result" data-asin="B0SHLFS001">${JSON.stringify(asked)}</div></body></html>`
  },
}

let sandbox: RunningSandbox
const agent = new Agent({ keepAlive: true })
before(async () => {
  sandbox = await startSandbox({ pages, weight: 'light' })
})
after(async () => {
  agent.destroy()
  await sandbox.close()
})

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  /** Whether the connection closed before the answer was complete. */
  readonly isBroken: boolean
}

interface Call {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly port?: number
  /** Default: a limit that only a broken server reaches. */
  readonly giveUpAfterMs?: number
  /** Called when the headers of the answer arrive. */
  readonly onHeaders?: () => void
}

const GIVE_UP_MS = 60_000

function call(path: string, options: Call = {}) {
  const { method = 'GET', headers = {}, port = sandbox.port, giveUpAfterMs = GIVE_UP_MS, onHeaders } = options
  return new Promise<Reply>((resolve, reject) => {
    const sent = request(
      { port, path, method, headers, agent, signal: AbortSignal.timeout(giveUpAfterMs) },
      (response) => {
        onHeaders?.()
        const chunks: Buffer[] = []
        const finish = (isBroken: boolean) => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString(),
            isBroken,
          })
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => finish(false))
        response.on('error', () => finish(true))
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

const asked = (text: string) => (/domain'?"?:["'](.+?)["']/.exec(text) ?? [])[1]

test('the host names the marketplace, else the path, else it is com', async () => {
  const cases: readonly (readonly [path: string, host: string, domain: string])[] = [
    ['/dp/B0SHLFS001', 'www.amazon.de', 'de'],
    ['/dp/B0SHLFS001', 'www.amazon.co.uk:8080', 'co.uk'],
    ['/dp/B0SHLFS001', 'WWW.AMAZON.COM.BR', 'com.br'],
    ['/dp/B0SHLFS001', 'amazon.nl', 'nl'],
    ['/dp/B0SHLFS001', 'de.localhost:8080', 'de'],
    ['/dp/B0SHLFS001', 'www.amazon.se.localhost', 'se'],
    ['/www.amazon.de/dp/B0SHLFS001', 'localhost', 'de'],
    ['/co.jp/dp/B0SHLFS001', '127.0.0.1:1', 'co.jp'],
    ['/in/dp/B0SHLFS001', 'www.amazon.fr', 'fr'],
    ['http://www.amazon.pl/dp/B0SHLFS001', 'localhost', 'pl'],
    ['/dp/B0SHLFS001', 'localhost', 'com'],
    ['/dp/B0SHLFS001', 'www.amazon.example', 'com'],
  ]
  for (const [path, host, domain] of cases) {
    const { status, text } = await call(path, { headers: { host } })
    assert.deepEqual([status, asked(text)], [200, domain], `${host} ${path}`)
  }
  for (const { domain, host } of marketplaces.values()) {
    assert.equal(asked((await call('/dp/B0SHLFS001', { headers: { host } })).text), domain)
  }
})

test('a product has several addresses', async () => {
  const same = [
    '/dp/B0SHLFS001',
    '/dp/b0shlfs001?th=1&psc=1',
    '/gp/product/B0SHLFS001/ref=ox_sc_act',
    '/dp/product/B0SHLFS001',
    '/A-%E6%97%A5-Kettle/dp/B0SHLFS001/ref=sr_1_1?qid=1',
    '/%ZZ/dp/B0SHLFS001',
    '/-/en/dp/B0SHLFS001/',
  ]
  for (const path of same) assert.match((await call(path)).text, /'asin':'B0SHLFS001'/, path)
  assert.match((await call('/dp/012345678X')).text, /'asin':'012345678X'/)
  for (const path of ['/gp/aw/d/B0SHLFS001', '/exec/obidos/ASIN/b0shlfs001/ref=x', '/de/o/ASIN/B0SHLFS001']) {
    const { status, headers } = await call(path)
    assert.deepEqual([status, headers.location], [301, `${path.startsWith('/de') ? '/de' : ''}/dp/B0SHLFS001`])
  }
  for (const path of ['/dp/B0SHLFS0011', '/dp/ABCDEFGHIJ', '/dp/', '/dp', '/gp/aw/d/x', '/nowhere', '/favicon.ico']) {
    const { status, bytes } = await call(path)
    assert.deepEqual([status, classifyPage({ bytes }, site).kind], [404, 'not_found'], path)
  }
})

test('the address of a search gives its query, page and sort order', async () => {
  const cases: readonly (readonly [path: string, expected: object])[] = [
    ['/s?k=tea+kettle', { query: 'tea kettle', page: 1, sort: 'best_match' }],
    ['/s?k=%E3%82%84&page=3&s=price-asc-rank', { query: 'や', page: 3, sort: 'price_asc' }],
    ['/s/ref=nb_sb_noss?field-keywords=tea&page=x&sort=price-desc-rank', { query: 'tea', page: 1, sort: 'price_desc' }],
    ['/s?k=tea&page=-1&s=review-rank', { query: 'tea', page: 1, sort: 'avg_customer_review' }],
    ['/s?k=tea&s=date-desc-rank&i=stripbooks', { query: 'tea', page: 1, sort: 'newest' }],
    [
      '/s?k=tea&rh=n%3A12%2Cp_89%3AA%7CB&me=A1SHELF0000001',
      {
        query: 'tea',
        page: 1,
        sort: 'best_match',
        seller: 'A1SHELF0000001',
        conditions: [
          { facet: 'n', values: ['12'] },
          { facet: 'p_89', values: ['A', 'B'] },
        ],
      },
    ],
    ['/s?k=sandbox:nothing', { query: 'sandbox:nothing', page: 1, sort: 'best_match', isEmpty: true }],
  ]
  const usual = { domain: 'com', weight: 'light', isEmpty: false, seller: null, conditions: [] }
  for (const [path, expected] of cases) {
    const { text } = await call(path)
    const request = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '{}') as object
    assert.deepEqual(request, { ...usual, ...expected }, path)
  }
  const { status, headers } = await call('/de/s?k=')
  assert.deepEqual([status, headers.location], [302, '/de/'])
})

test('other addresses of a marketplace have answers too', async () => {
  assert.equal(classifyPage({ bytes: (await call('/')).bytes }, site).kind, 'gallery')
  const signIn = await call('/ap/signin?openid.mode=checkid_setup')
  assert.equal(signIn.status, 200)
  assert.match(signIn.text, /name="signIn"/)
  assert.equal(classifyPage({ bytes: (await call('/errors/validateCaptcha?amzn-r=%2F')).bytes }, site).kind, 'captcha')
  const robots = await call('/robots.txt')
  assert.match(robots.text, /^User-agent: \*\n/)
  assert.equal(robots.headers['content-type'], 'text/plain;charset=UTF-8')
})

test('headers name encoding and language, and HEAD sends only headers', async () => {
  const got = await call('/dp/B0SHLFS001', { headers: { host: 'www.amazon.co.jp' } })
  assert.equal(got.headers['content-type'], 'text/html;charset=UTF-8')
  assert.equal(got.headers['content-language'], 'ja-JP')
  assert.equal(got.headers['content-length'], String(got.bytes.length))
  assert.equal(got.headers['content-encoding'], undefined)
  const head = await call('/dp/B0SHLFS001', { method: 'HEAD', headers: { host: 'www.amazon.co.jp' } })
  assert.equal(head.status, 200)
  assert.equal(head.bytes.length, 0)
  assert.equal(head.headers['content-length'], got.headers['content-length'])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await call('/dp/B0SHLFS001', { method })
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method)
  }
})

test('pages are compressed for clients that accept it', async () => {
  const plain = await call('/dp/B0SHLFS001')
  const cases: readonly (readonly [accepted: string, isCompressed: boolean])[] = [
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['gzip;q=0, identity', false],
    ['br', false],
    ['', false],
  ]
  for (const [accepted, isCompressed] of cases) {
    const { headers, bytes } = await call('/dp/B0SHLFS001', { headers: { 'accept-encoding': accepted } })
    assert.equal(headers['content-encoding'], isCompressed ? 'gzip' : undefined, accepted)
    assert.equal(headers['content-length'], String(bytes.length))
    assert.deepEqual(isCompressed ? gunzipSync(bytes) : bytes, plain.bytes)
  }
})

test('a page is printed once, and a page that fails to print does not stop the server', async () => {
  await call('/dp/B0ONCE0000')
  const before = printed
  for (let i = 0; i < 5; i++) await call(`/slug-${i}/dp/B0ONCE0000`)
  assert.equal(printed, before)
  const broken = await call('/dp/B0MISTAKE0')
  assert.equal(broken.status, 500)
  assert.match(broken.text, /no such words/)
  assert.equal((await call('/dp/B0SHLFS001')).status, 200)
})

test('every magic ASIN is valid, listed once, and has valid rules', () => {
  assert.equal(new Set(magicAsins.map(({ asin }) => asin)).size, magicAsins.length)
  for (const { asin, faults = '', description } of magicAsins) {
    assert.ok(isProductAsin(asin) && asin === asin.toUpperCase(), asin)
    assert.ok(parseFaults(faults) && description !== '', asin)
  }
})

/** Magic ASINs that answer with a page. */
const answers: readonly (readonly [asin: string, status: number, kind: PageKind])[] = [
  ['B0CAPTCHA0', 200, 'captcha'],
  ['B0GATE0000', 200, 'captcha'],
  ['B0WAF00202', 202, 'challenge'],
  ['B0AKAMAI00', 200, 'challenge'],
  ['B0BUSY0503', 503, 'throttled'],
  ['B0MANY0429', 429, 'throttled'],
  ['B0ERROR500', 500, 'unknown'],
  ['B0GONE0404', 404, 'not_found'],
  ['B0GONE0200', 200, 'not_found'],
  ['B0GALLERY0', 200, 'gallery'],
  ['B0EMPTY000', 200, 'unknown'],
  ['B0SHELL000', 200, 'shell'],
  ['B0CUTPAGE0', 200, 'unknown'],
  ['B0HUGE0000', 200, 'unknown'],
  ['B0IMAGE000', 200, 'unknown'],
  ['B0WRONG000', 200, 'product'],
  ['B0UNAVAIL0', 200, 'product'],
]

test('magic ASINs give pages of every kind', async () => {
  for (const [asin, status, kind] of answers) {
    const path = `/dp/${asin}`
    const reply = await call(path, { headers: { host: 'www.amazon.fr' } })
    const verdict = classifyPage(
      { status: reply.status, url: `https://www.amazon.fr${path}`, bytes: reply.bytes },
      site,
    )
    assert.deepEqual([reply.status, verdict.kind], [status, kind], `${asin}: ${verdict.evidence}`)
  }
  assert.equal((await call('/dp/B0MANY0429')).headers['retry-after'], '1')
  assert.equal((await call('/dp/B0IMAGE000')).headers['content-type'], 'image/gif')
  assert.ok((await call('/dp/B0HUGE0000')).bytes.length > MAX_PAGE_SIZE)
})

test('magic ASINs give other products, families and situations', async () => {
  const of = async (asin: string) => (await call(`/dp/${asin}`)).text
  assert.match(await of('B0WRONG000'), /'asin':'B0OTHER000'/)
  const child = await of('B0CHILD000')
  assert.match(child, /'asin':'B0CHILD000'.*'parent':'B0PARENT00','sibling':'B0SIBLING0'/)
  assert.equal(await of('B0PARENT00'), child)
  assert.equal(await of('B0SIBLING0'), child)
  assert.match(await of('B0RANGE000'), /'layout':'apparel','situation':'range'/)
})

test('magic ASINs redirect to other addresses', async () => {
  const locationOf = async (path: string) => {
    const { status, headers } = await call(path)
    assert.equal(status, 302)
    return headers.location ?? ''
  }
  assert.match(
    await locationOf('/de/dp/B0SIGNIN00'),
    /^\/de\/ap\/signin\?openid\.return_to=https%3A%2F%2Fwww\.amazon\.de%2Fdp%2FB0SIGNIN00&/,
  )
  assert.equal(new URL(await locationOf('/dp/B0AWAY0000')).hostname, 'elsewhere.invalid')
  let path = '/dp/B0LOOP0000?th=1'
  const seen: string[] = []
  for (let i = 0; i < 4; i++) seen.push((path = await locationOf(path)))
  assert.deepEqual(
    seen,
    [1, 2, 1, 2].map((again) => `/dp/B0LOOP0000?th=1&again=${again}`),
  )
})

test('a page can have another encoding than its header says', async () => {
  const western = await call('/dp/B0CHARSET0', { headers: { host: 'www.amazon.de' } })
  assert.equal(western.headers['content-type'], 'text/html;charset=UTF-8')
  assert.match(new TextDecoder('windows-1252').decode(western.bytes), / Grün &#26085;&#26412;</)
  const japanese = await call('/dp/B0CHARSET0', { headers: { host: 'www.amazon.co.jp' } })
  assert.match(new TextDecoder('shift_jis').decode(japanese.bytes), / Gr&#252;n 日本</)
})

test('connections break, stay silent or are reset', async () => {
  const cut = await call('/dp/B0CUTLINE0')
  assert.deepEqual([cut.status, cut.isBroken, cut.bytes.length], [200, true, 2000])
  await assert.rejects(call('/dp/B0RESET000'), { code: 'ECONNRESET' })
  await assert.rejects(call('/dp/B0HANG0000', { giveUpAfterMs: 150 }), { name: 'AbortError' })
  const compressed = await call('/dp/B0BADGZIP0')
  assert.equal(compressed.headers['content-encoding'], 'gzip')
  assert.throws(() => gunzipSync(compressed.bytes))
})

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now()
  return { value: await work, ms: performance.now() - start }
}

test('answers are late and slow', async () => {
  const late = await timed(call('/dp/B0SHLFS001?__fault=delay=200'))
  assert.ok(late.ms >= 195, `${late.ms}`)
  const whole = (await call('/dp/B0SHLFS001')).bytes
  const slow = await timed(call('/dp/B0SHLFS001', { headers: { 'x-sandbox-fault': 'drip=20000' } }))
  assert.deepEqual(slow.value.bytes, whole)
  assert.ok(slow.ms >= 150, `${slow.ms}`)
  const cut = await timed(call('/dp/B0SHLFS001?__fault=drip=20000,break=2000'))
  assert.deepEqual([cut.value.isBroken, cut.value.bytes.length], [true, 2000])
  await assert.rejects(call('/dp/B0DRIP0000', { giveUpAfterMs: 200 }))
})

async function statusesOf(path: string, attempts: number, headers: Record<string, string> = {}): Promise<string> {
  const seen: string[] = []
  for (let i = 0; i < attempts; i++) {
    const { status, bytes } = await call(path, { headers })
    seen.push(`${status} ${classifyPage({ bytes }, site).kind}`)
  }
  return seen.join(', ')
}

test('rules count the attempts at an address, and start again after one that succeeds', async () => {
  const blockedTwice = '200 captcha, 200 captcha, 200 product'
  assert.equal(await statusesOf('/dp/B0BLOCKED2', 6), `${blockedTwice}, ${blockedTwice}`)
  assert.equal(await statusesOf('/de/dp/B0BLOCKED2', 3), blockedTwice)
  assert.equal(
    await statusesOf('/s?k=sandbox:captcha*1,status=503*2', 5),
    '200 captcha, 503 throttled, 503 throttled, 200 search, 200 captcha',
  )
  assert.equal(await statusesOf('/s?k=sandbox:not_found', 2), '404 not_found, 404 not_found')
  assert.equal(
    await statusesOf('/dp/B0SHLFS002', 4, { 'x-sandbox-fault': 'captcha*1, throttled' }),
    '200 captcha, 503 throttled, 503 throttled, 503 throttled',
  )
  assert.equal((await call('/dp/B0SHLFS003?__fault=truncate=50')).bytes.length, 50)
  const first = await call('/dp/B0SHLFS004?__fault=gzip*1')
  const second = await call('/dp/B0SHLFS004?__fault=gzip*1')
  assert.deepEqual([first.headers['content-encoding'], second.headers['content-encoding']], ['gzip', undefined])
})

test('fault rules of the server apply to the same share of attempts in every run', async () => {
  const refusedBy = async () => {
    const server = await startSandbox({ pages, faults: 'too_many%30,delay=1' })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 100; i++) {
        const asin = `B0SHARE0${String(i % 50).padStart(2, '0')}`
        statuses.push((await call(`/dp/${asin}`, { port: server.port })).status)
      }
      const own = await call('/dp/B0SHARE000', { port: server.port, headers: { 'x-sandbox-fault': '' } })
      assert.equal(own.status, 200)
      return statuses
    } finally {
      await server.close()
    }
  }
  const statuses = await refusedBy()
  const refused = statuses.filter((status) => status === 429).length
  assert.ok(refused > 15 && refused < 45, `${refused} of 100`)
  assert.notDeepEqual(statuses.slice(0, 50), statuses.slice(50))
  assert.deepEqual(await refusedBy(), statuses)
})

test('a wrong rule is rejected with its text', async () => {
  const wrong = [
    'catcha',
    'delay',
    'delay=x',
    'delay=999999',
    'captcha=3',
    'captcha*0',
    'captcha%101',
    'status=99',
    'toString',
  ]
  for (const rule of wrong) {
    assert.throws(() => parseFaults(rule), /captcha|delay|status|toString/, rule)
    const { status, text } = await call('/dp/B0SHLFS001', { headers: { 'x-sandbox-fault': rule } })
    assert.equal(status, 400)
    assert.ok(text.includes(`"${rule}"`), text)
  }
  assert.equal((await call('/s?k=sandbox:catcha')).status, 400)
  await assert.rejects(startSandbox({ pages, faults: 'catcha' }), /catcha/)
  assert.deepEqual(parseFaults(' delay=20*3 ,, captcha%5'), [
    { name: 'delay', amount: 20, times: 3, share: null },
    { name: 'captcha', amount: null, times: null, share: 5 },
  ])
})

test('closing ends open connections, and two servers cannot share a port', async () => {
  const server = await startSandbox({ pages })
  await assert.rejects(startSandbox({ pages, port: server.port }), { code: 'EADDRINUSE' })
  // The last answer has begun when its headers arrive, and the earlier requests were received before.
  const events = new EventEmitter()
  const started = once(events, 'headers')
  const waiting = ['hang', 'delay=60000', 'drip=1'].map((fault) =>
    call(`/dp/B0SHLFS001?__fault=${fault}`, { port: server.port, onHeaders: () => events.emit('headers') }).then(
      ({ isBroken }) => (isBroken ? 'closed' : 'complete'),
      (error: Error) => (error.name === 'AbortError' ? 'still waiting' : 'closed'),
    ),
  )
  await started
  await server.close()
  assert.deepEqual(await Promise.all(waiting), ['closed', 'closed', 'closed'])
  await assert.rejects(call('/', { port: server.port }), { code: 'ECONNREFUSED' })
})

const cli = [cliPath(), 'sandbox']

test('the command serves the generated pages until it is stopped', async () => {
  const child = spawn(process.execPath, [...cli, '--port', '0', '--weight', 'light', '--fault', 'delay=1'])
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\n/.exec(line.toString())?.[1])
    const paths = [...line.toString().matchAll(/^ {2}http:\/\/[^/]+(\S+)$/gm)].map(([, path = '']) => path)
    assert.equal(paths.length, 2)
    const kinds: PageKind[] = []
    for (const path of [...paths, '/de/s?k=sandbox:nothing']) {
      const { status, bytes } = await call(path, { port })
      kinds.push(classifyPage({ status, bytes }, site).kind)
    }
    assert.deepEqual(kinds, ['product', 'search', 'no_results'])
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('the command lists everything with a special answer, and rejects wrong rules', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [...cli, ...args], { encoding: 'utf8' })
  const { stdout } = run('--list')
  for (const { asin } of magicAsins) assert.match(stdout, new RegExp(`^${asin}  \\S`, 'm'))
  assert.match(stdout, /^delay=<ms> +the answer is late/m)
  const wrong = run('--fault', 'catcha')
  assert.equal(wrong.status, 2)
  assert.match(wrong.stderr, /^shelfmark: "catcha" is not a fault/)
})
