import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from '../../adapters/server/config.ts'
import { domains } from '../../selectors/index.ts'
import { ENDPOINTS } from '../../core/contract/index.ts'
import type { Product, SearchResponse } from '../../core/index.ts'
import { assertInvalid, jsonOf, PRODUCT, SEARCH, startBench } from '../support/service-bench.ts'

const bench = await startBench({ settings: { SHELFMARK_MARKETPLACES: 'co.za, ie' } })
after(() => bench.close())
const { key } = await bench.createCaller()
const get = async <T>(path: string): Promise<T> => jsonOf(await bench.call(path, { key })) as T

test('a server answers for the marketplaces that it has switched on, in their currencies', async () => {
  for (const [domain, currency] of [
    ['ie', 'EUR'],
    ['co.za', 'ZAR'],
  ]) {
    const product = await get<Product>(`${PRODUCT}?query=B0SHLFS081&domain=${domain}`)
    assert.deepEqual([product.url, product.currency], [`https://www.amazon.${domain}/dp/B0SHLFS081`, currency])
    const { products } = await get<SearchResponse>(`${SEARCH}?query=kettle&domain=${domain}`)
    assert.ok(products.length > 0)
  }
})

test('a place of such a marketplace is proven as any other', async () => {
  const { delivery_location } = await get<Product>(`${PRODUCT}?query=B0SHLFS081&domain=ie&zip=D02AF30`)
  assert.equal(delivery_location, 'Dublin D02 AF30')
})

test('one that is not switched on is refused, with the names of those that are', async () => {
  const answer = await bench.call(`${PRODUCT}?query=B0SHLFS081&domain=com.be`, { key })
  assertInvalid(answer, ['domain'])
  assert.ok(
    Buffer.from(answer.bytes)
      .toString()
      .includes([...domains, 'ie', 'co.za'].join(', ')),
  )
})

test('the OpenAPI document names them', async () => {
  const { paths } = await get<Described>(ENDPOINTS.getOpenApi.path)
  const parameter = paths[PRODUCT]?.get?.parameters.find(({ name }) => name === 'domain')
  assert.deepEqual(parameter?.schema.enum, [...domains, 'ie', 'co.za'])
})

interface Described {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters: readonly Parameter[] } }>>
}

interface Parameter {
  readonly name: string
  readonly schema: { readonly enum?: readonly string[] }
}

test('a setting with another name is a mistake that names the choices', () => {
  assert.deepEqual(readConfig({ SHELFMARK_MARKETPLACES: 'com.be' }, 2).marketplaces, ['com.be'])
  assert.throws(
    () => readConfig({ SHELFMARK_MARKETPLACES: 'ie, be' }, 2),
    (error) =>
      error instanceof ConfigError &&
      error.problems.join() === 'SHELFMARK_MARKETPLACES: must be one or more of ie, com.be, co.za',
  )
})
