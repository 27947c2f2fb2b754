import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSavedPages, type SavedPage, type UnreadablePage } from '../../adapters/pages/saved/index.ts'
import { toHar, toMhtml, toWarc, warcRecord, type PageToSave } from '../support/saved-formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'shelfmark-saved-'))
after(() => rmSync(folder, { recursive: true }))

const pages: readonly PageToSave[] = [1, 2].map((number) => ({
  url: `https://www.amazon.de/dp/B00000000${number}`,
  html: `<!doctype html><title>Größe ${number}</title>\n\n<p>text</p>`,
}))
const MARK = Buffer.from([0xef, 0xbb, 0xbf])

async function* toStream(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function outline(source: AsyncIterable<SavedPage | UnreadablePage>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const found of source) {
    all.push([found.url, 'error' in found ? found.error.message : Buffer.from(found.bytes).toString()])
  }
  return all
}

const expected = pages.map(({ url, html }) => [url, html])

test('JSON lines and a HAR are read with a byte order mark, and lines that end in CR LF', async () => {
  const lines = pages.map(({ url, html }) => JSON.stringify({ url, html }))
  for (const bytes of [Buffer.from(lines.join('\r\n')), Buffer.from(lines.join('\n')), toHar(pages)]) {
    for (const size of [1, 2, 5, bytes.length]) {
      const marked = Buffer.concat([MARK, bytes])
      assert.deepEqual(await outline(readSavedPages(toStream(marked, size))), expected)
    }
  }
})

/** A WARC of the same records. `record` and `response`: what ends a line of the headers of each. */
function withLineEnds(record: string, response: string): Buffer {
  const blocks = pages.map(({ url, html }) => {
    const head = ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8', '', ''].join(response)
    const block = Buffer.from(`${head}${html}`)
    const lines = ['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`, `Content-Length: ${block.length}`]
    const type = 'Content-Type: application/http; msgtype=response'
    return Buffer.concat([Buffer.from([...lines, type, '', ''].join(record)), block, Buffer.from(record + record)])
  })
  return Buffer.concat(blocks)
}

test('the headers of a WARC and of its responses may end their lines in LF alone', async () => {
  for (const record of ['\n', '\r\n']) {
    for (const response of ['\n', '\r\n']) {
      const bytes = withLineEnds(record, response)
      for (const size of [1, 7, bytes.length]) {
        assert.deepEqual(await outline(readSavedPages(toStream(bytes, size))), expected)
      }
    }
  }
  assert.deepEqual(await outline(readSavedPages(toStream(toWarc(pages), 64))), expected)
})

/** A HAR whose bodies are in files, as Playwright writes it. */
function withFiles(names: readonly string[]): string {
  const entries = names.map((name, index) => ({
    request: { method: 'GET', url: pages[index]?.url ?? 'https://www.amazon.de/' },
    response: { status: 200, content: { size: 9, mimeType: 'text/html; charset=utf-8', _file: name } },
  }))
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'Playwright', version: '1' }, entries } })
}

test('bodies of a HAR are read from the files next to it', async () => {
  const directory = join(folder, 'attached')
  mkdirSync(join(directory, 'inner'), { recursive: true })
  for (const [index, { html }] of pages.entries()) writeFileSync(join(directory, `${index}.html`), html)
  writeFileSync(join(directory, 'all.har'), withFiles(['0.html', '1.html']))
  assert.deepEqual(await outline(readSavedPages(join(directory, 'all.har'))), expected)
})

test('a body that is not next to the HAR is an error, and no other folder is read', async () => {
  const directory = join(folder, 'missing')
  mkdirSync(join(directory, 'inner'), { recursive: true })
  writeFileSync(join(folder, 'above.html'), '<p>above')
  writeFileSync(join(directory, 'inner', 'below.html'), '<p>below')
  symlinkSync(join(folder, 'above.html'), join(directory, 'link.html'))
  const names = ['none.html', '../above.html', 'inner/below.html', 'inner', '.', '..', 'link.html', '']
  const har = join(directory, 'all.har')
  writeFileSync(har, withFiles(names))
  const errors = await outline(readSavedPages(har))
  const problems = names.map((name, index) => [
    pages[index]?.url ?? 'https://www.amazon.de/',
    `The body of entry ${index + 1} is in the file "${name}", which is not next to the HAR.`,
  ])
  assert.deepEqual(errors, problems)
  const streamed = await outline(readSavedPages(toStream(Buffer.from(withFiles(['0.html'])), 64)))
  assert.equal(streamed.length, 1)
})

