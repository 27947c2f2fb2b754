import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import {
  ConfigError,
  createService,
  SourceError,
  StoreError,
  type EmbeddedService,
  type PageRequest,
  type PageSource,
} from '../../adapters/server/index.ts'
import { builtPath, cliPath } from '../support/built-path.ts'
import { PRODUCT, SEARCH } from '../support/service-bench.ts'
import { inTime } from '../support/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-embed-'))
const settings = { SHELFMARK_LOG: 'silent', SHELFMARK_WORKERS: '1', SHELFMARK_PORT: '0' }
const asinOf = ({ url }: PageRequest): string => /\/dp\/(\w{10})/.exec(url)?.[1] ?? ''
const pageOf = (asin: string): Uint8Array =>
  Buffer.from(renderProduct(generateProduct({ asin, domain: 'de' }), { weight: 'light' }))
const hang = (): Promise<never> => new Promise(() => undefined)

/** What a source of the user's own does, by the ASIN that is requested. */
const DEEDS: Readonly<Record<string, (request: PageRequest) => unknown>> = {
  B0GOOD0000: ({ url }) => ({ status: 200, url, bytes: pageOf('B0GOOD0000') }),
  B0THROWS00: () => {
    throw new Error('at once')
  },
  B0REJECTS0: () => Promise.reject(new Error('later')),
  B0NOTHING0: () => Promise.reject(undefined),
  B0HANGS000: hang,
  B0JUNK0000: () => 'junk',
  B0BYTES000: ({ url }) => ({ status: 200, url, bytes: '<html>' }),
  B0LARGE000: ({ url }) => ({ status: 200, url, bytes: new Uint8Array(9_000_000) }),
  B0NOURL000: () => ({ status: 200, url: 'dp', bytes: pageOf('B0NOURL000') }),
  B0CODED000: () => Promise.reject(new SourceError('page_too_large', 'Too large.')),
  B0GONE0000: ({ url }) => ({ status: 404, url, bytes: new Uint8Array() }),
}
const cached = pageOf('B0CACHED00')
const source: PageSource = {
  fetch: async (request) => {
    const asin = asinOf(request)
    if (asin === 'B0CACHED00') return { status: 200, url: request.url, bytes: cached }
    return (await DEEDS[asin]?.(request)) as never
  },
  close: () => Promise.reject(new Error('it does not close')),
}

