import { gzipSync } from 'node:zlib'

/** A page, and what a container says of it. */
export interface PageToSave {
  readonly url: string
  readonly html: string
  readonly status?: number
  readonly contentType?: string
}

const CRLF = '\r\n'

/** A record of a WARC, with the blank lines that end it. */
export function warcRecord(type: string, url: string, contentType: string, block: Uint8Array): Buffer {
  const head = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-05-31T12:00:00Z',
    'WARC-Record-ID: <urn:uuid:0f0e0d0c-0b0a-0908-0706-050403020100>',
    `Content-Type: ${contentType}`,
    `Content-Length: ${block.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join(CRLF)}${CRLF}${CRLF}`), block, Buffer.from(CRLF + CRLF)])
}

/** A response of a WARC. `headers`: further headers of the response. */
export function warcResponse(
  { url, html, status = 200, contentType = 'text/html; charset=utf-8' }: PageToSave,
  headers: readonly string[] = [],
  body: Uint8Array = Buffer.from(html),
): Buffer {
  const head = [`HTTP/1.1 ${status} OK`, `Content-Type: ${contentType}`, ...headers].join(CRLF)
  const block = Buffer.concat([Buffer.from(`${head}${CRLF}${CRLF}`), body])
  return warcRecord('response', url, 'application/http; msgtype=response', block)
}

/** A WARC as crawlers write it: the request and the response of each page. With `isGzip`, a gzip member a record. */
export function toWarc(pages: readonly PageToSave[], isGzip = false): Buffer {
  const records = pages.flatMap((page) => [
    warcRecord('request', page.url, 'application/http; msgtype=request', Buffer.from('GET / HTTP/1.1\r\n\r\n')),
    warcResponse(page),
  ])
  return Buffer.concat(isGzip ? records.map((record) => gzipSync(record)) : records)
}

/** An MHTML as Chrome writes it, with a frame after the page. */
export function toMhtml({ url, html }: PageToSave): Buffer {
  const boundary = '----MultipartBoundary--aB3----'
  const quoted = Buffer.from(html)
    .toString('latin1')
    .replace(/[=\u0080-\u00FF]/g, (char) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/(.{70})/g, '$1=\r\n')
  const part = (location: string, text: string): string =>
    `--${boundary}\r\nContent-Type: text/html\r\nContent-ID: <frame-1@mhtml.blink>\r\n` +
    `Content-Transfer-Encoding: quoted-printable\r\nContent-Location: ${location}\r\n\r\n${text}\r\n`
  return Buffer.from(
    `From: <Saved by Blink>\r\nSnapshot-Content-Location: ${url}\r\nSubject: A page\r\nMIME-Version: 1.0\r\n` +
      `Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="${boundary}"\r\n\r\n\r\n` +
      `${part(url, quoted)}${part('cid:frame-2', '<p>An ad in a frame.')}--${boundary}--\r\n`,
  )
}

/** A HAR as the developer tools of a browser write it. `encoding`: how the body is written. */
export function toHar(pages: readonly PageToSave[], encoding?: 'base64'): Buffer {
  const entries = pages.map(({ url, html, status = 200, contentType = 'text/html; charset=utf-8' }) => ({
    startedDateTime: '2026-05-31T12:00:00Z',
    request: { method: 'GET', url, headers: [] },
    response: {
      status,
      content: {
        size: html.length,
        mimeType: contentType,
        text: encoding === undefined ? html : Buffer.from(html).toString(encoding),
        ...(encoding === undefined ? {} : { encoding }),
      },
    },
  }))
  return Buffer.from(JSON.stringify({ log: { version: '1.2', pages: [{ id: 'page_1' }], entries } }, null, 2))
}
