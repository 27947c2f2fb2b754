import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PageSamples } from '../../adapters/fetch/samples/page-samples.ts'
import { samplePages } from '../../adapters/fetch/samples/sample-pages.ts'
import { decodeBodyHere } from '../../adapters/pages/decode-body.ts'
import { ExtractionError, type PageExtractor } from '../../adapters/pages/pool/page-extractor.ts'
import { serializeExtraction } from '../../adapters/pages/pool/serialize-extraction.ts'
import { extractNamed } from '../../adapters/pages/extract-page.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-11-26T12:00:00Z')
const URL_OF_PAGE = 'https://www.amazon.de/dp/B0SHLFS081'
const FACTS = { record: 'product', domain: 'de', url: URL_OF_PAGE, status: 200, contentType: 'text/html' }
const PAGE = Buffer.from('<!doctype html><title>a page</title>')

interface Opened {
  readonly directory: string
  readonly samples: PageSamples
  readonly problems: unknown[]
  readonly clock: { nowMs: number }
}

async function openSamples(
  t: TestContext,
  directory = mkdtempSync(join(tmpdir(), 'shelfmark-samples-')),
): Promise<Opened> {
  const clock = { nowMs: START_MS }
  const problems: unknown[] = []
  const onProblem = (problem: unknown): void => void problems.push(problem)
  const samples = await PageSamples.open({ directory, epochMs: () => clock.nowMs, onProblem })
  t.after(async () => {
    await samples.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { directory, samples, problems, clock }
}

test('a sample is found with its facts and its page, by its record and domain alone', async (t) => {
  const { directory, samples, problems } = await openSamples(t)
  samples.keep({ ...FACTS, sources: { price: ['.a-price'] } }, PAGE)
  samples.keep({ ...FACTS, domain: 'co.uk', sources: {} }, PAGE)
  await samples.close()
  const [sample, ...more] = await samples.list('product', 'de')
  assert.deepEqual([more, problems], [[], []])
  const { id, ...facts } = sample ?? assert.fail()
  assert.deepEqual(facts, { ...FACTS, atMs: START_MS, sources: { price: ['.a-price'] } })
  assert.deepEqual(gunzipSync((await samples.readPage(id)) ?? assert.fail()), PAGE)
  assert.deepEqual(await samples.list('search', 'de'), [])
  assert.equal((await samples.list('product', 'co.uk')).length, 1)
  for (const name of readdirSync(directory)) assert.equal(statSync(join(directory, name)).mode & 0o077, 0, name)
})

test('of a record and a marketplace, one page an hour is kept, also after the clock was set back', async (t) => {
  const { samples, clock } = await openSamples(t)
  assert.equal(samples.claim('product', 'de'), true)
  assert.equal(samples.claim('product', 'de'), false)
  assert.equal(samples.claim('product', 'fr'), true)
  assert.equal(samples.claim('search', 'de'), true)
  samples.release('search', 'de')
  assert.equal(samples.claim('search', 'de'), true)
  clock.nowMs += HOUR_MS - 1
  assert.equal(samples.claim('product', 'de'), false)
  clock.nowMs += 1
  assert.equal(samples.claim('product', 'de'), true)
  clock.nowMs -= 48 * HOUR_MS
  assert.equal(samples.claim('product', 'de'), true)
})

test('after a day a sample is gone, from the list and from the disk; files of others stay', async (t) => {
  const { directory, samples, clock } = await openSamples(t)
  writeFileSync(join(directory, 'notes.json'), '{}')
  // What a process that was killed has left.
  writeFileSync(join(directory, `${START_MS}-product-de-00000000.html.gz.part`), 'half')
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  clock.nowMs += 24 * HOUR_MS
  assert.equal((await samples.list('product', 'de')).length, 1)
  clock.nowMs += 1
  assert.deepEqual(await samples.list('product', 'de'), [])
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  const names = readdirSync(directory)
  assert.deepEqual(
    [names.length, names.includes('notes.json'), names.some((name) => name.endsWith('.part'))],
    [3, true, false],
  )
})

test('a process that starts again goes on with the hour of the last one', async (t) => {
  const { directory, samples } = await openSamples(t)
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  const { samples: next } = await openSamples(t, directory)
  assert.deepEqual([next.claim('product', 'de'), next.claim('product', 'fr')], [false, true])
})

test('of more than a thousand samples, the oldest go first', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'shelfmark-samples-'))
  for (let at = 1; at <= 1002; at++) {
    writeFileSync(join(directory, `${START_MS - at}-product-de-${at.toString(16).padStart(8, '0')}.json`), '{}')
  }
  await openSamples(t, directory)
  const times = readdirSync(directory).map((name) => START_MS - Number(name.slice(0, 13)))
  assert.deepEqual([times.length, Math.max(...times)], [1000, 1000])
})

test('an id that is a path, or of no sample, finds nothing', async (t) => {
  const { samples } = await openSamples(t)
  for (const id of [
    '',
    '../secret',
    '/etc/passwd',
    `${START_MS}-product-de-00000000/../x`,
    `${START_MS}-product-de-00000000`,
  ]) {
    assert.equal(await samples.find(id), null, id)
    assert.equal(await samples.readPage(id), null, id)
  }
})

