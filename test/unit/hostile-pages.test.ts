// Runs alone: it compares processor time of its process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSafely } from '../support/extract-safely.ts'
import { assertCheap } from '../support/reference-cost.ts'
import { sampleOf } from '../support/property-runs.ts'

/** Repeated markup; each piece is made from its index. */
function repeat(times: number, make: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => make(index)).join('')
}

/** A number in letters. */
function letters(index: number): string {
  return String(index).replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))
}

const MEGABYTE = 1024 * 1024

test('the cost of a page of 8 MB is linear in its size, also for hostile content', () => {
  const size = 8 * MEGABYTE - 200
  const head = '<input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span>'
  const card = '<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2>'
  const fillings = {
    text: () => head + 'x'.repeat(size),
    words: () => head + 'word '.repeat(size / 5),
    'less-than signs': () => head + '<'.repeat(size),
    ampersands: () => head + '&'.repeat(size),
    'an attribute': () => `${head}<p title="${'x'.repeat(size)}">`,
    'a comment': () => `${head}<!--${'-'.repeat(size)}`,
    'a script': () => `${head}<script>${'{"a":['.repeat(size / 7)}</script>`,
    'a script of one key': () => `${head}<script>${'"parentAsin":{'.repeat(size / 15)}</script>`,
    'a script of quotes': () => `${head}<script>"colorImages":"${'\\"'.repeat(size / 3)}</script>`,
    'a title': () => `<input id=ASIN value=B0SHLF0001><span id=productTitle>${'x '.repeat(size / 2)}</span>`,
    'a price': () =>
      `${head}<div id=corePrice_feature_div><span class=a-price><span class=a-offscreen>$${'9'.repeat(size)}</span></span></div>`,
    'a card': () =>
      `<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2>${'<i>x</i>'.repeat(20_000)}</div>${head}`.padEnd(
        size,
        ' ',
      ),
    cards: () =>
      `${head}${'<div data-component-type="s-search-result" data-asin=B0SHLF0001><h2>Bell</h2></div>'.repeat(20_000)}`,
    'items of a list that :has() asks about': () =>
      `${head}<div class=cm_cr_grid_center_right_non_images_widgets><div>${'<div><span>x</span></div>'.repeat(60_000)}</div></div>`,
    'open comments in a script': () => `${head}<script>${'<!--<script>'.repeat(size / 13)}`,
    'lists that share an id': () => `${head}${'<ul id=feature-bullets><li>x</ul>'.repeat(20_000)}`,
    'offers that share the id of their buttons': () =>
      `${head}<div id=buyBoxAccordion>${'<div id=xAccordionRow><input id=add-to-cart-button></div>'.repeat(15_000)}</div>`,
    'siblings without the next one that a selector names': () =>
      `${head}${card}${'<span aria-label=x>x</span>'.repeat(15_000)}</div>`,
    'siblings whose next sibling is tested': () =>
      `${head}<div id=buybox>${'<p><i class=a-icon-prime hidden></i></p>'.repeat(20_000)}</div>`,
    'a long style around many elements': () =>
      `${head}<div style="${'x;'.repeat(size / 4)}">${'<i class=couponLabelText></i>'.repeat(20_000)}</div>`,
    'many classes around many elements': () =>
      `${head}<div class="${'x '.repeat(size / 4)}"><b class=accordion-row-left-content></b>${'<i class=a-color-success>x</i>'.repeat(10_000)}</div>`,
    'a long link around many elements': () =>
      `${head}${card}<a href="${'x'.repeat(size / 2)}">${'<i class=s-price>x</i>'.repeat(50_000)}</a></div>`,
    'many attributes around many elements': () =>
      `${head}${`<div ${repeat(990, (index) => `s${index}e `)}>`.repeat(50)}${'<i class=couponLabelText></i>'.repeat(20_000)}`,
    'tags of many attributes': () => `${head}${`<input ${repeat(990, (index) => `a${index} `)}>`.repeat(1500)}`,
    'zero prices in a block with text': () =>
      `${head}${card}<div data-cy=price-recipe>x${'<i class=a-price>$0</i>'.repeat(8000)}</div></div>`,
    'zero prices above lines': () =>
      `${head}${card}<div class=a-row>x${'<i class=a-price>$0</i>'.repeat(8000)}</div><div class="a-row a-size-base a-color-secondary">${'<span>x</span>'.repeat(8000)}</div></div>`,
    'rental prices': () =>
      `${head}${card}<div class=a-row>${'to rent '.repeat(20_000)}${'<i class=a-price>$1</i>'.repeat(20_000)}</div></div>`,
    'rules between prices': () =>
      `${head}${card}<div data-cy=price-recipe>${'<hr><i class=a-price>$1</i>'.repeat(15_000)}</div></div>`,
    'many formats': () =>
      `${head}${card}${'<div class=a-section><div class=a-row><a class=a-text-bold>x</a></div><div class=a-row><i class=a-price>$1</i></div></div>'.repeat(6000)}</div>`,
    'many offers': () =>
      `${head}${card}${'<div class=a-row><a href="/gp/offer-listing/x">2 offers</a></div>'.repeat(10_000)}</div>`,
    'a count with many averages': () =>
      `${head}${card}<a href="#customerReviews" aria-label="${'5 x'.repeat(80_000)}">x</a></div>`,
    'prices in a link with text': () => `${head}${card}<a>x${'<i class=s-price>$1</i>'.repeat(20_000)}</a></div>`,
    'free formats': () =>
      `${head}<ul id=tmmSwatches>${'<li><a>x</a><b class=slot-price>$0</b><b class=slot-extraMessage></b></li>'.repeat(5000)}</ul>`,
    'reviews inside reviews': () =>
      `${head}${repeat(480, (index) => `<div data-hook=review id=R${100_000_000 + index}>`)}<p data-hook=review-body>${'x'.repeat(size / 2)}`,
    'nested lists of links': () =>
      `${head}<div id=wayfinding-breadcrumbs_feature_div>${'<ul>'.repeat(480)}${'<a href=/x>x</a>'.repeat(4000)}`,
    'rows inside rows': () => `${head}<div id=prodDetails>${'<table><tr><td>'.repeat(120)}${'x'.repeat(size / 2)}`,
    'a price of points': () => `${head}<b id=priceblock_ourprice>${'1.'.repeat(size / 2)}</b>`,
    'a price of numbers': () => `${head}<b id=priceblock_ourprice>${'1 '.repeat(size / 2)}</b>`,
    'a title of brackets': () =>
      `<input id=ASIN value=B0SHLF0001><span id=productTitle>${'('.repeat(size)}</span><div id=desktop_buybox><input id=add-to-cart-button></div>`,
    'a label of colons': () => `${head}<table id=prodDetails><tr><th>${':'.repeat(200_000)}x<td>x</table>`,
    'a label of marks': () => `${head}<table id=prodDetails><tr><th>x${'\u0315\u0300'.repeat(200_000)}<td>x</table>`,
    'a unit price of brackets': () => `${head}<b class=apex-priceperunit-value>${')'.repeat(200_000)}x</b>`,
    'a coupon of bars': () => `${head}<b class=couponLabelText>${'|'.repeat(200_000)}x</b>`,
    'a seller of commas': () =>
      `${head}<div id=desktop_buybox><input id=add-to-cart-button><b id=sellerProfileTriggerId>${','.repeat(200_000)}x</b></div>`,
    'a date of question marks': () =>
      `${head}<div id=desktop_buybox><input id=add-to-cart-button><p id=ddmDeliveryMessage><b>1 ${'?'.repeat(200_000)}x</b></div>`,
    'an image of size marks': () =>
      `${head}<div id=imageBlockThumbs><img src="https://m/${'._'.repeat(size / 2)}"></div>`,
    'an image of sources': () => `${head}${card}<img class=s-image src=/x srcset="${'x'.repeat(size)}"></div>`,
    'a link to a long host': () =>
      `${head}<div id=breadcrumb_feature_div><a href="http://${repeat(200_000, (index) => String.fromCharCode(0x4e00 + (index % 20_000)))}">x</a></div>`,
    'a script of open comments': () => `${head}<script>${'videos:/*'.repeat(size / 9)}</script>`,
    'a script of line comments': () => `${head}<script>videos:[${'//\n'.repeat(size / 3)}]</script>`,
    'a script of parents': () => `${head}<script>${'"parentAsin":"B0SHLF0002",'.repeat(size / 26)}</script>`,
    'children and their swatches': () =>
      `${head}<script>"dimensionValuesDisplayData":{${repeat(12_000, (index) => `"B0S${1_000_000 + index}":["${index}"],`)}},"dimensions":["size"]</script><ul id=twister>${repeat(12_000, (index) => `<li id=_name_>${11_999 - index}`)}</ul>`,
    'children of a long dimension': () =>
      `${head}<script>"dimensionValuesDisplayData":{${repeat(20_000, (index) => `"B0S${1_000_000 + index}":["x"],`)}},"dimensions":["${'x'.repeat(size / 2)}"]</script>`,
    'swatches of a long dimension': () =>
      `${head}<div id=variation_x><b class=a-form-label>${'x'.repeat(size / 2)}</b>${repeat(20_000, (index) => `<li data-defaultasin=B0S${1_000_000 + index}>`)}</div>`,
    'offers elsewhere, each with another condition': () =>
      `${head}${repeat(40_000, (index) => `<a href="/gp/offer-listing/B0SHLF0001?condition=${letters(index)}">1</a>`)}`,
    'parts in other offers': () =>
      `${head}<div id=buyBoxAccordion>${'<div id=xAccordionRow><input id=add-to-cart-button></div>'.repeat(7000)}</div>${'<b id=availability></b>'.repeat(7000)}`,
    'promises, each with another date': () =>
      `${head}<div id=desktop_buybox><input id=add-to-cart-button><div id=deliveryBlockMessage>${repeat(38_000, (index) => `<p data-csa-c-delivery-time><b>1 ${index}</b></p>`)}</div></div>`,
    'offers of a panel': () => `${head}${'<div id=aod-offer><b class=a-price>$1</b></div>'.repeat(10_000)}`,
    'offers of a panel inside offers': () => `${head}${'<div id=aod-offer><b class=a-price>$1</b>'.repeat(480)}`,
    'rows of an offer': () =>
      `${head}<div id=aod-offer><b class=a-price>$1</b>${'<div class=a-fixed-left-grid-inner><p>x</p><p class=a-col-right>x</p></div>'.repeat(15_000)}</div>`,
    'a rating of a seller of brackets': () =>
      `${head}<div id=aod-offer><b class=a-price>$1</b><p id=seller-rating-count>${'(1'.repeat(200_000)}</p></div>`,
    'promises and quantities of an offer': () =>
      `${head}<div id=aod-offer><b class=a-price>$1</b>${repeat(15_000, (index) => `<p data-csa-c-delivery-time data-csa-c-delivery-price><b>1 ${index}</b></p><i id=aod-offer-qty-option-${index}>${index}</i>`)}</div>`,
    'offers in unknown markup': () => `${head}${'<div id=aod-offer><input type=submit>x</div>'.repeat(15_000)}`,
    'links of a rank': () =>
      `${head}<div id=SalesRank>#1 in ${repeat(10_000, (index) => `<a href=/${index}>x${index}</a> > `)}</div>`,
    'a rank of brackets': () => `${head}<div id=SalesRank>1${'('.repeat(size)}</div>`,
    'coupons without words': () =>
      `${head}<div id=promoPriceBlockMessage_feature_div>${'<i id=couponLabel><a>x</a></i>'.repeat(40_000)}</div>`,
    'quantities to choose from': () =>
      `${head}<div id=desktop_buybox><input id=add-to-cart-button><select name=quantity>${'<option value=1>'.repeat(150_000)}</select></div>`,
  }
  for (const [name, html] of sampleOf(Object.entries(fillings))) {
    const page = html()
    assertCheap(name, () => assert.notEqual(extractSafely(page), null, name))
  }
})

test('100,000 tags that are not nested are read', () => {
  const html = `<input id=ASIN value=B0SHLF0001><span id=productTitle>Bell</span>${'<i>x</i>'.repeat(100_000)}`
  assertCheap('tags', () => assert.notEqual(extractSafely(html), null))
})
