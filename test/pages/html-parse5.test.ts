// Takes more than 20 seconds: parse5 and the project parse 188 MB of real pages, twice each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ShelfmarkError } from '../../core/index.ts'
import { differenceFromParse5, MARKUP } from '../support/parse5-oracle.ts'
import { runsOf } from '../support/property-runs.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

test('the trees of real pages equal those of parse5', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const pages = listCorpusPages()
  for (const { file } of pages) {
    assert.equal(differenceFromParse5(readCorpusPage(file)), null, file)
  }
  t.diagnostic(`${pages.length} pages compared`)
  assert.ok(pages.length > 200)
})

/** Without a quote, a page can be one tag with more attributes than the limit, which is about one of 4,000: such pages are left out. */
function compareWithinLimits(page: Buffer): string | null {
  try {
    return differenceFromParse5(page)
  } catch (error) {
    fc.pre(!(error instanceof ShelfmarkError && error.code === 'page_too_complex'))
    throw error
  }
}

test('the trees of mutated real pages equal those of parse5', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const files = listCorpusPages().map(({ file }) => file)
  const mutation = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat(200),
    insert: fc.constantFrom('', ...MARKUP),
  })
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(mutation, { minLength: 1, maxLength: 40 }), (file, mutations) => {
      const page = mutations.reduce<Buffer>(
        (bytes, { at, drop, insert }) => {
          const start = Math.floor(at * bytes.length)
          return Buffer.concat([bytes.subarray(0, start), Buffer.from(insert), bytes.subarray(start + drop)])
        },
        Buffer.from(readCorpusPage(file)),
      )
      assert.equal(compareWithinLimits(page), null, file)
    }),
    { numRuns: runsOf(60), maxSkipsPerRun: 0.2 },
  )
})
