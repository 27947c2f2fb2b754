import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { readSavedPages } from '../../adapters/pages/saved/index.ts'
import { installIn, runIn, skipWithoutRegistry } from '../support/packed-package.ts'
import { warcRecord, warcResponse } from '../support/saved-formats.ts'

/** Another reader of WARCs, that of the Webrecorder project. */
const READER = 'warcio@2.4.11'

/** Prints the type, the URL, the status and the hash of the decoded content of each record, a line for each. */
const PROGRAM = `
import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { WARCParser } from 'warcio'
for await (const record of new WARCParser(createReadStream(process.argv[2]))) {
  const bytes = await record.readFully(true)
  const { warcType: type, warcTargetURI: url, httpHeaders } = record
  const contentType = httpHeaders ? httpHeaders.headers.get('content-type') : record.warcHeaders.headers.get('content-type')
  const hash = createHash('sha256').update(bytes ?? '').digest('hex')
  console.log(JSON.stringify({ type, url, status: httpHeaders?.statusCode ?? null, contentType, hash }))
}
`

interface Read {
  readonly type: string
  readonly url: string
  readonly status: number | null
  readonly contentType: string | null
  readonly hash: string
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Pieces of a body as a server that does not know its length sends them. */
function chunk(body: Uint8Array, size: number): Buffer {
  const pieces: Buffer[] = []
  for (let start = 0; start < body.length; start += size) {
    const piece = body.subarray(start, start + size)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), Buffer.from(piece), Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

const CODINGS = [
  { headers: [], pack: (body: Uint8Array) => body },
  { headers: ['Content-Encoding: gzip'], pack: (body: Uint8Array) => gzipSync(body) },
  { headers: ['Content-Encoding: deflate'], pack: (body: Uint8Array) => deflateSync(body) },
] as const

/** Every combination of type, coding and chunks, among records that are no pages. */
function records(): readonly Buffer[] {
  return CODINGS.flatMap(({ headers, pack }, coding) =>
    [null, 7, 4096].flatMap((size, at) => {
      const url = `https://www.amazon.co.jp/dp/B00000${coding}${at}00`
      const html = `<!doctype html>\r\n<p>${'価格 ¥1,234\n'.repeat(300 * coding + at)}`
      const body = pack(Buffer.from(html))
      const response =
        size === null
          ? warcResponse({ url, html, status: 200 + coding }, headers, body)
          : warcResponse({ url, html }, [...headers, 'Transfer-Encoding: chunked'], chunk(body, size))
      return [
        warcRecord('request', url, 'application/http; msgtype=request', Buffer.from('GET / HTTP/1.1\r\n\r\n')),
        response,
        warcRecord('resource', `${url}/bare`, at === 0 ? 'image/png' : 'text/html', Buffer.from(html)),
        warcRecord('metadata', url, 'application/warc-fields', Buffer.from('a: b\r\n')),
      ]
    }),
  )
}

test('WARCs are read as another reader does', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'shelfmark-warcio-'))
  t.after(() => rmSync(folder, { recursive: true }))
  if (!(await installIn(folder, [READER]))) {
    skipWithoutRegistry(t)
    return
  }
  writeFileSync(join(folder, 'read.mjs'), PROGRAM)
  const all = records()
  const files = {
    'plain.warc': Buffer.concat(all),
    'packed.warc.gz': Buffer.concat(all.map((record) => gzipSync(record))),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    const { stdout } = await runIn(folder, process.execPath, ['read.mjs', file])
    const lines = stdout.trim().split('\n')
    assert.equal(lines.length, all.length)
    const others = lines
      .map((line) => JSON.parse(line) as Read)
      .filter(
        ({ type, contentType }) => /response|resource/.test(type) && contentType?.startsWith('text/html') === true,
      )
      .map(({ url, status, hash }) => ({ url, status, hash }))
    const own: object[] = []
    for await (const page of readSavedPages(file)) {
      assert.ok('bytes' in page, page.name)
      own.push({ url: page.url, status: page.status ?? null, hash: hashOf(page.bytes) })
    }
    assert.deepEqual(own, others)
    assert.ok(own.length > 10)
  }
})
