import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ElementIndex } from '../../core/html/index/element-index.ts'
import { parsePage } from '../../core/html/page.ts'
import { Document, Element } from '../../core/html/tree/node.ts'

/** Number of elements in all arrays that an index holds; an element counts once for each array. */
function countListed(index: ElementIndex): number {
  const seen = new Set<unknown>()
  const rest: unknown[] = [index]
  let count = 0
  for (let holder = rest.pop(); holder !== undefined; holder = rest.pop()) {
    if (seen.has(holder)) continue
    seen.add(holder)
    if (Array.isArray(holder)) count += holder.filter((item) => item instanceof Element).length
    const values = holder instanceof Map ? [...holder.values()] : Object.values(holder as object)
    for (const value of values) {
      const isNode = value instanceof Element || value instanceof Document
      if (typeof value === 'object' && value !== null && !isNode && !ArrayBuffer.isView(value)) rest.push(value)
    }
  }
  return count
}

test('the index lists only elements that somebody asks for', () => {
  const { elements } = parsePage('<p class="a b c" id=d>'.repeat(100))
  assert.ok(elements.hasClass('a'))
  elements.withName('none')
  elements.withId('none')
  const all = elements.all.length
  // All elements; those with an id.
  assert.equal(countListed(elements), all + 100)
  elements.withKeys([{ kind: 'class', name: 'b' }])
  assert.equal(countListed(elements), all + 200)
})