test('a file that is damaged hides no other sample', async (t) => {
  const { directory, samples, problems } = await openSamples(t)
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  for (const [at, text] of ['', '{', 'null', '{"id":"another","sources":7}'].entries()) {
    writeFileSync(join(directory, `${START_MS}-product-de-0000000${at}.json`), text)
  }
  assert.equal((await samples.list('product', 'de')).length, 1)
  assert.equal(await samples.find(`${START_MS}-product-de-00000001`), null)
  assert.match(String(problems[0]), /-product-de-0000000\d\.json is damaged/)
})

test('a link and a pipe are no samples; a folder under the name of one keeps no other from being removed', async (t) => {
  const { directory, samples, problems } = await openSamples(t)
  const id = (at: number): string => `${START_MS - at}-product-de-0000000${at}`
  writeFileSync(join(directory, 'secret'), 'a secret')
  symlinkSync(join(directory, 'secret'), join(directory, `${id(1)}.html.gz`))
  symlinkSync(join(directory, 'secret'), join(directory, `${id(1)}.json`))
  execFileSync('mkfifo', [join(directory, `${id(2)}.json`)])
  assert.deepEqual([await samples.list('product', 'de'), await samples.readPage(id(1))], [[], null])
  mkdirSync(join(directory, '0000000000001-product-de-00000000.json'))
  writeFileSync(join(directory, '0000000000002-product-de-00000000.json'), '{}')
  // Of a clock that was wrong.
  writeFileSync(join(directory, `${START_MS * 2}-product-de-00000000.json`), '{}')
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  assert.equal((await samples.list('product', 'de')).length, 1)
  assert.equal(
    readdirSync(directory).some((name) => name.startsWith('0000000000002') || name.startsWith(`${START_MS * 2}`)),
    false,
  )
  assert.match(String(problems[0]), /0000000000001|directory/)
})

test('a disk that takes no file is a problem, and no error of the page', async (t) => {
  const { directory, samples, problems } = await openSamples(t)
  rmSync(directory, { recursive: true })
  samples.keep({ ...FACTS, sources: {} }, PAGE)
  await samples.close()
  assert.match(String(problems[0]), /ENOENT/)
  assert.equal(samples.claim('product', 'de'), true)
})

const GOLDEN = `<!doctype html><html lang="de-de"><head><link rel="canonical" href="${URL_OF_PAGE}"></head><body><div id="dp">
<h1><span id="productTitle">Laterne Möwe</span></h1><a id="bylineInfo">Marke: Tern Harbor</a>
<div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">12,90 €</span></span></div></div></body></html>`

/** An extractor that takes the bytes over, as threads do. */
const taking: PageExtractor = {
  extract: async (bytes, { record = null, fields, coding, ...options }) => {
    const own = decodeBodyHere(Buffer.from(bytes), coding)
    bytes.fill(0)
    return serializeExtraction(extractNamed(record, own, options), fields)
  },
}

test('an extractor keeps one page of a record, decoded, with the sources of its fields', async (t) => {
  const { samples } = await openSamples(t)
  const extractor = samplePages(taking, samples)
  const coding = { encoding: 'gzip', maxBytes: 10_000 }
  const options = { record: 'product', domain: 'de', url: URL_OF_PAGE, status: 200, fields: ['title'], coding } as const
  const extract = (html: string): ReturnType<PageExtractor['extract']> =>
    extractor.extract(gzipSync(html), options, new AbortController().signal)
  // A page of another kind leaves the hour to the next.
  assert.equal((await extract('<title>Robot Check</title>')).recordJson, null)
  const first = await extract(GOLDEN)
  assert.match(first.recordJson ?? '', /Laterne/)
  await extract(GOLDEN)
  await samples.close()
  const [sample, ...more] = await samples.list('product', 'de')
  assert.equal(more.length, 0)
  assert.deepEqual(sample?.sources['brand'], [(JSON.parse(first.winnersJson) as Record<string, string>)['brand']])
  assert.equal(sample?.sources['sold_by'], undefined)
  assert.equal(String(gunzipSync((await samples.readPage(sample.id)) ?? assert.fail())), GOLDEN)
})

test('a page that fails, a part of a page and a page of no record leave the hour to the next', async (t) => {
  const { samples } = await openSamples(t)
  const failing: PageExtractor = { extract: () => Promise.reject(new ExtractionError('time_limit', 'too slow')) }
  const { signal } = new AbortController()
  const options = { record: 'product', domain: 'de' } as const
  await assert.rejects(samplePages(failing, samples).extract(Buffer.from(GOLDEN), options, signal), /too slow/)
  const extractor = samplePages(taking, samples)
  await extractor.extract(Buffer.from(GOLDEN), { ...options, partOf: 'search' }, signal)
  await extractor.extract(Buffer.from(GOLDEN), { domain: 'de' }, signal)
  assert.equal(samples.claim('product', 'de'), true)
})
