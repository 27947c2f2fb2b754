import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { builtPath } from '../support/built-path.ts'
import { root } from '../support/root.ts'

const READERS = {
  product: `(i) => extractProduct(parsePage(Buffer.from(
    '<input id=ASIN value=B0SHLF' + String(1000 + i) + '><span id=productTitle>A bell that is long enough to be cut out of the page, number ' + i +
    '</span><div id=feature-bullets><ul><li><span class=a-list-item>It rings, and it rings again, and again, bell ' + i + '</span></ul></div>' + filling)), com, { explain: true })`,
  search: `(i) => extractSearch(parsePage(Buffer.from(
    '<div data-component-type=s-search-result data-asin=B0SHLF' + String(1000 + i) + '><a href=/dp/B0SHLF' + String(1000 + i) + '><h2>A bell that is long enough to be cut out of the page, number ' + i +
    '</h2></a><img class=s-image src="https://images.example/images/I/an-address-long-enough-' + i + '.jpg"></div>' + filling)), com, { explain: true })`,
}

/** A program that prints how many bytes a kept result holds, for pages of 1 MB. */
const program = (read: string): string => `
  import { extractProduct, extractSearch, parsePage } from '${builtPath('core/index.js')}'
  import { com } from '${builtPath('selectors/index.js')}'
  const filling = '<p>' + 'lorem ipsum '.repeat(80_000)
  const read = ${read}
  for (let i = 0; i < 20; i++) read(i)
  const used = async () => {
    // Memory outside of the heap is freed by a task after a collection, or by the next one.
    for (let round = 0; round < 4; round++) {
      gc()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = await used()
  const kept = Array.from({ length: 200 }, (_, i) => read(i))
  if (kept.some(({ record }) => record === null)) throw new Error('a page without a record')
  console.log(Math.round(((await used()) - before) / kept.length))
`

for (const [kind, read] of Object.entries(READERS)) {
  test(`the result of a ${kind} page does not keep the page alive`, () => {
    const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program(read)], {
      encoding: 'utf8',
      cwd: root,
    })
    const kept = Number(output)
    // All attempts of a page, and not its megabyte.
    assert.ok(kept > 5000 && kept < 300_000, `${kept} bytes per page`)
  })
}
