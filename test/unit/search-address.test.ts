import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '../../adapters/contract.ts'
import { requireRecord, type LinkOwner } from '../../core/index.ts'
import { coJp, com, de } from '../../selectors/index.ts'

const search = requireRecord('search')

/** Path and query of the address of a search, decoded. */
function addressOf(query: string, marketplace: LinkOwner = com, page = 1): string {
  const parsed = contract.parseParams('search', new URLSearchParams(query))
  assert.ok(parsed.ok, JSON.stringify(parsed))
  const url = new URL(search.address(marketplace, parsed.params, page))
  assert.equal(url.host, marketplace.host)
  return `${url.pathname}?${[...url.searchParams].map((entry) => entry.join('=')).join('&')}`
}

test('a search is addressed as pages link it', () => {
  const cases: readonly (readonly [query: string, expected: string])[] = [
    ['query=usb+cable', '/s?k=usb cable'],
    ['node=172282', '/s?rh=n:172282'],
    ['seller=A2SHELF0003401', '/s?i=merchant-items&me=A2SHELF0003401'],
    ['seller=A2SHELF0003401&query=lamp', '/s?k=lamp&i=merchant-items&me=A2SHELF0003401'],
    ['query=lamp&brand=Norwick', '/s?k=lamp&rh=p_89:Norwick'],
    ['query=lamp&brand=Foxglove,+Ltd', '/s?k=lamp&rh=p_89:Foxglove\\d Ltd'],
    ['query=lamp&min_price=10', '/s?k=lamp&rh=p_36:1000-'],
    ['query=lamp&max_price=19.99', '/s?k=lamp&rh=p_36:-1999'],
    ['query=lamp&min_price=0.29&max_price=4.35', '/s?k=lamp&rh=p_36:29-435'],
    ['query=lamp&refine=p_72:5&refine=p_76:6', '/s?k=lamp&rh=p_72:5,p_76:6'],
    ['query=lamp&refine=p_89:Veldora&refine=p_89:Norwick', '/s?k=lamp&rh=p_89:Norwick|Veldora'],
    // Nodes stay apart, the outer first, and before all others.
    ['query=lamp&node=10&refine=n:11&refine=p_72:5', '/s?k=lamp&rh=n:10,n:11,p_72:5'],
    ['node=10&brand=Norwick&min_price=1&sort_by=newest', '/s?rh=n:10,p_89:Norwick,p_36:100-&s=date-desc-rank'],
  ]
  for (const [query, expected] of cases) assert.equal(addressOf(query), expected, query)
  assert.equal(addressOf('node=10&language=en_GB', de, 3), '/s?rh=n:10&language=en_GB&page=3')
  // Hundredths also of yen.
  assert.equal(addressOf('query=lamp&min_price=2000', coJp), '/s?k=lamp&rh=p_36:200000-')
})

test('a saved search is named by its words, what narrows it, its order and its page', () => {
  const namesOf = (query: string, page = 1): string => {
    const parsed = contract.parseParams('search', new URLSearchParams(query))
    assert.ok(parsed.ok)
    const names = search.savedAs(com, new URL(search.address(com, parsed.params, page)))
    return (names ?? []).filter((name) => name !== '').join(' . ')
  }
  assert.equal(namesOf('query=USB+Cable&sort_by=price_asc', 2), 'usb cable . price-asc-rank . 2')
  assert.equal(namesOf('node=172282'), 'rh=n:172282')
  assert.equal(namesOf('seller=A2SHELF0003401', 3), 'me=A2SHELF0003401 . 3')
  assert.equal(
    namesOf('query=lamp&seller=A2SHELF0003401&brand=Norwick&sort_by=newest', 2),
    'lamp . me=A2SHELF0003401 . rh=p_89:Norwick . date-desc-rank . 2',
  )
  assert.equal(search.savedAs(com, new URL('https://www.amazon.com/s?i=garden')), null)
  assert.equal(search.savedAs(com, new URL('https://www.amazon.com/b?node=5&k=lamp')), null)
})

test('what an option says is taken back as a condition', () => {
  const value = 'p_4:Sole\\d Luna & "Stelle"'
  assert.equal(addressOf(`query=lamp&refine=${encodeURIComponent(value)}`), `/s?k=lamp&rh=${value}`)
})
