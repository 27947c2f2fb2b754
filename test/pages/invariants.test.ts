import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { contradictionsOf, nameOfIssue } from '../support/contradictions.ts'
import { corpusDirectory, requireShared } from '../support/shared-data.ts'

test('no real page contradicts itself', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const files = ['pages', 'kinds'].flatMap((folder) =>
    readdirSync(join(corpusDirectory, folder))
      .filter((file) => file.endsWith('.html'))
      .map((file) => join(corpusDirectory, folder, file)),
  )
  const found = files.flatMap((file) => {
    const [domain = ''] = file.slice(file.lastIndexOf('/') + 1).split('__')
    const { issues } = extractPage(readFileSync(file), { domain: requireMarketplace(domain).domain })
    return contradictionsOf(issues).map((issue) => `${file} ${nameOfIssue(issue)}`)
  })
  assert.ok(files.length > 240)
  assert.deepEqual(found, [])
})
