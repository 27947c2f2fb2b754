import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { load } from 'cheerio'
import { selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { getAttributeValue, getElementsByTagName, innerText, removeElement, textContent } from 'domutils'
import { parsePage } from '../../core/index.ts'
import { root } from '../support/root.ts'

const HTML = `<!doctype html><title>Bells</title><!-- note -->
<ul id=list class="a b"><li data-n=1>One &amp; <b>only</b><li data-n=2>Two</ul><script>var a = "<p>"</script><svg viewBox="0 0 1 1"><path/></svg>`

function readTree(): Document {
  return parsePage(HTML).document as unknown as Document
}

test('css-select reads the tree', () => {
  const found = selectAll<AnyNode, Element>('ul.a > li[data-n="2"]:last-child', readTree())
  assert.deepEqual(
    found.map((element) => textContent(element)),
    ['Two'],
  )
})

test('domutils reads the tree', () => {
  const document = readTree()
  const [list] = getElementsByTagName('ul', document, true)
  assert.ok(list !== undefined)
  assert.equal(getAttributeValue(list, 'class'), 'a b')
  assert.equal(innerText(list), 'One & onlyTwo')
  assert.equal(list.childNodes.length, 2)
  assert.equal(list.parent?.type, 'tag')
  assert.equal(typeof removeElement, 'function')
})

test('cheerio takes the tree in TypeScript as the README says', () => {
  const page = parsePage(HTML)
  const $ = load(page.document as unknown as Parameters<typeof load>[0])
  assert.equal($('#list b').text(), 'only')
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  assert.ok(readme.includes('`load(page.document as unknown as Parameters<typeof load>[0])`'))
})

test('cheerio reads the tree', () => {
  const ours = load(readTree())
  const own = load(HTML)
  for (const selector of ['title', 'li', 'li:first-child b', '#list', 'script', 'svg path', '[viewBox]']) {
    assert.equal(ours(selector).length, own(selector).length, selector)
    assert.equal(ours(selector).text(), own(selector).text(), selector)
  }
  assert.equal(ours('ul').attr('id'), 'list')
  assert.equal(ours.html(), own.html())
})
