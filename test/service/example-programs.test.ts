import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { findFreePort } from '../../bench/service/processes.ts'
import { definitions } from '../../core/index.ts'
import { signWebhook } from '../../adapters/work/webhook/index.ts'
import { tsImport } from 'tsx/esm/api'
import { de } from '../../selectors/index.ts'
import { root } from '../support/root.ts'
import { startBench } from '../support/service-bench.ts'
import { compileDocuments, findCompiler } from '../support/type-check.ts'
import { until } from '../support/wait.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'shelfmark-examples-'))
after(() => rmSync(folder, { recursive: true }))

const names = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.ts'))
const pathOf = (name: string): string => join(root, 'examples', name)
const PAGE = join(root, 'golden/product/de/decimal-comma/page.html')

function run(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return execute(process.execPath, ['--import', 'tsx', pathOf(name), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
}

/** Starts an example that serves. `output`: what it has printed. */
function start(
  t: TestContext,
  name: string,
  args: readonly string[],
  port: number,
): { readonly output: () => string; readonly child: ChildProcess } {
  const child = spawn(process.execPath, ['--import', 'tsx', pathOf(name), ...args], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (data: Buffer) => (printed += data.toString()))
  t.after(() => child.kill('SIGKILL'))
  return { output: () => printed, child }
}

test('every example is in the table of its README, and compiles in strict TypeScript', async () => {
  const readme = readFileSync(join(root, 'examples/README.md'), 'utf8')
  assert.deepEqual(
    [...readme.matchAll(/^\| \[`([\w-]+\.ts)`\]/gm)].map(([, name = '']) => name).toSorted(),
    names.toSorted(),
  )
  const programs = names.map((name) => [name.replace('.ts', ''), readFileSync(pathOf(name), 'utf8')] as const)
  const { said } = await compileDocuments(findCompiler(), Object.fromEntries(programs))
  assert.equal(said, '')
})

test('watch-prices prints what has changed since the last run', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const file = join(folder, 'prices.json')
  const env = { SHELFMARK_URL: `http://127.0.0.1:${bench.port}`, SHELFMARK_KEY: bench.firstKey ?? '' }
  const watch = () => run('watch-prices.ts', [file, 'de', 'B0SHLFX301', 'B0GONE0404'], env)
  const first = await watch()
  assert.equal(first.stdout, '')
  assert.match(first.stderr, /^B0GONE0404: /m)
  const prices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  assert.deepEqual(Object.keys(prices), ['B0SHLFX301'])
  writeFileSync(file, JSON.stringify({ B0SHLFX301: 1 }))
  assert.match((await watch()).stdout, new RegExp(`^B0SHLFX301: 1 -> ${prices['B0SHLFX301']} EUR `))
  assert.equal((await watch()).stdout, '')
})

test('cached-service answers from the pages that it has kept', async (t) => {
  const port = await findFreePort()
  const pages = join(folder, 'pages')
  mkdirSync(pages)
  const params = { query: 'B0SHLFA008', language: null }
  const address = definitions.product.address(de, params, 1)
  copyFileSync(PAGE, join(pages, `${encodeURIComponent(address)}.html`))
  const { output, child } = start(t, 'cached-service.ts', [pages, join(folder, 'data')], port)
  await until(() => output().includes('listens'), 'the service listens')
  const [, key] = /^key (svc_live_\w+)$/m.exec(output()) ?? []
  const url = `http://127.0.0.1:${port}/api/v1/market/product?query=B0SHLFA008&domain=de`
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  assert.deepEqual([answer.status, ((await answer.json()) as { price: number }).price], [200, 162.98])
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('the handler of crawl keeps a product, and throws for a captcha', async () => {
  const { handlePage } = (await tsImport(pathOf('crawl.ts'), import.meta.url)) as {
    readonly handlePage: (context: object) => Promise<void>
  }
  const kept: unknown[] = []
  const visit = (html: string) =>
    handlePage({
      request: { url: 'https://www.amazon.de/dp/B0SHLFA008' },
      page: { content: async () => html, url: () => 'https://www.amazon.de/dp/B0SHLFA008' },
      response: { status: () => 200 },
      pushData: async (record: unknown) => void kept.push(record),
    })
  await visit(readFileSync(PAGE, 'utf8'))
  assert.deepEqual(
    kept.map((record) => (record as { asin: string }).asin),
    ['B0SHLFA008'],
  )
  const captcha = readFileSync(join(root, 'golden/state/com/captcha-image/page.html'), 'utf8')
  await assert.rejects(visit(captcha), /of kind captcha: marker "validateCaptcha"/)
})

test('extract-folder prints a line for each record, and says which pages have none', async () => {
  const { stdout } = await run('extract-folder.ts', ['golden/product/ca'])
  const lines = stdout.trim().split('\n')
  assert.equal(lines.length, readdirSync(join(root, 'golden/product/ca')).length)
  for (const line of lines)
    assert.equal(typeof (JSON.parse(line) as { record: { asin: unknown } }).record.asin, 'string')
  assert.match(
    (await run('extract-folder.ts', ['golden/state/com/captcha-image'])).stderr,
    /no record, a page of kind captcha/,
  )
})

test('receive-webhooks keeps a signed batch once, and refuses any other', async (t) => {
  const port = await findFreePort()
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const secret = `whsec_${'A'.repeat(43)}`
  const inbox = join(folder, 'batches')
  mkdirSync(inbox)
  writeFileSync(join(inbox, `${id}.secret`), `${secret}\n`)
  const { output } = start(t, 'receive-webhooks.ts', [inbox], port)
  await until(() => output().includes('listening'), 'the receiver listens')
  const body = JSON.stringify({ id, status: 'complete' })
  const send = async (batch: string, own: string): Promise<number> => {
    const { headers: signed } = await signWebhook(body, own, { id: batch, sentAtMs: Date.now() })
    const headers = { ...signed, 'X-SVC-Batch-Id': batch }
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status
  }
  assert.equal(await send(id, `whsec_${'B'.repeat(43)}`), 401)
  assert.equal(await send(`../${id}`, secret), 401)
  assert.equal(existsSync(join(inbox, `${id}.json`)), false)
  assert.deepEqual([await send(id, secret), await send(id, secret)], [204, 204])
  assert.equal(readFileSync(join(inbox, `${id}.json`), 'utf8'), body)
  assert.deepEqual(output().match(/received/g), ['received'])
})
