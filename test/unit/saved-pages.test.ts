import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  readSavedPages,
  type ReadSavedPagesOptions,
  type SavedPage,
  type UnreadablePage,
} from '../../adapters/pages/saved/index.ts'
import { MAX_PAGE_SIZE } from '../../core/index.ts'
import { toHar, toMhtml, toWarc, warcRecord, warcResponse, type PageToSave } from '../support/saved-formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-saved-'))
after(() => rmSync(folder, { recursive: true }))

const UTF8 = 'text/html; charset=utf-8'
const page = (number: number): PageToSave => ({
  url: `https://www.amazon.de/dp/B00000000${number}`,
  html: `<!doctype html><title>Größe ${number} = 100%</title>${'<p>text</p>'.repeat(40)}`,
})
const pages = [page(1), page(2), page(3)]

/** Pieces as a slow disk gives them. */
async function* inPieces(bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function readAll(bytes: Uint8Array, options?: ReadSavedPagesOptions, size?: number) {
  const all: (SavedPage | UnreadablePage)[] = []
  for await (const found of readSavedPages(inPieces(bytes, size), options)) all.push(found)
  return all
}

/** Number, URL, and text or error of each page. */
async function outline(bytes: Uint8Array, options?: ReadSavedPagesOptions, size?: number) {
  return (await readAll(bytes, options, size)).map((found) => [
    found.number,
    found.url,
    'error' in found ? found.error.code : Buffer.from(found.bytes).toString(),
  ])
}

const expected = (numbers: readonly (number | null)[], of = pages) =>
  of.map(({ url, html }, index) => [numbers[index] ?? null, url, html])

test('the first bytes decide the format, gzipped or not, however the file is cut into pieces', async () => {
  const [first] = pages
  assert.ok(first)
  const lines = Buffer.from(pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join(''))
  const rows: readonly (readonly [string, Buffer, readonly (readonly unknown[])[]])[] = [
    ['HTML', Buffer.from(first.html), [[null, undefined, first.html]]],
    ['MHTML', toMhtml(first), [[null, first.url, first.html]]],
    ['WARC', toWarc(pages), expected([2, 4, 6])],
    ['HAR', toHar(pages), expected([1, 2, 3])],
    ['HAR, base64', toHar(pages, 'base64'), expected([1, 2, 3])],
    ['JSON lines', lines, expected([1, 2, 3])],
  ]
  for (const [format, bytes, found] of rows) {
    for (const size of [7, 100, 1_000_000]) {
      const read = async (content: Buffer) =>
        (await outline(content, {}, size)).map(([number, url, text]) => [
          number,
          url,
          String(text).replaceAll('\r\n', '\n').trimEnd(),
        ])
      assert.deepEqual(await read(bytes), found, `${format}, pieces of ${size}`)
      assert.deepEqual(await read(gzipSync(bytes)), found, `${format}, gzipped, pieces of ${size}`)
    }
  }
  assert.deepEqual(await outline(toWarc(pages, true)), expected([2, 4, 6]))
})

test('a file with the name of a page is HTML, also if it begins with a brace', async () => {
  const html = '{ "a": 1 } <!doctype html><title>Braces</title>'
  for (const [name, bytes] of [
    ['brace.html', Buffer.from(html)],
    ['brace.HTM.gz', gzipSync(html)],
  ] as const) {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    const found: unknown[] = []
    for await (const page of readSavedPages(file))
      found.push('bytes' in page ? Buffer.from(page.bytes).toString() : page)
    rmSync(file)
    assert.deepEqual(found, [html], name)
  }
})

test('a file that is not read is an error that says what to do', async () => {
  const rows: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['ZIP', Buffer.from('PK\x03\x04pages', 'latin1'), /^A ZIP file is not read\. Unpack it/],
    ['ZIP, gzipped', gzipSync(Buffer.from('PK\x03\x04pages', 'latin1')), /^A ZIP file is not read/],
    ['zstd', Buffer.from('\x28\xB5\x2F\xFDpages', 'latin1'), /^A zstd file is not read\. Decompress it/],
    ['zstd with a dictionary', Buffer.from('\x5D\x2A\x4D\x18pages', 'latin1'), /^A zstd file/],
    ['PDF', Buffer.from('%PDF-1.7'), /^A PDF file has nothing of the page/],
    ['PNG', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), /^An image has nothing of the page/],
    ['WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), /^An image/],
    ['gzip, twice', gzipSync(gzipSync(page(1).html)), /compressed with gzip twice/],
  ]
  for (const [format, bytes, message] of rows) {
    const [found, ...more] = await readAll(bytes, { name: 'a' })
    assert.ok(found && 'error' in found && more.length === 0, format)
    assert.equal(found.error.code, 'unsupported', format)
    assert.match(found.error.message, message)
  }
})

