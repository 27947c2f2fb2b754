import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { extractPage, extractRecord, isDomain } from '../../adapters/pages/index.ts'
import { reviewsSchema } from '../../core/index.ts'
import { corpusDirectory, requireShared } from '../support/shared-data.ts'

/** Words of timestamps that name a country, in the languages of the pages. */
const NAMES_COUNTRY = /Reviewed in|Avaliado|Commenté|Avis laissé|تمت|レビュー済み|审核/

/** All real pages with their marketplaces, which their names begin with. */
function* realPages() {
  for (const folder of ['pages', 'kinds']) {
    for (const file of readdirSync(join(corpusDirectory, folder))) {
      const [domain = ''] = file.split('__')
      if (file.endsWith('.html') && isDomain(domain)) {
        yield { file, domain, bytes: () => readFileSync(join(corpusDirectory, folder, file)) }
      }
    }
  }
}

test('reviews of real pages are whole: those of the product record, and each with what its page shows', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const found = { pages: 0, lists: 0, reviews: 0, dates: 0, countries: 0, timestamps: 0 }
  for (const { file, domain, bytes } of realPages()) {
    const page = extractPage(bytes(), { domain })
    if (page.kind !== 'product' && page.kind !== 'reviews') continue
    const { record, issues } = extractRecord('reviews', bytes(), { domain })
    if (record === null) {
      assert.equal(page.record, null, file)
      continue
    }
    found.pages += 1
    found.lists += Number(page.kind === 'reviews')
    v.parse(reviewsSchema, record)
    const ids = new Set(record.reviews.map(({ id }) => id))
    assert.equal(ids.size, record.reviews.length, file)
    if (page.kind === 'product') {
      const missing = page.record?.reviews.filter(({ id }) => !ids.has(id)) ?? []
      assert.deepEqual(missing, [], file)
    }
    const ofReviews = issues.filter(({ field, problem }) => problem === 'unreadable' && field.startsWith('reviews['))
    assert.deepEqual(ofReviews, [], file)
    for (const { id, content, images, has_video, rating, timestamp, date, country } of record.reviews) {
      assert.ok(content !== null || images.length > 0 || has_video, `${file} ${id} says nothing`)
      assert.ok(rating !== null, `${file} ${id} has no stars`)
      found.reviews += 1
      if (timestamp === null) continue
      found.timestamps += 1
      found.dates += Number(date !== null)
      found.countries += Number(country !== null)
      // "Published 2 months ago" has no year, and until 2019 a date named no country.
      assert.equal(date === null, !/[12]\d{3}/.test(timestamp), `${file} ${id}: ${timestamp}`)
      if (NAMES_COUNTRY.test(timestamp)) assert.ok(country !== null, `${file} ${id}: ${timestamp}`)
    }
  }
  t.diagnostic(JSON.stringify(found))
  assert.ok(found.lists >= 17 && found.reviews > 800, JSON.stringify(found))
})
