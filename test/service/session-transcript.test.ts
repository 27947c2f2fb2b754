import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readLocation, parsePage } from '../../core/index.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { makeRetriever, never, outcomeOf, productRequest } from '../support/retrievers.ts'
import { root } from '../support/root.ts'
import { openShop, type Visit } from '../support/shop-visits.ts'

const NOTED = ['Referer', 'Origin', 'anti-csrftoken-a2z']
const FORM_TOKEN = /CSRF_TOKEN : "([^"]+)"/

/** Tokens are long, and cookies are nobody's business: the start of the one, the names of the other. */
function shorten(text: string): string {
  return text.replace(/\b[hg][A-Za-z0-9]{40,}\b/g, (token) => `${token.slice(0, 6)}…`)
}

function namesOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split('=', 1)[0]).join(', ')
}

/** A request of a session and its answer, as lines. */
function printVisit({ request, page }: Visit): readonly string[] {
  const { url, headers = {}, post } = request
  const sent = { ...headers, ...post?.headers }
  const text = Buffer.from(page.bytes).toString()
  const location = readLocation(parsePage(page.bytes), requireMarketplace('de').site)
  const shown = location === null ? [] : [`  header of the page: ${location}`]
  const answer = text.startsWith('{') ? [`  ${text.trim()}`] : shown
  const token = FORM_TOKEN.exec(text)?.[1]
  return [
    `> ${post === undefined ? 'GET' : 'POST'} ${url.replace('https://www.amazon.de', '')}`,
    `  Cookie: ${namesOf((sent['Cookie'] ?? '').split('; '))}`,
    ...NOTED.flatMap((name) => (sent[name] === undefined ? [] : [`  ${name}: ${sent[name]}`])),
    ...(post === undefined ? [] : [`  Content-Type: ${post.contentType}`, `  ${post.text}`]),
    `< ${page.status}`,
    `  Set-Cookie: ${namesOf(page.setCookies ?? [])}`,
    ...(token === undefined ? answer : [`  CSRF_TOKEN: ${token}`]),
    '',
  ].map(shorten)
}

test('the README of sessions shows the requests that make one, as they are', async (t) => {
  const shop = await openShop(t, 'no_json')
  const { retriever } = makeRetriever(shop)
  assert.equal(outcomeOf(await retriever.retrieve(productRequest('B0SHLFS081', { zip: '10117' }), never)), 'ok 1 200')
  const transcript = shop.visits.flatMap(printVisit).join('\n').trim()
  const readme = readFileSync(join(root, 'adapters/fetch/README.md'), 'utf8')
  const shown = /<!-- transcript -->\n\n```text\n([\s\S]*?)\n```/.exec(readme)?.[1]
  assert.ok(shown === transcript, `The transcript must be:\n\n${transcript}\n`)
})
