import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { peerLibraries, type PeerRecord } from '../../bench/peer-record.ts'
import { treeLibraries } from '../../bench/trees.ts'
import { marketplaces } from '../../selectors/index.ts'
import { root } from '../support/root.ts'

const PAGE = `<!DOCTYPE html><html lang="de"><head><title>Bells &amp; more</title><script>if (a < b) {}</script></head>
<body><div class="a b" id="x" data-q="1 &amp; 2 &quot;"><p>Text &eacute; ü</p><img src="a.png" alt=""></div>
<template><b title="t">inside</b></template></body></html>`

/** Counted by hand in PAGE: html, head, title, script, body, div, p, img, template, b. */
const ELEMENTS = 10

test('every library reads all of a page: each name, attribute, text and comment, decoded', async () => {
  assert.deepEqual(
    treeLibraries.map(({ name }) => name),
    ['shelfmark', 'htmlparser2', 'linkedom', 'node-html-parser', 'parse5', 'happy-dom', 'cheerio'],
  )
  const read = (page: string) =>
    Promise.all(treeLibraries.map(async ({ name, readAll }) => [name, await readAll(Buffer.from(page))] as const))
  const before = await read(PAGE)
  const [[, expected] = ['', undefined]] = before
  assert.equal(expected?.elements, ELEMENTS)
  for (const [name, { elements, characters }] of before) {
    assert.equal(elements, ELEMENTS, name)
    // White space around html, head and body, and the document type as text, are where parsers differ.
    assert.ok(Math.abs(characters - expected.characters) <= '<!DOCTYPE html>\n\n'.length, `${name}: ${characters}`)
  }
  const changes: readonly (readonly [from: string, to: string, added: number])[] = [
    ['1 &amp; 2', '1 &amp; 2 &amp; 3', ' & 3'.length],
    ['<p>Text', '<p lang="fr">Text', 'langfr'.length],
    ['Text &eacute;', 'Text &eacute;&eacute;', 'é'.length],
    ['(a < b)', '(a < b + c)', ' + c'.length],
    ['title="t"', 'title="&lt;t"', '<'.length],
  ]
  for (const [from, to, added] of changes) {
    assert.notEqual(PAGE.replace(from, to), PAGE)
    for (const [index, [name, { characters }]] of (await read(PAGE.replace(from, to))).entries()) {
      assert.equal(characters - (before[index]?.[1].characters ?? 0), added, `${name}: ${to}`)
    }
  }
})

test('libraries that follow the standard read the same of every page', async () => {
  for (const path of ['product/com/gift-card', 'product/de/decimal-comma', 'search/com/sponsored-in-many-ways']) {
    const page = readFileSync(join(root, 'golden', path, 'page.html'))
    const exact = treeLibraries.filter(({ name }) => ['shelfmark', 'parse5', 'cheerio'].includes(name))
    const tallies = await Promise.all(exact.map(async ({ readAll }) => await readAll(page)))
    assert.deepEqual(tallies, [tallies[0], tallies[0], tallies[0]], path)
    assert.ok((tallies[0]?.elements ?? 0) > 20)
  }
})

/** Number of texts in a record. */
function countTexts(record: PeerRecord | readonly PeerRecord[]): number {
  return Object.values(record).reduce<number>(
    (sum, value: string | PeerRecord) => sum + (typeof value === 'string' ? Number(value !== '') : countTexts(value)),
    0,
  )
}

test('other libraries read the same texts with the selectors of a record', async () => {
  for (const [path, domain, name, texts] of [
    ['product/de/decimal-comma', 'de', 'product', 15],
    ['search/com/sponsored-in-many-ways', 'com', 'search', 40],
  ] as const) {
    const page = readFileSync(join(root, 'golden', path, 'page.html'))
    const marketplace = marketplaces.get(domain)
    assert.ok(marketplace)
    const entries = peerLibraries.map(async ({ name: library, records }) => {
      return [library, (await records[name]?.(page, marketplace)) ?? []] as const
    })
    const read = Object.fromEntries(await Promise.all(entries))
    const count = countTexts(read['cheerio'] ?? [])
    assert.ok(count >= texts, `${path}: ${count} texts`)
    assert.deepEqual(read['linkedom'], read['cheerio'], path)
    // It finds other elements with a few selectors.
    const ofHappyDom = countTexts(read['happy-dom'] ?? [])
    assert.ok(Math.abs(ofHappyDom - count) < count / 5, `${path}: ${ofHappyDom} texts of ${count}`)
  }
})
