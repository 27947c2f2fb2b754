import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { extractPage } from '../../adapters/pages/extract-page.ts'
import { offersSchema, type OffersResponse } from '../../core/index.ts'
import { corpusDirectory, requireShared } from '../support/shared-data.ts'

const folder = join(corpusDirectory, 'kinds')

interface RealPage {
  readonly file: string
  readonly html: string
  readonly record: OffersResponse
}

/** Real pages of offers, read without being told their marketplace. */
function readPages(): RealPage[] {
  const files = readdirSync(folder).filter((file) => file.includes('__offers__'))
  return files.map((file) => {
    const bytes = readFileSync(join(folder, file))
    const { kind, record, domain, issues } = extractPage(bytes)
    assert.ok(kind === 'offers' && record !== null, file)
    v.parse(offersSchema, record)
    assert.equal(domain, file.split('__', 1)[0], file)
    assert.deepEqual(issues, [], file)
    return { file, html: bytes.toString(), record }
  })
}

/** Groups of all matches of a pattern. */
const groupsOf = (html: string, pattern: RegExp): string[][] =>
  [...html.matchAll(pattern)].map(([, ...groups]) => groups)

test('every real page of offers gives all of its offers', (t) => {
  if (!requireShared(t, folder)) return
  const pages = readPages()
  assert.ok(pages.length > 3)
  let count = 0
  for (const { file, html, record } of pages) {
    const blocks = html.match(/<div id="aod-(?:pinned-)?offer"|<div[^>]* class="[^"]*\bolpOffer\b/g)?.length ?? 0
    assert.equal(record.offers.length, blocks, file)
    assert.equal(record.no_offers === true, blocks === 0, file)
    count += blocks
  }
  t.diagnostic(`${count} offers of ${pages.length} pages`)
})

test('sellers, prices and shipping of the panel are those that its labels for screen readers and its scripts name', (t) => {
  if (!requireShared(t, folder)) return
  const panels = readPages().filter(({ html }) => html.includes('aod-offer-list'))
  assert.ok(panels.length > 1)
  for (const { file, html, record } of panels) {
    const list = html.slice(html.indexOf('id="aod-pinned-offer"'))
    const labels = groupsOf(list, /aria-label="Add to Cart from seller ([^"]+?) and price \$([\d.,]+)/g)
    assert.deepEqual(
      record.offers.map(({ seller_name, price }) => [seller_name, price]),
      labels.map(([seller, price = '']) => [seller, Number(price.replace(',', ''))]),
      file,
    )
    const stated = groupsOf(
      list,
      /PDM"[^>]*data-csa-c-delivery-price="([^"]*)"[^>]*data-csa-c-delivery-condition="([^"]*)"/g,
    )
    assert.deepEqual(
      record.offers.map(({ price_shipping }) => price_shipping),
      stated.map(([price = '', condition]) => {
        if (condition !== '') return null
        return price === 'FREE' ? 0 : Number(price.slice(1))
      }),
      file,
    )
    const positive = groupsOf(list, /(\d+)% positive/g).map(([share]) => Number(share))
    assert.deepEqual(
      record.offers.flatMap(({ seller_positive_percentage: share }) => share ?? []),
      positive,
      file,
    )
    const used = groupsOf(list, /data-aod-atc-action="\{&quot;refTag&quot;:&quot;aod_dpdsk_(new|used)_/g).map(
      ([condition]) => condition,
    )
    assert.deepEqual(
      record.offers.map(({ condition }) => condition?.split('_', 1)[0]),
      used,
      file,
    )
  }
})

test('sellers and prices of the older page are those of its columns', (t) => {
  if (!requireShared(t, folder)) return
  const listings = readPages().filter(({ record, html }) => html.includes('olpOfferList') && record.offers.length > 0)
  assert.ok(listings.length > 0)
  for (const { file, html: page, record } of listings) {
    const html = page.slice(page.indexOf('id="olpOfferList"'))
    const prices = groupsOf(html, /olpOfferPrice[\s\S]*?([\d,]+\.\d\d)/g).map(([price = '']) =>
      Number(price.replaceAll(',', '')),
    )
    const sellers = groupsOf(html, /olpSellerName[\s\S]*?seller=([A-Z0-9]+)/g).map(([seller]) => seller)
    assert.deepEqual(
      [record.offers.map(({ price }) => price), record.offers.map(({ seller_id }) => seller_id)],
      [prices, sellers],
      file,
    )
  }
})
