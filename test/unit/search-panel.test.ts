import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSearch, parsePage } from '../../core/index.ts'
import { com } from '../../selectors/index.ts'
import { card, pageOf } from '../support/search-cards.ts'

const result = pageOf(card('B0SHLS0301', ''))
const read = (panel: string) => extractSearch(parsePage(`${panel}${result}`), com)
const link = (rh: string, more = ''): string => `<a ${more} href="/s?k=bell&rh=${encodeURIComponent(rh)}&dc">`
/** A row of a list since 2019. */
const row = (id: string, rh: string, inside: string, more = ''): string =>
  `<li id="${id}"><span class="a-list-item">${link(rh, more)}${inside}</a></span></li>`
const column = (...lists: string[]): string => `<div id="s-refinements">${lists.join('')}</div>`
const list = (facet: string, name: string, ...rows: string[]): string =>
  `<div id="${facet}-title"><span>${name}</span></div><ul>${rows.join('')}</ul>`

test('a page without a column has no node and no refinements, and no winners of them', () => {
  const { record, winners, issues } = read('')
  assert.deepEqual([record?.node, record?.refinements], [null, []])
  assert.deepEqual([winners.node, winners.refinements], [undefined, undefined])
  assert.deepEqual(issues, [])
})

test('the winner of the refinements is the column', () => {
  const { winners } = read(column(list('p_72', 'Stars', row('p_72/1', 'p_72:1', '<span>4 and up</span>'))))
  assert.equal(winners.refinements, '#s-refinements')
})

test('a node whose id nothing says is an issue', () => {
  const { record, issues } = read(
    '<div id="refinements"><ul><li><strong>Bells</strong></li><li><a href="/s?rh=n%3A5"><span class="refinementLink">Hand Bells</span></a></li></ul></div>',
  )
  assert.equal(record?.node, null)
  assert.deepEqual(
    issues.map(({ field, text, problem }) => [field, text, problem]),
    [['node', 'Bells', 'unreadable']],
  )
})

test('what is not an option is left out', () => {
  const { record } = read(
    column(
      list('p_72', 'Stars', row('p_72/1', 'p_72:1', '<span>4 and up</span>')),
      list(
        'p_89',
        'Brands',
        '<li id="p_89/Grey"><span>Grey</span></li>',
        '<li><a href="javascript:void(0)">See more</a></li>',
      ),
      list('p_7', 'Help', '<li id="p_7/1"><a href="/gp/help?nodeId=7">What is this?</a></li>'),
      list('p_8', 'Away', '<li id="p_8/1"><a href="mailto:bells">Write</a></li>'),
    ),
  )
  assert.deepEqual(
    record?.refinements.map(({ id }) => id),
    ['p_72'],
  )
})

test('an option that stands twice is one', () => {
  const twice = row('p_72/1', 'p_72:1', '<span>4 and up</span>')
  const { record } = read(column(list('p_72', 'Stars', twice, twice)))
  assert.equal(record?.refinements[0]?.options.length, 1)
})

test('a selected range of prices that no other link has is left out', () => {
  const rows = [row('p_36/dynamic-picker-0', '', '<span>10 to 20</span>', 'aria-current="true"')]
  const { record } = read(
    column(list('p_36', 'Price', ...rows, row('p_36/dynamic-picker-1', 'p_36:2000-', '<span>20 and more</span>'))),
  )
  assert.deepEqual(
    record?.refinements[0]?.options.map(({ value }) => value),
    ['p_36:2000-'],
  )
})

test('a heading is that of the next list only; others have that of their section', () => {
  const old = (rh: string, name: string): string =>
    `<li>${link(rh)}<span class="refinementLink">${name}</span></a></li>`
  const { record } = read(
    `<div id="refinements"><div class="shoppingEngineSectionHeaders">Show</div><h2>New</h2><ul>${old('p_n_date:1', 'Last month')}</ul><ul>${old('n:5', 'Bells')}${old('n:6', 'Gongs')}</ul></div>`,
  )
  assert.deepEqual(
    record?.refinements.map(({ id, name }) => [id, name]),
    [
      ['p_n_date', 'New'],
      ['n', 'Show'],
    ],
  )
})

test('of a hostile column, so many rows are read as real ones never have', () => {
  const deep = `${'<ul><li>'.repeat(150)}<a href="/s?rh=p_1%3A1">x</a>`
  const many = Array.from({ length: 6000 }, (_, n) => row(`p_1/${n}`, `p_1:${n},p_2:${n}`, `<span>${n}</span>`)).join(
    '',
  )
  const { record } = read(column(list('p_1', 'One', many), '<h2>x</h2>'.repeat(20_000), deep))
  assert.ok((record?.refinements[0]?.options.length ?? 0) > 1000)
  assert.ok((record?.refinements[0]?.options.length ?? 0) <= 3000)
})