let service: EmbeddedService
let workspace: string
let key: string
before(async () => {
  service = await createService({ source, store: join(folder, 'data'), settings })
  const { id } = await service.store.workspaces.create({ name: 'embed', plan: 'pro' })
  workspace = id
  key = (await service.store.keys.create(id, { mode: 'live', name: 'embed' })).fullKey
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = async (target: string): Promise<Response> =>
  service.app.request(target, { headers: { Authorization: `Bearer ${key}` } })
const credits = () => service.store.ledger.usedCredits(workspace, Date.now())

test('a live key gets the pages of the source, and pays for them', async () => {
  const before = await credits()
  const answer = await call(`${PRODUCT}?query=B0GOOD0000&domain=de`)
  assert.deepEqual([answer.status, answer.headers.get('svc-cost')], [200, '5'])
  assert.equal(((await answer.json()) as { asin: string }).asin, 'B0GOOD0000')
  assert.equal(await credits(), before + 5)
})

test('a source may give the same bytes again', async () => {
  for (let times = 0; times < 3; times++) {
    assert.equal((await call(`${PRODUCT}?query=B0CACHED00&domain=de`)).status, 200)
  }
})

test('whatever a source does wrong is an error of the interface, and costs nothing', async () => {
  const before = await credits()
  const expected = {
    B0THROWS00: [502, 'target_unreachable'],
    B0REJECTS0: [502, 'target_unreachable'],
    B0NOTHING0: [502, 'target_unreachable'],
    B0HANGS000: [502, 'target_unreachable'],
    B0JUNK0000: [502, 'extraction_failed'],
    B0BYTES000: [502, 'extraction_failed'],
    B0LARGE000: [502, 'extraction_failed'],
    B0NOURL000: [502, 'extraction_failed'],
    B0CODED000: [502, 'extraction_failed'],
    B0GONE0000: [404, 'product_not_found'],
  }
  const answers = await Promise.all(
    Object.keys(expected).map(async (asin) => {
      const answer = await inTime(call(`${PRODUCT}?query=${asin}&domain=de&timeout=2`), asin)
      assert.equal(answer.headers.get('svc-cost'), '0', asin)
      return [asin, [answer.status, ((await answer.json()) as { error: string }).error]] as const
    }),
  )
  assert.deepEqual(Object.fromEntries(answers), expected)
  const search = await inTime(call(`${SEARCH}?query=kettle&pages=2&timeout=2`), 'search')
  assert.equal(search.status, 502)
  assert.equal(await credits(), before)
})

test('it listens on a port, and closes with its requests', async () => {
  const own = await createService({ source: 'sandbox', store: join(folder, 'listening'), settings })
  const { port, adminPort } = await own.listen(0)
  assert.equal(adminPort, null)
  assert.match(own.firstKey ?? '', /^svc_test_/)
  const url = `http://127.0.0.1:${port}${PRODUCT}?query=B0SHLFX301&domain=de`
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${own.firstKey}` } })
  assert.equal(answer.status, 200)
  await answer.text()
  await Promise.all([own.close(), own.close()])
  await assert.rejects(fetch(url))
})

test('the first start can choose the plan of its workspace: unlimited lets one key send as much as it wants', async () => {
  const store = join(folder, 'unlimited')
  const plans: unknown[] = []
  for (const plan of ['unlimited', 'free']) {
    const own = await createService({ source: 'sandbox', store, settings: { ...settings, SHELFMARK_FIRST_PLAN: plan } })
    const [workspace] = await own.store.workspaces.list()
    plans.push(workspace?.plan)
    if (own.firstKey !== null) {
      const headers = { Authorization: `Bearer ${own.firstKey}` }
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await own.app.request('/api/v1/account', { headers })).status),
      )
      assert.deepEqual(new Set(statuses), new Set([200]))
    }
    await own.close()
  }
  assert.deepEqual(plans, ['unlimited', 'unlimited'], 'a later start changes nothing')
})

test('a port that is taken rejects, and the service can still be closed', async () => {
  const [one, other] = await Promise.all(
    ['one', 'other'].map((name) => createService({ source: 'sandbox', store: join(folder, name), settings })),
  )
  assert.ok(one && other)
  const { port } = await one.listen()
  await assert.rejects(other.listen(port), { code: 'EADDRINUSE' })
  await Promise.all([one.close(), other.close()])
})

test('mistakes in options are errors that say so, and leave nothing open', async () => {
  const store = join(folder, 'mistakes')
  await assert.rejects(
    createService({ store, settings: { SHELFMARK_WORKERS: 'two', SHELFMARK_FOO: '1' } }),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.deepEqual(error.problems.length, 2)
      return true
    },
  )
  await assert.rejects(createService({ source: 'lvie', settings }), /"lvie" is not one of live, sandbox, directory/)
  await assert.rejects(createService({ source: {} as PageSource, store, settings }), { code: 'invalid_argument' })
  await assert.rejects(createService({ store: 'redis://127.0.0.1:1', settings }), ConfigError)
  const away = { database: 'postgres://127.0.0.1:1/none', redis: 'redis://127.0.0.1:1' }
  await assert.rejects(createService({ store: away, settings }), StoreError)
  await assert.rejects(createService({ source: 'sandbox', store: join(folder, 'data'), settings }), { code: 'locked' })
  await (await createService({ source: 'sandbox', store, settings })).close()
})

const MODULE = `
  import { generateProduct, renderProduct } from '${builtPath('adapters/sandbox/index.js')}'
  export default () => ({
    async fetch({ url }) {
      const asin = /dp\\/(\\w{10})/.exec(url)[1]
      return { status: 200, url, bytes: Buffer.from(renderProduct(generateProduct({ asin, domain: 'de' }), { weight: 'light' })) }
    },
    async close() {},
  })`

test('the command line gets pages from a module', async () => {
  const file = join(folder, 'my-source.mjs')
  writeFileSync(file, MODULE)
  const cli = cliPath()
  const args = [cli, 'get', 'B0SHLFX301', '--domain', 'de', '--source', file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  assert.equal((JSON.parse(stdout) as { asin: string }).asin, 'B0SHLFX301')
})
