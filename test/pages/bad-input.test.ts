import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSafely } from '../support/extract-safely.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

test('pages of other kinds give no record, or one that is valid', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const others = listCorpusPages().filter(({ kind }) => kind !== 'product')
  for (const { file, domain, kind } of others) {
    const record = extractSafely(readCorpusPage(file), domain)
    if (kind === 'search') assert.equal(record, null, file)
  }
  t.diagnostic(`${others.length} pages`)
  assert.ok(others.length > 20)
})
