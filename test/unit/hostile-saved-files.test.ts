import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createGunzip, gzipSync, type Gunzip } from 'node:zlib'
import { ByteReader } from '../../adapters/pages/saved/byte-reader.ts'
import { dechunk } from '../../adapters/pages/saved/dechunk.ts'
import { readSavedPages } from '../../adapters/pages/saved/index.ts'
import { toMhtml, warcResponse } from '../support/saved-formats.ts'

const page = { url: 'https://www.amazon.de/dp/B000000001', html: '<!doctype html><title>One</title>' }

async function* repeat(bytes: Uint8Array, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield bytes
}

async function* inOrder(...streams: readonly AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const stream of streams) yield* stream
}

const once = (text: string | Uint8Array) => repeat(Buffer.from(text), 1)

/** Code or text of each page, and the message of the last error. */
async function outline(source: AsyncIterable<Uint8Array>) {
  const found: string[] = []
  let message = ''
  for await (const one of readSavedPages(source)) {
    found.push('error' in one ? one.error.code : Buffer.from(one.bytes).toString())
    if ('error' in one) message = one.error.message
  }
  return { found, message }
}

/** Counts the pieces that gunzip streams are given: each is a round trip to another thread. */
function countPieces(t: TestContext): () => number {
  let prototype = Object.getPrototypeOf(createGunzip()) as Gunzip
  while (!Object.hasOwn(prototype, '_transform')) prototype = Object.getPrototypeOf(prototype) as Gunzip
  const { mock } = t.mock.method(prototype, '_transform')
  return () => mock.callCount()
}

for (const [name, unit] of [
  ['starts of gzip members', Buffer.from([0x1f, 0x8b, 8])],
  ['empty gzip members', gzipSync('')],
] as const) {
  test(`${name} cost a round trip for each 128 bytes at most`, async (t) => {
    const pieces = countPieces(t)
    const size = 120_000
    await outline(once(Buffer.alloc(size, unit)))
    assert.ok(pieces() > 1 && pieces() < size / 128 + 10, `${pieces()} pieces`)
  })
}

test('a gzip file that is damaged in a thousand places is read no further', async () => {
  const record = gzipSync(warcResponse({ ...page, html: page.html.repeat(3) }))
  const wrong = Buffer.from(record)
  wrong.fill(0, wrong.length - 8)
  const { found, message } = await outline(inOrder(once(record), repeat(wrong, 3000)))
  assert.ok(found.filter((code) => code === 'damaged').length <= 1001, `${found.length} errors`)
  assert.match(message, /^The gzip data are damaged in 1000 places: reading stopped at byte \d+ of the file\.$/)
})

test('bytes between records of a WARC are one error, and the record after them follows', async () => {
  const junk = Buffer.from('x\r\n'.repeat(100_000))
  const { found, message } = await outline(inOrder(once(warcResponse(page)), once(junk), once(warcResponse(page))))
  assert.deepEqual(found, [page.html, 'damaged', page.html])
  assert.equal(message, 'There is no record after record 1, but other bytes.')
})

test('headers of a WARC end at 64 KiB, with or without lines', async () => {
  for (const line of ['x', 'a: b\r\n', ' b\r\n', 'x\r\n']) {
    const head = Buffer.from(`WARC/1.0\r\na: b\r\n${line.repeat(30_000)}\r\n`.padEnd(80_000, line))
    const { found, message } = await outline(inOrder(once(head), once('\r\n\r\n'), once(warcResponse(page))))
    assert.deepEqual(found, ['damaged', page.html], line)
    assert.equal(message, 'The headers of the record have more than 65536 bytes.')
  }
})

test('a byte is copied a few times at most, however small the pieces are', async (t) => {
  const html = `<!doctype html>${'<p>text'.repeat(20_000)}`
  const file = warcResponse({ ...page, html }, [`X-Long: ${'x'.repeat(50_000)}`])
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < file.length; index++) yield file.subarray(index, index + 1)
  }
  const { mock } = t.mock.method(Buffer, 'concat')
  assert.deepEqual((await outline(bytes())).found, [html])
  const copied = mock.calls.reduce((sum, { result }) => sum + (result?.length ?? 0), 0)
  assert.ok(copied < 10 * file.length, `${copied} bytes are copied of ${file.length}`)
})

test('what a stream reader peeks at stays unread, and its end is no error', async () => {
  const reader = new ByteReader(inOrder(once('ab'), once('cdef')))
  assert.equal((await reader.peek(3)).toString(), 'abcdef')
  reader.skip(1)
  const read: string[] = []
  for await (const part of reader.read(2)) read.push(Buffer.from(part).toString())
  assert.deepEqual(read, ['bc'])
  assert.equal((await reader.peek(100)).toString(), 'def')
})

test('an entry of a HAR may have 64 MiB, and be nested 100 levels deep', async () => {
  const start = '{"log":{"entries":[{"a":"'
  const large = await outline(inOrder(once(start), repeat(Buffer.alloc(1024 * 1024, 'x'), 80)))
  assert.deepEqual(large.found, ['page_too_large'])
  assert.equal(large.message, 'The HAR has an entry of more than 67108864 bytes after byte 0.')
  for (const [levels, problem] of [
    [90, 'Entry 1 lacks members of a HAR.'],
    [200, 'The HAR is nested deeper than 100 levels.'],
  ] as const) {
    const nested = `{"log":{"entries":[${'['.repeat(levels)}${']'.repeat(levels)}]}}`
    assert.deepEqual(await outline(once(nested)), { found: ['damaged'], message: problem })
  }
})

test('a line of JSON lines that is longer than 64 MiB is an error, and the next one follows', async () => {
  const long = repeat(Buffer.alloc(1024 * 1024, 'x'), 80)
  const { found } = await outline(inOrder(once('{"html":"'), long, once('"}\n{"html":"<p>1"}\n')))
  assert.deepEqual(found, ['page_too_large', '<p>1'])
})

test('an MHTML with endless headers is damaged', async () => {
  const mhtml = toMhtml(page).toString('latin1')
  const { found } = await outline(once(mhtml.replace('Content-ID:', `X-Long: ${'x'.repeat(3_000_000)}\r\nContent-ID:`)))
  assert.deepEqual(found, ['damaged'])
})

test('a body without its chunks; from the first wrong chunk on, it is as it was', () => {
  for (const [body, expected] of [
    ['3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n', 'abcde'],
    ['3\r\nabc\r\n', 'abc'],
    ['3\r\nabc\r\n5\r\nde', 'abc5\r\nde'],
    ['<p>no chunks\r\n', '<p>no chunks\r\n'],
    ['ffffffffff\r\nabc', 'ffffffffff\r\nabc'],
    ['ffffffff\r\nabc', 'ffffffff\r\nabc'],
    ['-3\r\nabc\r\n', '-3\r\nabc\r\n'],
    ['', ''],
  ] as const)
    assert.equal(dechunk(Buffer.from(body)).toString(), expected, body)
})
