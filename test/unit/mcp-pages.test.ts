import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pageTools } from '../../adapters/mcp/page-tools.ts'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'
import { toHar, toMhtml, toWarc, type PageToSave } from '../support/saved-formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-mcp-pages-'))
after(() => rmSync(folder, { recursive: true }))

const tools = pageTools({ retrieve: () => Promise.reject(new Error('not called')) }, folder)
const call = async (name: string, input: object): Promise<string> => {
  const tool = tools.find((one) => one.name === name)
  assert.ok(tool)
  return (await tool.run(input as never, new AbortController().signal)).text
}

const pageOf = (asin: string): PageToSave => ({
  url: `https://www.amazon.de/dp/${asin}`,
  html: renderProduct(generateProduct({ asin, domain: 'de' })),
})
const [first, second] = [pageOf('B0SHLFS081'), pageOf('B0SHLFS082')]
const lines = Buffer.from([first, second].map((page) => `${JSON.stringify(page)}\n`).join(''))

test('a page of any saved format is read', async () => {
  const files: readonly (readonly [string, Uint8Array, number])[] = [
    ['a.html', Buffer.from(first.html), 1],
    ['a.html.gz', gzipSync(first.html), 1],
    ['a.mhtml', toMhtml(first), 1],
    ['a.har', toHar([first, second]), 1],
    ['a.jsonl', lines, 1],
    ['a.warc', toWarc([first, second]), 2],
    ['a.warc.gz', toWarc([first, second], true), 2],
  ]
  for (const [file, bytes, page] of files) {
    writeFileSync(join(folder, file), bytes)
    const text = await call('extract_page', { file, page, fields: ['asin'] })
    assert.match(text, /^A page of kind "product".*\nasin: B0SHLFS081$/, file)
  }
})

test('a page that names no marketplace is unknown, and the answer says to pass the domain', async () => {
  const html = '<span id=productTitle>A bell</span><input id=ASIN value=B0SHLFS081>'
  const said = 'A page of kind "unknown" (a product page (span#productTitle) that names no marketplace: pass domain).'
  assert.equal(await call('extract_page', { html }), `${said} It has no record.`)
  await assert.rejects(call('explain_field', { html, field: 'title' }), /The page has no record\. extract_page says/)
  assert.match(await call('extract_page', { html, domain: 'de', fields: ['title'] }), /\ntitle: A bell$/)
})

test('a file with several pages lists them, and gives the one that is named by its number or its URL', async () => {
  writeFileSync(join(folder, 'two.warc'), toWarc([first, second]))
  const file = 'two.warc'
  const list = `\n2: ${first.url}\n4: ${second.url}`
  await assert.rejects(call('extract_page', { file }), {
    code: 'invalid_params',
    message: `There is more than one page in the file. Give one of these as page, by its number or its URL:${list}`,
  })
  for (const page of [4, second.url]) {
    assert.match(await call('extract_page', { file, page, fields: ['asin'] }), /\nasin: B0SHLFS082$/)
    assert.match(await call('explain_field', { file, page, field: 'asin' }), /^asin = "B0SHLFS082"/)
  }
  for (const page of [3, 'https://www.amazon.de/']) {
    const message = `There is no page ${JSON.stringify(page)} in the file. Give one of these as page, by its number or its URL:${list}`
    await assert.rejects(call('extract_page', { file, page }), { message })
  }
  writeFileSync(join(folder, 'same.warc'), toWarc([first, first]))
  await assert.rejects(
    call('extract_page', { file: 'same.warc', page: first.url }),
    /There is more than one page "http/,
  )
  const html = toWarc([first, second]).toString()
  await assert.rejects(call('extract_page', { html }), /There is more than one page in the file/)
  assert.match(await call('extract_page', { html, page: 2, fields: ['asin'] }), /\nasin: B0SHLFS081$/)
})

test('of a file with many pages, the first are listed, and the others are not read', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({ url: `https://x/${index}`, html: '<p>' }))
  writeFileSync(join(folder, 'many.warc'), toWarc(many))
  const error = await call('extract_page', { file: 'many.warc' }).catch((error: unknown) => error)
  assert.ok(error instanceof Error)
  assert.deepEqual(error.message.split('\n').slice(-2), ['100: https://x/49', '...'])
})

test('a page that can not be read says why; fields that no record has are refused', async () => {
  writeFileSync(join(folder, 'cut.warc'), toWarc([first]).subarray(0, -100))
  await assert.rejects(
    call('extract_page', { file: 'cut.warc' }),
    /The page can't be read: The record has .* truncated/,
  )
  writeFileSync(join(folder, 'a.zip'), 'PK\u0003\u0004')
  await assert.rejects(call('extract_page', { file: 'a.zip' }), /A ZIP file is not read\. Unpack it/)
  writeFileSync(join(folder, 'large.html'), Buffer.alloc(8 * 1024 * 1024 + 1))
  await assert.rejects(call('extract_page', { file: 'large.html' }), /has more than 8388608 bytes/)
  writeFileSync(join(folder, 'none.warc'), toWarc([]).toString() + 'WARC/1.0\r\nContent-Length: 0\r\n\r\n')
  await assert.rejects(call('extract_page', { file: 'none.warc' }), /There is no page in the file\./)
  await assert.rejects(
    call('extract_page', { html: '<p>', fields: ['prize', 'prize'] }),
    /Unknown fields: prize\. Fields: asin/,
  )
})
