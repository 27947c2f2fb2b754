import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectAll } from 'css-select'
import type { AnyNode, Element as OracleElement } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { compileSelector } from '../../core/selector/selector.ts'
import { base } from '../../selectors/index.ts'
import { listElements, listOracleElements } from '../support/css-select-oracle.ts'
import { corpusDirectory, listCorpusPages, readCorpusPage, requireShared } from '../support/shared-data.ts'

/** All selectors of a map, without `::text` and `::attr()`. */
function listSelectors(map: unknown): string[] {
  if (typeof map === 'string') return [map.replace(/::(?:text|attr\([^)]*\))$/, '')]
  return Object.values(map as object).flatMap(listSelectors)
}

test('on real pages, the selectors of the maps find what css-select finds', (t) => {
  if (!requireShared(t, corpusDirectory)) return
  const selectors = [...new Set(listSelectors(base.product))].map((source) => ({
    source,
    ours: compileSelector(source, 'test'),
  }))
  // About one page of each marketplace and year, because css-select is slow.
  const pages = listCorpusPages().filter(({ kind }, index) => kind === 'product' && index % 9 === 0)
  let count = 0
  for (const { file } of pages) {
    const html = new TextDecoder().decode(readCorpusPage(file))
    const { page, elements } = listElements(html)
    const oracle = parse(html, { treeAdapter: adapter })
    const ownPositions = new Map(elements.map((element, position) => [element, position]))
    const positions = new Map(listOracleElements(oracle).map((element, position) => [element, position]))
    for (const { source, ours } of selectors) {
      const actual = ours.selectAll(page).map((element) => ownPositions.get(element))
      const expected = selectAll<AnyNode, OracleElement>(source, oracle).flatMap(
        (element) => positions.get(element) ?? [],
      )
      assert.deepEqual(actual, expected, `${source} in ${file}`)
      count++
    }
  }
  t.diagnostic(`${selectors.length} selectors on ${pages.length} pages`)
  assert.ok(count > 1000)
})
