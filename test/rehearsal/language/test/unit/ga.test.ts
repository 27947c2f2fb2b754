import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages, marketplaces } from '../../selectors/index.ts'

test('words of the new language are read on every marketplace', () => {
  assert.equal(languages.at(-1)?.code, 'ga')
  for (const marketplace of marketplaces.values()) {
    assert.ok(marketplace.site.languages.some(({ free }) => free.includes('Saor in aisce')))
  }
})
