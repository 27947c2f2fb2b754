import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countGrounding, groundPage } from '../../adapters/pages/golden/measure-grounding.ts'
import { requireMarketplace } from '../../adapters/require-marketplace.ts'
import { corpusDirectory, requireShared } from '../support/shared-data.ts'

test('every value of a real page is shown by the elements that gave it, or is an exception with a reason', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const files = ['pages', 'kinds'].flatMap((folder) =>
    readdirSync(join(corpusDirectory, folder))
      .filter((file) => file.endsWith('.html'))
      .map((file) => ({ file, path: join(corpusDirectory, folder, file) })),
  )
  const values = files.flatMap(({ file, path }) => {
    const { domain } = requireMarketplace(file.split('__')[0] ?? '')
    return groundPage(readFileSync(path), { domain }).values.map((value) => Object.assign(value, { file }))
  })
  const lost = values.filter(({ isGrounded, exception }) => !isGrounded && exception === null)
  assert.deepEqual(
    lost.map(({ file, path, value, winner }) => `${file} ${path} ${value} <- ${winner}`),
    [],
  )
  const { shown, ...counts } = countGrounding(values)
  t.diagnostic(`${shown} of ${counts.values} values are shown`)
  assert.ok(files.length > 240 && counts.values > 40_000)
})
