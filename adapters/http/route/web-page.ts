import { extname } from 'node:path'
import { HTTPResponse, type H3Event } from 'h3'
import { chooseEncoding } from './accept-encoding.ts'
import { refusePath, textAnswer } from './answers.ts'
import { entityTag, isCurrent } from './entity-tag.ts'
import { filesOf, readAsset, STORED_CODINGS, type PageName } from './asset-files.ts'

/** Path of the folder of files for pages. */
export const ASSETS = '/assets'

/** A page runs its own scripts and styles, and connects to its own server. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

export interface WebPage {
  readonly name: PageName
  readonly title: string
  /** Path at which the app is mounted, without a slash at its end. */
  readonly base: string
  /** Whether it is on the port of operators, where the service can't be asked. Default: false. */
  readonly isForOperators?: boolean
  /** What differs from the usual policy. Default: nothing. */
  readonly policy?: Partial<typeof POLICY>
}

/** The icon of all pages: a book with its shelf mark. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='2' y='1' width='12' height='14' rx='2' fill='%230f5c4d'/%3E%3Crect x='5' y='4' width='6' height='4' fill='%23fbf8f2'/%3E%3C/svg%3E"

/** An HTML page. Its script builds what it shows. A browser asks each time whether it has changed. */
export function answerPage(event: H3Event, { name, title, base, isForOperators, policy }: WebPage): HTTPResponse {
  const { script, chunks, styles } = filesOf(name)
  const url = (file: string): string => `${escape(base)}${ASSETS}/${file}`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
${styles.map((file) => `<link rel="stylesheet" href="${url(file)}">`).join('\n')}
${chunks.map((file) => `<link rel="modulepreload" href="${url(file)}">`).join('\n')}
<script type="module" src="${url(script)}"></script></head>
<body><div id="page" data-base="${escape(base)}"${isForOperators === true ? ' data-operators' : ''}></div><noscript>This page needs JavaScript.</noscript></body></html>
`
  return answerHtml(event, html, { ...POLICY, ...policy })
}

/** HTML under a policy. `policy`: sources by directive. */
export function answerHtml(event: H3Event, html: string, policy: Readonly<Record<string, string>>): HTTPResponse {
  const directives = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources}`)
  const headers = {
    'Content-Security-Policy': directives.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
  const tag = entityTag(html)
  event.res.headers.set('Cache-Control', 'no-cache')
  event.res.headers.set('ETag', tag)
  if (isCurrent(event, tag)) return new HTTPResponse(null, { status: 304, headers })
  return textAnswer(200, html, 'text/html; charset=utf-8', headers)
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A file of a page, in the best coding that the client accepts. Its name changes with its content, so that browsers keep it. */
export function answerAsset(event: H3Event, name: string): HTTPResponse {
  const type = TYPES[extname(name)]
  const coding = chooseEncoding(event.req.headers.get('accept-encoding'), STORED_CODINGS)
  const bytes = type === undefined ? null : readAsset(name, coding)
  if (type === undefined || bytes === null) return refusePath()
  event.res.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
  const encoding = coding === null ? {} : { 'Content-Encoding': coding }
  return textAnswer(200, bytes, type, encoding)
}

/** A path of a URL as the value of an attribute. */
function escape(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
