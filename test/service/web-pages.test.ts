import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertError, headerOf, jsonOf, PRODUCT, startBench, type Answer } from '../support/service-bench.ts'

const bench = await startBench()

/** Addresses of the files of a page. */
function linksOf({ bytes }: Answer): string[] {
  return [...bytes.toString().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
}

for (const path of ['/', '/docs']) {
  test(`${path} loads everything from this server, under a policy without inline scripts and styles`, async () => {
    const page = await bench.call(path)
    assert.equal(headerOf(page, 'content-type'), 'text/html; charset=utf-8')
    const policy = headerOf(page, 'content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|http/)
    assert.doesNotMatch(page.bytes.toString(), /<style|<script>| on\w+=| style=/)
    const links = linksOf(page)
    assert.ok(links.length >= 2, `${links.length} files`)
    for (const link of links) {
      const file = await bench.call(link)
      assert.equal(file.status, 200, link)
      assert.equal(headerOf(file, 'x-content-type-options'), 'nosniff')
      assert.equal(headerOf(file, 'cache-control'), 'public, max-age=31536000, immutable')
      assert.ok(file.bytes.length > 50, link)
    }
  })

  test(`${path} is sent again only when it has changed`, async () => {
    const page = await bench.call(path)
    assert.equal(headerOf(page, 'cache-control'), 'no-cache')
    const tag = headerOf(page, 'etag') ?? ''
    for (const known of [tag, tag.replace(/^W\//, ''), `"other", ${tag}`]) {
      const again = await bench.callEncoded(path, { headers: { 'If-None-Match': known } })
      assert.deepEqual([again.status, again.bytes.length], [304, 0])
    }
    const changed = await bench.call(path, { headers: { 'If-None-Match': '"other"' } })
    assert.equal(changed.status, 200)
  })
}

test('a file of a page is sent as the build compressed it, and unpacked for clients that accept no coding', async () => {
  for (const link of linksOf(await bench.call('/'))) {
    const plain = await bench.call(link)
    const codings = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [coding, unpack] of Object.entries(codings)) {
      const packed = await bench.callEncoded(link, { headers: { 'Accept-Encoding': coding } })
      assert.equal(headerOf(packed, 'content-encoding'), coding)
      assert.equal(headerOf(packed, 'vary'), 'Accept-Encoding')
      assert.deepEqual(unpack(packed.bytes), plain.bytes)
    }
  }
})

test('the frame of a page lets no script run and nothing load, unless its images are asked for', async () => {
  const frame = await bench.call('/playground/frame')
  const policy = headerOf(frame, 'content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; style-src 'unsafe-inline'; img-src data:/)
  assert.match(policy, /sandbox allow-same-origin(?:;|$)/)
  assert.doesNotMatch(policy, /script-src|https/)
  const withImages = headerOf(await bench.call('/playground/frame?images'), 'content-security-policy') ?? ''
  assert.match(withImages, /img-src data: https:/)
  assert.match(withImages, /sandbox allow-same-origin(?:;|$)/)
  assert.doesNotMatch(withImages, /script-src/)
})

/** The sandbox key that the server offers to such a request. */
async function offeredKey(own: typeof bench, headers: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const { sandbox_key } = jsonOf(await own.call('/playground/facts', { headers })) as { sandbox_key: string | null }
  return sandbox_key
}

test('the sandbox key of the first start is offered to a visitor on this machine, and works', async () => {
  const key = await offeredKey(bench)
  assert.equal(key, bench.firstKey)
  assert.equal((await bench.product('B0SHLFX301', key ?? '')).status, 200)
})

test('no key is offered through a proxy, under another name, or to other machines', async () => {
  for (const headers of [
    { 'X-Forwarded-For': '203.0.113.7' },
    { Forwarded: 'for=203.0.113.7' },
    { Via: '1.1 proxy' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Real-IP': '203.0.113.7' },
    { 'CF-Connecting-IP': '203.0.113.7' },
    // nginx without further settings.
    { Connection: 'close' },
    { Host: 'shop.example' },
  ]) {
    assert.equal(await offeredKey(bench, headers), null, JSON.stringify(headers))
  }
  const open = await startBench({ settings: { SHELFMARK_HOST: '0.0.0.0' } })
  assert.notEqual(open.firstKey, null)
  assert.equal(await offeredKey(open), null)
  await open.close()
})

test('no key is offered after the first start', async () => {
  const first = await startBench()
  await first.stop()
  const second = await startBench({ folder: first.folder })
  assert.equal(await offeredKey(second), null)
  await second.close()
})

test('SHELFMARK_PLAYGROUND=off: the playground is not found, everything else is', async () => {
  const own = await startBench({ settings: { SHELFMARK_PLAYGROUND: 'off' } })
  for (const path of ['/', '/playground/facts', '/playground/frame']) {
    assertError(await own.call(path), 404, { error: 'not_found' })
  }
  assert.equal((await own.call('/docs')).status, 200)
  assert.equal((await own.call(`${PRODUCT}?query=B0SHLFX301`)).status, 401)
  await own.close()
})

test('the scripts of the playground have less than 60 kB, before a page is read', async () => {
  const scripts = linksOf(await bench.call('/')).filter((link) => link.endsWith('.js'))
  let size = 0
  for (const link of scripts) {
    size += (await bench.callEncoded(link, { headers: { 'Accept-Encoding': 'gzip' } })).bytes.length
  }
  assert.ok(scripts.length > 0 && size > 1000 && size < 60_000, `${size} bytes`)
})

test('the OpenAPI document has an ETag, and answers 304', async () => {
  const target = '/api/v1/openapi.json'
  const ask = (tag: string): Promise<Answer> => bench.call(target, { headers: { 'If-None-Match': tag } })
  const tag = headerOf(await bench.call(target), 'etag') ?? ''
  assert.match(tag, /^W\/"[\w-]{16}"$/)
  for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
    const again = await ask(known)
    assert.deepEqual([again.status, again.bytes.length, headerOf(again, 'etag')], [304, 0, tag], known)
  }
  assert.equal((await ask('W/"other"')).status, 200)
})
