import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { FieldSample } from '../../adapters/http/admin/sample-commands.ts'
import { openService } from '../../adapters/server/open-service.ts'
import { readConfig } from '../../adapters/server/config.ts'
import { headerOf, jsonOf, startBench, type Bench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'

const PRICE = { record: 'product', domain: 'de', field: 'price' }

/** The pages that are kept, once there are some. */
async function readSamples(bench: Bench): Promise<readonly FieldSample[]> {
  let found: readonly FieldSample[] | null = []
  await until(async () => {
    found = await bench.administrate('samples.list', PRICE)
    return (found?.length ?? 0) > 0
  }, 'a page that is kept')
  return found
}

test('with a folder, the server keeps a page of a live key for operators, and none of a sandbox key', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-samples-'))
  const bench = await startBench({ settings: { SHELFMARK_PAGE_SAMPLES: directory } })
  t.after(() => bench.close())
  t.after(() => rmSync(directory, { recursive: true }))
  const { workspace, key } = await bench.createCaller()
  const { fullKey: sandboxKey } = await bench.createKey(workspace, 'test')
  assert.equal((await bench.product('B0SHLFX301', sandboxKey, '&domain=de')).status, 200)
  const answer = await bench.product('B0SHLFX302', key, '&domain=de&add_html=true')
  await bench.product('B0SHLFX303', key, '&domain=de')
  const [sample, ...more] = await readSamples(bench)
  assert.equal(more.length, 0)
  const { id, url, sources, at } = sample ?? assert.fail()
  assert.match(url ?? '', /B0SHLFX302/)
  assert.ok(sources.length === 1 && Date.parse(at) > 0)
  assert.deepEqual((await bench.administrate('samples.list', { ...PRICE, field: 'constructor' }))?.[0]?.sources, [])

  const page = await bench.callAdmin(`/admin/samples/${id}/page`)
  assert.deepEqual(
    [page.status, headerOf(page, 'content-type'), headerOf(page, 'content-disposition')],
    [200, 'application/gzip', `attachment; filename="${id}.html.gz"`],
  )
  const { html } = jsonOf(answer) as { readonly html: string }
  assert.equal(String(gunzipSync(page.bytes)), html)
  const facts = await bench.callAdmin(`/admin/samples/${id}`)
  assert.deepEqual([facts.status, (jsonOf(facts) as { url: string }).url], [200, url])
  for (const path of ['x', `${id}x`, '..%2F..%2Fetc%2Fpasswd']) {
    assert.equal((await bench.callAdmin(`/admin/samples/${path}`)).status, 404, path)
    assert.equal((await bench.callAdmin(`/admin/samples/${path}/page`)).status, 404, path)
  }
  for (const path of [id, `${id}/page`]) {
    assert.equal((await bench.callAdmin(`/admin/samples/${path}`, { key: 'a-wrong-token-of-nobody' })).status, 401)
    assert.equal(
      (await bench.call(`/admin/samples/${path}`, { key })).status,
      404,
      'the port of callers has no samples',
    )
  }
  // Nothing names who has asked for the page.
  for (const name of readdirSync(directory)) assert.doesNotMatch(name, new RegExp(workspace))
  assert.doesNotMatch(String(facts.bytes), new RegExp(workspace))
})

test('without a folder, no page is kept, and the answer says so', async (t) => {
  const bench = await startBench()
  t.after(() => bench.close())
  const { key } = await bench.createCaller()
  assert.equal((await bench.product('B0SHLFX302', key, '&domain=de')).status, 200)
  assert.equal(await bench.administrate('samples.list', PRICE), null)
  assert.equal((await bench.callAdmin('/admin/samples/1795000000000-product-de-00000000')).status, 404)
})

test('a folder that can not be made ends the start with its name', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-samples-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const settings = { SHELFMARK_DATA: folder, SHELFMARK_PAGE_SAMPLES: join(file, 'samples'), SHELFMARK_LOG: 'silent' }
  await assert.rejects(
    openService(readConfig({ SHELFMARK_SOURCE: 'sandbox', ...settings }, 1)),
    /SHELFMARK_PAGE_SAMPLES: .*a-file/,
  )
})
