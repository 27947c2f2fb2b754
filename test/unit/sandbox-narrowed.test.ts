import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSearch, renderSearch, type SearchRequest, type SearchTruth } from '../../adapters/sandbox/index.ts'
import { Sandbox } from '../../adapters/sandbox/server/index.ts'
import { contract } from '../../adapters/contract.ts'
import { extractSearch, parsePage, requireRecord, type SearchResponse } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'

const domains = [...marketplaces.keys()]

function readPage(html: string, domain: string): SearchResponse {
  const marketplace = marketplaces.get(domain)
  assert.ok(marketplace !== undefined)
  const { record, issues } = extractSearch(parsePage(html), marketplace, { page: 1 })
  assert.ok(record !== null)
  assert.deepEqual(issues, [], domain)
  return record
}

function checkTruth(request: SearchRequest): SearchTruth {
  const truth = generateSearch(request)
  const read = readPage(renderSearch(truth), request.domain)
  assert.deepEqual(read.node, truth.response.node, JSON.stringify(request))
  assert.deepEqual(read.refinements, truth.response.refinements, JSON.stringify(request))
  return truth
}

/** Options of a kind. */
const optionsOf = (response: SearchResponse, id: string) =>
  response.refinements.filter((refinement) => refinement.id === id).flatMap(({ options }) => options)

test('every option of every marketplace narrows the results, and is read as selected then', () => {
  for (const domain of domains) {
    const query = 'lantern'
    const { response, total } = checkTruth({ query, domain, currency: undefined })
    for (const { id, options } of response.refinements) {
      const option = options.find(({ is_selected }) => !is_selected)
      assert.ok(option !== undefined, `${domain} ${id}`)
      const narrowed = checkTruth({ query, domain, refine: [option.value] })
      assert.ok(
        narrowed.total > 0 && narrowed.total <= total,
        `${domain} ${option.value}: ${narrowed.total} of ${total}`,
      )
      const again = optionsOf(narrowed.response, id).find(({ value }) => value === option.value)
      assert.deepEqual(again, { ...option, is_selected: true }, domain)
    }
  }
})

test('the children of a node are its options, down to the last, and the ladder grows', () => {
  for (const domain of ['com', 'de', 'co.jp']) {
    let response = checkTruth({ query: 'lantern', domain }).response
    const names: string[] = []
    for (let option = optionsOf(response, 'n')[0]; option !== undefined;) {
      const node = option.value.slice(2)
      response = checkTruth({ query: 'lantern', domain, node }).response
      names.push(option.name ?? '')
      assert.equal(response.node?.id, node)
      assert.deepEqual(
        response.node?.ladder.map(({ name }) => name),
        names,
      )
      option = optionsOf(response, 'n').find(({ is_selected }) => !is_selected)
    }
    assert.ok(names.length >= 2, domain)
  }
})

test('prices are in the range, of ads too', () => {
  let count = 0
  for (const domain of domains) {
    const all = generateSearch({
      query: 'lantern',
      domain,
      currency: marketplaces.get(domain)?.currency,
      size: 400,
    }).response
    const prices = all.products.flatMap(({ price }) => price ?? []).toSorted((left, right) => left - right)
    const [min_price = 0, max_price = 0] = [0.3, 0.7].map((part) => prices[Math.floor(prices.length * part)])
    const { products } = checkTruth({ query: 'lantern', domain, min_price, max_price, size: 400 }).response
    const shown = products.flatMap(({ price }) => price ?? [])
    count += shown.length
    assert.deepEqual(
      shown.filter((price) => price < min_price || price > max_price),
      [],
      domain,
    )
  }
  assert.ok(count > 500, String(count))
})

test('several brands are one or the other; several kinds are all met', () => {
  const base = { query: 'lantern', domain: 'com' }
  const { response } = generateSearch(base)
  const [first, second] = optionsOf(response, 'p_89')
  assert.ok(first !== undefined && second !== undefined)
  const total = (...refine: string[]): number => checkTruth({ ...base, refine }).total
  assert.equal(total(`${first.value}|${second.name}`), total(first.value) + total(second.value))
  const [stars] = optionsOf(response, 'p_72')
  assert.ok(stars !== undefined)
  assert.ok(total(stars.value, first.value) <= total(first.value))
})

test('nodes and sellers have products without words; what the shop does not know has none', () => {
  const { response } = generateSearch({ query: 'lantern', domain: 'fr' })
  const [node] = optionsOf(response, 'n')
  assert.ok(node !== undefined)
  assert.ok(checkTruth({ query: '', domain: 'fr', node: node.value.slice(2) }).total > 10)
  const seller = checkTruth({ query: '', domain: 'fr', seller: 'A1SHELF0000001' })
  assert.ok(seller.total > 10)
  assert.deepEqual(optionsOf(seller.response, 'p_6'), [])
  for (const unknown of [{ node: '1' }, { refine: ['p_72:1'] }, { refine: ['p_99:1'] }, { brand: 'Nobody' }]) {
    const { response } = generateSearch({ query: 'lantern', domain: 'fr', ...unknown })
    assert.deepEqual([response.no_results, response.refinements], [true, []], JSON.stringify(unknown))
  }
})

test('the server answers the addresses that requests are made of', async () => {
  const sandbox = new Sandbox({ weight: 'light' })
  const definition = requireRecord('search')
  const marketplace = marketplaces.get('de')
  assert.ok(marketplace !== undefined)
  const ask = async (query: Record<string, unknown>): Promise<SearchResponse> => {
    const parsed = contract.parseParams('search', { domain: 'de', ...query })
    assert.ok(parsed.ok, JSON.stringify(parsed))
    const { pathname, search, host } = new URL(definition.address(marketplace, parsed.params, 1))
    const target = pathname + search
    const answer = sandbox.answer({ method: 'GET', target, host, acceptEncoding: undefined, faults: undefined })
    assert.equal(answer.status, 200, target)
    return readPage(answer.body.toString(), 'de')
  }
  const all = await ask({ query: 'laterne' })
  const brand = optionsOf(all, 'p_89')[0]
  assert.ok(brand?.name)
  const ofBrand = await ask({ query: 'laterne', brand: brand.name })
  assert.ok(ofBrand.products.length > 0 && ofBrand.products.length < all.products.length)
  assert.deepEqual(
    optionsOf(ofBrand, 'p_89').filter(({ is_selected }) => is_selected),
    [{ ...brand, is_selected: true }],
  )
  const ofSeller = await ask({ seller: 'A1SHELF0000001', max_price: 50 })
  assert.ok(ofSeller.products.length > 0)
  assert.ok(ofSeller.products.every(({ price }) => price === null || price <= 50))
})
