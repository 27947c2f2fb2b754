import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSite } from '../../core/marketplace/site.ts'
import { site } from '../../selectors/index.ts'

const { ownNames } = compileSite(site)

test('a name is of one of the companies only as a whole, with or without a legal form', () => {
  for (const name of [
    'Amazon',
    'AMAZON.COM',
    'Amazon.com Services LLC',
    'Amazon.com Services, Inc.',
    'Amazon EU S.à r.l.',
    'Amazon Digital Services LLC',
    'Amazon Retail',
    'Amazon US',
    'アマゾンジャパン合同会社',
    'أمازون',
  ]) {
    assert.ok(ownNames.has(name), name)
  }
  for (const name of [
    'Amazon Traders LLC',
    'Amazon Cleaning Services LLC',
    'Amazonas Holzwaren',
    'Amazon.shop',
    'Amazon & Sons',
    'Fulfilled by Amazon',
    '',
  ]) {
    assert.ok(!ownNames.has(name), name)
  }
})

test('a sentence names one of the companies, unless the name is longer', () => {
  for (const [sentence, name] of [
    ['Ships from and sold by Amazon.com. Gift-wrap available.', 'Amazon.com'],
    ['Ships from and sold by Amazon.com Services LLC.', 'Amazon.com Services LLC'],
    ['Ships from and sold by Amazon.com\nGift-wrap available.', 'Amazon.com'],
    ['Sold by Amazon Digital Services, Inc. Additional taxes may apply.', 'Amazon Digital Services, Inc'],
    ['Verkauf und Versand durch Amazon EU Sarl.', 'Amazon EU Sarl'],
    ['この商品は、Amazon.co.jp が販売、発送します。', 'Amazon.co.jp'],
    ['この商品は、アマゾンが発送します。', 'アマゾン'],
    ['تباع وتشحن من أمازون.', 'أمازون'],
    ['Dispatched from and sold by Amazon Traders LLC.', null],
    ['Sold by Amazon & Sons.', null],
    ['Vendu par Amazonie Déco.', null],
    ['Sold by Amazon.shop.', null],
  ] as const) {
    assert.equal(ownNames.find(sentence), name, sentence)
  }
})
