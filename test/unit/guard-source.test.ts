import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { guardSource } from '../../adapters/fetch/source/guard-source.ts'
import { SourceError, type FetchedPage, type PageSource } from '../../adapters/fetch/source/page-source.ts'
import { loadSource } from '../../adapters/fetch/source/load-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-source-'))
after(() => rmSync(folder, { recursive: true }))

const request = {
  record: 'product',
  domain: 'de',
  url: 'https://www.amazon.de/dp/B0SHLFS001',
  language: null,
  attempt: 1,
} as const
const never = new AbortController().signal
const good: FetchedPage = { status: 200, url: request.url, bytes: new Uint8Array([60, 62]) }
const hang = (): Promise<never> => new Promise(() => undefined)

const toSource = (fetch: () => unknown): PageSource =>
  ({ fetch, close: async () => undefined }) as unknown as PageSource

test('a page passes, and the source keeps its bytes', async () => {
  const source = guardSource(toSource(() => ({ ...good, url: 'https://www.amazon.de/ä' })))
  const page = await source.fetch(request, never)
  assert.deepEqual(page, {
    ...good,
    url: 'https://www.amazon.de/%C3%A4',
    contentType: undefined,
    setCookies: undefined,
  })
  assert.notEqual(page.bytes.buffer, good.bytes.buffer)
})

const unprintable = {
  toString() {
    throw new Error('no text')
  },
}

const REJECTED: readonly (readonly [string, () => unknown, string, RegExp])[] = [
  ['an error', () => Promise.reject(new Error('proxy down')), 'network', /^The source failed: proxy down$/],
  [
    'an error, at once',
    () => {
      throw new TypeError('no fetch')
    },
    'network',
    /no fetch/,
  ],
  [
    'a text',
    () => {
      throw 'text'
    },
    'network',
    /text/,
  ],
  ['nothing', () => Promise.reject(undefined), 'network', /undefined/],
  ['an object without a text', () => Promise.reject(unprintable), 'network', /The source failed/],
  ['a bare object', () => Promise.reject(Object.create(null)), 'network', /The source failed/],
  [
    'a SourceError',
    () => Promise.reject(new SourceError('page_too_large', 'Too large.')),
    'page_too_large',
    /Too large/,
  ],
  [
    'a SourceError with a strange code',
    () => Promise.reject(new SourceError('x' as 'timeout', 'Odd.')),
    'network',
    /Odd/,
  ],
  ['undefined', () => undefined, 'unreadable', /a page that is not an object: undefined/],
  ['a text as a page', async () => '<html>', 'unreadable', /a page that is not an object: '<html>'/],
  ['a page without status', async () => ({ ...good, status: undefined }), 'unreadable', /status is not an HTTP status/],
  ['a status of 0', async () => ({ ...good, status: 0 }), 'unreadable', /status/],
  ['a status as text', async () => ({ ...good, status: '200' }), 'unreadable', /status/],
  ['a page without URL', async () => ({ ...good, url: undefined }), 'unreadable', /url is not an http\(s\) URL/],
  ['a URL with a line break in its scheme', async () => ({ ...good, url: 'java\nscript:1' }), 'unreadable', /url/],
  ['a content type that is not a text', async () => ({ ...good, contentType: 5 }), 'unreadable', /contentType/],
  ['a cookie that is not in a list', async () => ({ ...good, setCookies: 'a=1' }), 'unreadable', /setCookies/],
  ['text as bytes', async () => ({ ...good, bytes: '<html>' }), 'unreadable', /bytes is not a Uint8Array: '<html>'/],
  ['too many bytes', async () => ({ ...good, bytes: new Uint8Array(9 * 1024 * 1024) }), 'page_too_large', /bytes/],
]

for (const [name, fetch, code, message] of REJECTED) {
  test(`a source that gives ${name}: ${code}`, async () => {
    const error: unknown = await guardSource(toSource(fetch))
      .fetch(request, never)
      .catch((reason: unknown) => reason)
    assert.ok(error instanceof SourceError, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, message)
  })
}

test('a SourceError with a strange answer has none', async () => {
  const odd = new SourceError('network', 'Odd.')
  odd.answer = { status: 200, url: 'not a URL' }
  await assert.rejects(guardSource(toSource(() => Promise.reject(odd))).fetch(request, never), { answer: null })
})

test('a source that hangs and ignores its signal: timeout, or aborted when the caller leaves', async () => {
  const source = guardSource(toSource(hang), 20)
  await assert.rejects(source.fetch(request, never), { code: 'timeout' })
  const caller = new AbortController()
  const fetching = guardSource(toSource(hang)).fetch(request, caller.signal)
  caller.abort()
  await assert.rejects(fetching, { code: 'aborted' })
  await assert.rejects(guardSource({ fetch: hang, close: hang }, 20).close(), { code: 'timeout' })
})

test('a value without the methods of a source is not one', () => {
  for (const value of [null, undefined, 5, {}, { fetch: hang }, { fetch: 1, close: hang }]) {
    assert.throws(() => guardSource(value as unknown as PageSource), { code: 'invalid_argument' })
  }
})

const MODULES: readonly (readonly [string, string, RegExp | null])[] = [
  ['object.mjs', 'export default { fetch: async () => ({}), close: async () => {} }', null],
  ['function.mjs', 'export default async () => ({ fetch: async () => ({}), close: async () => {} })', null],
  ['common.cjs', 'module.exports = { fetch: async () => ({}), close: async () => {} }', null],
  ['empty.mjs', '', /^The module ".*empty\.mjs" gives no source of pages\. A source of pages must be an object/],
  ['throws.mjs', 'throw new Error("no\\ndatabase")', /gives no source of pages\. no$/],
  ['syntax.mjs', 'export default {', /gives no source of pages\. Unexpected end of input$/],
  ['class.mjs', 'export default class {}', /without 'new'$/],
  ['rejects.mjs', 'export default async () => { throw "text" }', /gives no source of pages\. text$/],
  ['half.mjs', 'export default { fetch() {} }', /close is missing\.$/],
]

for (const [name, text, problem] of MODULES) {
  test(`module ${name}: ${problem === null ? 'a source' : 'one line that says what is wrong'}`, async () => {
    const file = join(folder, name)
    writeFileSync(file, text)
    if (problem === null) await (await loadSource(file)).close()
    else await assert.rejects(loadSource(file), { code: 'invalid_argument', message: problem })
  })
}