test('a page has what its file says of it', async () => {
  const [warc] = await readAll(
    warcResponse({ ...page(1), status: 404, contentType: 'text/html; charset=windows-1252' }),
    { name: 'a.warc' },
  )
  assert.deepEqual(
    { ...warc, bytes: null },
    {
      file: 'a.warc',
      number: 1,
      name: 'a.warc#1',
      url: page(1).url,
      status: 404,
      contentType: 'text/html; charset=windows-1252',
      bytes: null,
    },
  )
  const [har] = await readAll(toHar([{ ...page(1), status: 503, contentType: 'text/html; charset=latin1' }]))
  assert.ok(har && 'bytes' in har)
  assert.deepEqual([har.status, har.contentType, har.name], [503, UTF8, '-#1'])
  const line = {
    page: Buffer.from('<p>é', 'latin1').toString('base64'),
    url: 'x',
    status: 200,
    content_type: 'text/html; charset=latin1',
  }
  const [json] = await readAll(Buffer.from(JSON.stringify(line)), { field: 'page' })
  assert.ok(json && 'bytes' in json)
  assert.deepEqual(
    [Buffer.from(json.bytes).toString('latin1'), json.status, json.contentType],
    ['<p>é', 200, line.content_type],
  )
})

test('only records with HTML of a WARC are pages, responses decoded as their headers say', async () => {
  const { url, html } = page(1)
  const chunked = Buffer.from(
    `5\r\n${html.slice(0, 5)}\r\n${(Buffer.byteLength(html) - 5).toString(16)}\r\n${html.slice(5)}\r\n0\r\n\r\n`,
  )
  const found = await outline(
    Buffer.concat([
      warcRecord('warcinfo', '', 'application/warc-fields', Buffer.from('software: test\r\n')),
      warcResponse({ url, html: 'GIF89a', contentType: 'image/gif' }),
      warcRecord('revisit', url, 'application/http; msgtype=response', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')),
      warcRecord('resource', url, 'text/html', Buffer.from(html)),
      warcResponse(page(1), ['Content-Encoding: gzip'], gzipSync(html)),
      warcResponse(page(1), ['Content-Encoding: br'], brotliCompressSync(html)),
      warcResponse(page(1), ['Transfer-Encoding: chunked'], chunked),
      warcResponse(page(1), ['Content-Encoding: gzip']),
      warcResponse({ ...page(1), contentType: 'application/xhtml+xml' }),
    ]),
  )
  assert.deepEqual(
    found,
    [4, 5, 6, 7, 8, 9].map((number) => [number, url, html]),
  )
})

test('a damaged record of a WARC is an error, and the records after it follow', async () => {
  const [first, second, third] = pages.map((one) => warcResponse(one))
  assert.ok(first && second && third)
  const noLength = Buffer.from(
    second.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: many'),
    'latin1',
  )
  for (const damaged of [noLength, warcResponse(page(2), ['Content-Encoding: br'], Buffer.from('no brotli'))]) {
    const found = await outline(Buffer.concat([first, damaged, third]))
    assert.deepEqual(found[0], [1, page(1).url, page(1).html])
    assert.deepEqual(found[1], [2, page(2).url, 'damaged'])
    assert.deepEqual(found.at(-1)?.slice(1), [page(3).url, page(3).html])
  }
})

test('damage in a gzipped WARC costs the records in it alone', async () => {
  const members = pages.map((one) => gzipSync(warcResponse(one)))
  const [first, second, third] = members
  assert.ok(first && second && third)
  for (let position = 3; position < second.length; position += 3) {
    const broken = Buffer.from(second)
    broken[position] = (broken[position] ?? 0) ^ 0xff
    // What is left of the broken record can run on into the next one.
    const found = await outline(Buffer.concat([first, broken, third, third, third]), {}, 40)
    const label = `byte ${position}: ${JSON.stringify(found).slice(0, 300)}`
    assert.deepEqual(found[0], [1, page(1).url, page(1).html], label)
    assert.deepEqual(found.at(-1)?.slice(1), [page(3).url, page(3).html], label)
    // Some bytes of a gzip header mean nothing.
    assert.ok(
      found.some(([, , text]) => text === 'damaged' || text === page(2).html),
      label,
    )
  }
})

test('a truncated file gives what is whole, and then an error', async () => {
  const lines = Buffer.from(pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join(''))
  const rows: readonly (readonly [string, Buffer])[] = [
    ['WARC', toWarc(pages)],
    ['WARC, gzipped records', toWarc(pages, true)],
    ['WARC, gzipped', gzipSync(toWarc(pages))],
    ['HAR', toHar(pages)],
    ['HAR, gzipped', gzipSync(toHar(pages))],
    ['JSON lines', lines],
    ['JSON lines, gzipped', gzipSync(lines)],
    ['MHTML', toMhtml(page(1)).subarray(0, 1000)],
  ]
  for (const [format, bytes] of rows) {
    const found = await outline(bytes.subarray(0, bytes.length - 60))
    const texts = found.map(([, , text]) => text)
    const whole = texts.filter((text) => pages.some(({ html }) => html === text))
    assert.ok(['truncated', 'damaged'].includes(String(texts.at(-1))), `${format}: ${texts.join('\n')}`)
    assert.equal(whole.length, texts.length - 1, format)
    if (!format.includes('gzipped') && format !== 'MHTML') assert.ok(whole.length >= 2, `${format}: ${whole.length}`)
  }
  const [error] = await readAll(gzipSync(page(1).html).subarray(0, -10), { name: 'a.html.gz' })
  assert.ok(error && 'error' in error)
  assert.deepEqual([error.name, error.error.code], ['a.html.gz', 'truncated'])
})

test('a page that is larger than pages may be is an error, and those after it follow', async () => {
  const large = { ...page(2), html: `<p>${'x'.repeat(MAX_PAGE_SIZE)}` }
  for (const bytes of [toWarc([page(1), large, page(3)]), gzipSync(toWarc([page(1), large, page(3)]))]) {
    assert.deepEqual(
      (await outline(bytes, {}, 65_536)).map(([, , text]) => text),
      [page(1).html, 'page_too_large', page(3).html],
    )
  }
  assert.deepEqual(
    (await outline(Buffer.from(large.html), {}, 65_536)).map(([, , text]) => text),
    ['page_too_large'],
  )
})

test('wrong lines are errors with their number', async () => {
  const text = '{"html":"<p>1"}\n\n{"html":1}\nno JSON\n{"page":"<p>2"}\n{"html":"<p>3"}'
  const found = await readAll(Buffer.from(text), { name: 'a.jsonl' })
  assert.deepEqual(
    found.map((one) => [one.name, 'error' in one ? one.error.message : Buffer.from(one.bytes).toString()]),
    [
      ['a.jsonl#1', '<p>1'],
      ['a.jsonl#3', 'Line 3 has no text in the member "html". The option "field" names the member with the page.'],
      ['a.jsonl#4', 'Line 4 is not a JSON object.'],
      ['a.jsonl#5', 'Line 5 has no text in the member "html". The option "field" names the member with the page.'],
      ['a.jsonl#6', '<p>3'],
    ],
  )
})

test('a folder is read with its subfolders, and a file only when its page is asked for', async () => {
  mkdirSync(join(folder, 'sub.warc'))
  writeFileSync(join(folder, 'a.html.gz'), gzipSync(page(1).html))
  writeFileSync(join(folder, 'b.warc'), toWarc(pages))
  writeFileSync(join(folder, 'notes.txt'), 'no page')
  writeFileSync(join(folder, 'pages.zip'), 'PK\x03\x04')
  writeFileSync(join(folder, 'd.wacz'), 'PK\x03\x04')
  writeFileSync(join(folder, 'sub.warc', 'c.mhtml'), toMhtml(page(2)))
  const names: string[] = []
  for await (const { name } of readSavedPages(folder)) names.push(name.slice(folder.length + 1))
  assert.deepEqual(names, ['a.html.gz', 'b.warc#2', 'b.warc#4', 'b.warc#6', 'd.wacz', 'sub.warc/c.mhtml'])
  await assert.rejects(async () => await readSavedPages(join(folder, 'none')).next(), { code: 'ENOENT' })
})

test('a stream is read no further than the page that was asked for', async () => {
  let given = 0
  let isClosed = false
  const record = warcResponse({ ...page(1), html: `<p>${'x'.repeat(100_000)}` })
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        given++
        yield record
      }
    } finally {
      isClosed = true
    }
  }
  const reading = readSavedPages(endless())
  for (let count = 1; count <= 5; count++) {
    await reading.next()
    assert.ok(given <= count + 3, `${given} records for ${count} pages`)
  }
  await reading.return(undefined)
  assert.ok(isClosed)
})
