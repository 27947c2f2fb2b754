import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../core/html/page.ts'
import { PageCharacters } from '../../core/html/tokenize/source.ts'
import { parseHtml } from '../../core/html/tree/parse-html.ts'

/* How the bytes of a page become strings. Each test counts work that a trick of core/html avoids. */

const HTML = '<!doctype html><meta charset=utf-8><body>x<div id=a class="b c" title="d">e</div><!--f-->'

test('markup is scanned in the bytes of the page, not in its text', (t) => {
  const source = PageCharacters.ofUtf8(Buffer.from(HTML + '<p id=a class="b c" title="d">e</p>'.repeat(100)))
  const { mock } = t.mock.method(String.prototype, 'charCodeAt')
  parseHtml(source)
  mock.restore()
  const inPage = mock.calls.filter(({ this: text }) => String(text) === source.text)
  // The two characters after "<!--" may end the comment.
  assert.ok(inPage.length < 10, `${inPage.length} characters`)
})

test('bytes become a string in one step', (t) => {
  const { mock } = t.mock.method(String, 'fromCharCode')
  parsePage(Buffer.from(HTML.repeat(100)))
  assert.equal(mock.callCount(), 0)
})

test('what is ASCII is not decoded', (t) => {
  const page = parsePage(Buffer.from(`${HTML}<b title="日本">日本</b>`))
  const { mock } = t.mock.method(TextDecoder.prototype, 'decode')
  for (const { attributeList, firstChild } of page.elements.all) {
    const text = firstChild?.type === 'text' ? firstChild.data : ''
    const decoded = [attributeList.get('title') ?? '', text].filter((read) => read.includes('日本'))
    assert.equal(mock.callCount(), decoded.length)
    mock.resetCalls()
  }
})

test('a long tag name is not kept for later pages, because it would keep its page in memory', (t) => {
  const html = `<${'x'.repeat(13)}><${'x'.repeat(12)}>`
  parsePage(html)
  const { mock } = t.mock.method(PageCharacters.prototype, 'readName')
  parsePage(html)
  assert.equal(mock.callCount(), 1)
})
