import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../core/index.ts'
import { compileSelector } from '../../core/selector/selector.ts'
import { CASES_PAGE, FOREIGN_CASES, SELECTOR_CASES } from '../support/selector-cases.ts'

const page = parsePage(CASES_PAGE)
const cases = [...SELECTOR_CASES, ...FOREIGN_CASES]

test('names and values of selectors are compared as the standard says for HTML documents', () => {
  for (const [source, ids] of cases) {
    const selector = compileSelector(source, 'test')
    const found = selector.selectAll(page).map(({ attributeList }) => attributeList.id)
    assert.equal(found.join(' '), ids, source)
  }
})

test('a selector matches an element that is given as it finds it', () => {
  const all = compileSelector('*', 'test').selectAll(page)
  for (const [source, ids] of cases) {
    const selector = compileSelector(source, 'test')
    const matching = all.filter((element) => selector.matches(element)).map(({ attributeList }) => attributeList.id)
    assert.equal(matching.join(' '), ids, source)
  }
})
