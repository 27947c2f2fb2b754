import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { scoreDirectory } from '../../adapters/pages/golden/score.ts'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import { productSchema, searchSchema } from '../../core/index.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

test('every real product page gives a valid record, and its marketplace is recognized', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const pages = listCorpusPages().filter(({ kind }) => kind === 'product')
  let priced = 0
  for (const { file, domain } of pages) {
    const { kind, record, domain: recognized } = extractPage(readCorpusPage(file))
    assert.ok(kind === 'product' && record !== null, file)
    v.parse(productSchema, record)
    assert.equal(recognized, domain, file)
    assert.ok(file.includes(`__${record.asin}__`) || record.asin !== '', file)
    if (record.price !== null) priced++
  }
  t.diagnostic(`${pages.length} pages, ${priced} with a price`)
  assert.ok(pages.length > 90)
  assert.ok(priced > pages.length / 2)
})

test('every real search page gives its cards', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const pages = listCorpusPages().filter(({ kind }) => kind === 'search')
  let count = 0
  for (const { file, domain } of pages) {
    const bytes = readCorpusPage(file)
    const { kind, record, domain: recognized } = extractPage(bytes)
    assert.ok(kind === 'search' && record !== null, file)
    v.parse(searchSchema, record)
    assert.equal(recognized, domain, file)
    // Counted another way: result items of the grid, and videos.
    const html = Buffer.from(bytes).toString('latin1')
    const inGrid = html.match(
      /<div(?=[^>]*data-component-type="?s-search-result"?)(?=[^>]*data-asin="?\w{10})/g,
    )?.length
    const videos = html.match(/<\w+[^>]*data-component-type="?sbv-video-single-product"?/g)?.length ?? 0
    if (inGrid !== undefined) assert.equal(record.products.length, inGrid + videos, file)
    count += record.products.length
  }
  t.diagnostic(`${count} cards of ${pages.length} pages`)
  assert.ok(pages.length > 50 && count > 1500)
})

test('records of the labeled pages equal their labels', (t) => {
  if (!requireShared(t, join(corpusDirectory, 'labels'))) return
  const { marks } = scoreDirectory(corpusDirectory)
  const wrong = marks.filter(({ isRight }) => !isRight).map(({ page, field }) => `${page} ${field}`)
  t.diagnostic(`${marks.length - wrong.length} of ${marks.length} fields`)
  // The label says null; the page prints the paragraph.
  assert.deepEqual(wrong, ['fr__product__0241401127__1.html review_ai_summary'])
})