/** A response without a type of its body. `type`: that of the record. */
function untypedResponse(html: string, url: string, type: string | null): Buffer {
  const block = Buffer.from(`HTTP/1.1 200 OK\r\nServer: x\r\n\r\n${html}`)
  const record = warcRecord('response', url, type ?? 'x', block).toString()
  return Buffer.from(type === null ? record.replace('Content-Type: x\r\n', '') : record)
}

test('resources, conversions and responses without a type are pages if they are HTML', async () => {
  const [first, second] = pages as readonly [PageToSave, PageToSave]
  const http = 'application/http; msgtype=response'
  const records = [
    warcRecord('resource', first.url, 'text/html; charset=utf-8', Buffer.from(first.html)),
    warcRecord('resource', first.url, 'image/png', Buffer.from(first.html)),
    warcRecord('resource', 'urn:view:1', 'text/plain', Buffer.from('text')),
    warcRecord('conversion', first.url, 'text/html', Buffer.from(second.html)),
    warcRecord('conversion', first.url, 'text/plain', Buffer.from('Größe')),
    untypedResponse(first.html, first.url, http),
    untypedResponse(second.html, second.url, null),
    untypedResponse('{"html": "<html>"}', second.url, http),
    warcRecord('response', 'dns:amazon.de', 'text/dns', Buffer.from(first.html)),
    warcRecord('metadata', first.url, 'text/html', Buffer.from(first.html)),
  ]
  const found = [
    [first.url, first.html],
    [first.url, second.html],
    [first.url, first.html],
    [second.url, second.html],
  ]
  for (const size of [7, 64, 100_000]) {
    assert.deepEqual(await outline(readSavedPages(toStream(Buffer.concat(records), size))), found)
  }
})

test('a list of JSON is read as its items, and a damaged one up to the damage', async () => {
  const items = pages.map(({ url, html }) => ({ url, html }))
  for (const text of [JSON.stringify(items), ` [\n${JSON.stringify(items[0])} , ${JSON.stringify(items[1])}\n]\n`]) {
    for (const size of [1, 64, text.length]) {
      const bytes = Buffer.concat([MARK, Buffer.from(text)])
      assert.deepEqual(await outline(readSavedPages(toStream(bytes, size))), expected)
    }
  }
  const mixed = JSON.stringify([items[0], { url: 'u' }, 3]).replace(/\]$/, ', {')
  const [page, ...problems] = await outline(readSavedPages(toStream(Buffer.from(mixed), 16)))
  assert.deepEqual(page, expected[0])
  assert.deepEqual(problems.slice(0, 2), [
    [undefined, 'Item 2 has no text in the member "html". The option "field" names the member with the page.'],
    [undefined, 'Item 3 is not a JSON object.'],
  ])
  assert.match(String(problems[2]), /^,The file is not complete JSON/)
  assert.deepEqual(await outline(readSavedPages(toStream(Buffer.from('[]'), 2))), [])
})

test('a field of JSON lines can be a member of a member, with the URL next to it', async () => {
  const lines = [
    { response: { url: pages[0]?.url, body: pages[0]?.html } },
    { url: pages[1]?.url, 'response.body': pages[1]?.html, response: 'x' },
    { url: 'https://www.amazon.de/', response: 'x' },
  ]
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const [first, second, third] = await outline(readSavedPages(toStream(bytes, 64), { field: 'response.body' }))
  assert.deepEqual([first, second], expected)
  assert.match(String(third), /no text in the member "response\.body"/)
})

test('blanks after a soft break of quoted-printable do not become text', async () => {
  const page: PageToSave = { url: 'https://www.amazon.de/', html: `<!doctype html><p>${'ä = 1, '.repeat(40)}</p>` }
  const padded = toMhtml(page).toString('latin1').replaceAll('=\r\n', '= \t \r\n')
  assert.ok(padded.includes('= \t \r\n'))
  const [[, html]] = (await outline(readSavedPages(toStream(Buffer.from(padded, 'latin1'), 64)))) as [[string, string]]
  assert.equal(html.trimEnd(), page.html)
})
