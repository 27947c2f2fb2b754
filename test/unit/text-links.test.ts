import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanImageUrl, toFullSize } from '../../core/text/image-url.ts'
import { cleanUrl, findAsin, productUrl } from '../../core/text/url.ts'
import { coJp, de, site } from '../../selectors/index.ts'
import { table } from '../support/text-table.ts'

table('links', (href: string) => cleanUrl(href, de), [
  ['/dp/B0CG6P1P64/ref=sr_1_1?th=1', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/-/pt/Some-Name/dp/b0cg6p1p64?psc=1', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/gp/product/B0CG6P1P64/', 'https://www.amazon.de/dp/B0CG6P1P64'],
  ['/b/ref=dp_bc_1?ie=UTF8&node=66', 'https://www.amazon.de/b?node=66'],
  ['/-/en/stores/X/page/1-2?ref_=ast_bln&lp_asin=B0', 'https://www.amazon.de/-/en/stores/X/page/1-2'],
  ['/gp/aw/s/ref=mw_dp_a_s/181-4881885-2362412?k=x', 'https://www.amazon.de/gp/aw/s?k=x'],
  ['/s?field-keywords=A+B&search-alias=dvd&ie=UTF8', 'https://www.amazon.de/s?field-keywords=A+B&search-alias=dvd'],
  [
    '/gp/offer-listing/B0CG6P1P64/ref=x?condition=ALL&qid=1',
    'https://www.amazon.de/gp/offer-listing/B0CG6P1P64?condition=ALL',
  ],
  ['https://smile.amazon.de/b?node=1&pd_rd_w=x&pf_rd_p=y', 'https://www.amazon.de/b?node=1'],
  ['http://www.amazon.de/b?node=1', 'https://www.amazon.de/b?node=1'],
  ['https://other.example/x?ref=1&y=2', 'https://other.example/x?y=2'],
  ['/b?node=1&tomorrows_tracker=9', 'https://www.amazon.de/b?node=1'],
  ['https://other.example/x?tomorrows_tracker=9', 'https://other.example/x?tomorrows_tracker=9'],
  ['https://evil-amazon.de/dp/B0CG6P1P64', 'https://evil-amazon.de/dp/B0CG6P1P64', 'not of the marketplace'],
  ['javascript:void(0)', null],
  ['#customerReviews', null],
  ['', null],
  ['http://', null],
  [`http://${'x.'.repeat(126)}de/a`, `https://${'x.'.repeat(126)}de/a`],
  [`\t ht\ntp:\\\\${'x.'.repeat(200)}de/a`, null, 'no host is that long'],
  [`/${'x'.repeat(300)}/a`, `https://www.amazon.de/${'x'.repeat(300)}/a`],
])

test('product addresses', () => {
  assert.equal(productUrl(coJp, 'B002XA6AU4'), 'https://www.amazon.co.jp/dp/B002XA6AU4')
  assert.equal(findAsin('/C-Programming/dp/0131103628/ref=x', site.links), '0131103628')
  assert.equal(findAsin('/dp/B0CG6P1P64X', site.links), null)
  assert.equal(findAsin('/gp/video/detail/B0SHLFL010/ref=atv_dp', site.links), 'B0SHLFL010')
  assert.equal(findAsin('/gp/video/detail/0ABCDEFGHIJKLMNOPQRSTUVWXY', site.links), null)
  assert.equal(findAsin('/s?k=dp', site.links), null)
})

test('image addresses', () => {
  assert.equal(
    toFullSize('https://m.media-amazon.com/images/I/41x._AC_US40_.jpg', site.images),
    'https://m.media-amazon.com/images/I/41x.jpg',
  )
  assert.equal(
    toFullSize('https://m.media-amazon.com/images/I/41x.jpg', site.images),
    'https://m.media-amazon.com/images/I/41x.jpg',
  )
  assert.equal(toFullSize('https://m.example/a._b/c._d_e_.JPG', site.images), 'https://m.example/a._b/c.JPG')
  for (const address of ['https://m.example/a._.jpg', 'https://m.example/a._b_.j2', 'a._b_', '._/_.jpg', '']) {
    assert.equal(toFullSize(address, site.images), address)
  }
  assert.equal(cleanImageUrl(`https://${'a.'.repeat(200)}example/a.jpg`), null)
  assert.equal(cleanImageUrl('data:image/gif;base64,AAAA'), null)
  assert.equal(cleanImageUrl('//m.example/a.jpg'), 'https://m.example/a.jpg')
  assert.equal(cleanImageUrl('http://m.example/a.jpg'), 'https://m.example/a.jpg')
  assert.equal(site.images.placeholder.test('https://m.example/images/G/01/x-locale/common/grey-pixel.gif'), true)
})
