import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Bytes that a kept record holds, measured in a process of its own, on pages of 1 MB. */
const PROGRAM = `
  import { extractProduct, parsePage } from './core/index.ts'
  import { com } from './selectors/index.ts'
  const filling = '<p>' + 'lorem ipsum '.repeat(80_000)
  const read = (i) => extractProduct(parsePage(Buffer.from(
    '<input id=ASIN value=B0SHLF' + String(1000 + i) + '><span id=productTitle>A bell that is long enough to be cut out of the page, number ' + i +
    '</span><div id=feature-bullets><ul><li><span class=a-list-item>It rings, and it rings again, and again, bell ' + i + '</span></ul></div>' + filling)), com, { explain: true })
  for (let i = 0; i < 20; i++) read(i)
  gc()
  const used = () => { const { heapUsed, external } = process.memoryUsage(); return heapUsed + external }
  const before = used()
  const kept = Array.from({ length: 200 }, (_, i) => read(i))
  gc()
  console.log(Math.round((used() - before) / kept.length))
`

test('a kept record keeps no page', () => {
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', PROGRAM],
    { encoding: 'utf8', cwd: new URL('..', import.meta.url) },
  )
  const kept = Number(output)
  assert.ok(kept > 500 && kept < 200_000, `${kept} bytes a record`)
})
