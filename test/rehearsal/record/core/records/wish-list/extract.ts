import { Reading } from '../../field/reading.ts'
import { readPrice } from '../../field/read-price.ts'
import { refusal } from '../../field/trace.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import { findAbsences } from '../../record/absences.ts'
import type { Extract } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { explainRows, readRows } from '../../record/read-rows.ts'
import { PageText } from '../../text/page-text.ts'
import { findAsin } from '../../text/url.ts'
import type { WishListMap } from './map.ts'
import { thingSchema, wishListSchema, type Thing, type WishList } from './record.ts'

const NO_ASIN = refusal('no ASIN')

/** Reads a wish list. `record` is null for a page that does not name its list. */
export const extractWishList: Extract<WishList, { readonly wish_list: WishListMap }> = (
  page,
  market,
  { addHtml = false, explain = false } = {},
) => {
  const marketplace = compileMarketplace(market)
  const map = marketplace.maps.wish_list
  const text = new PageText(page.document, marketplace.site.text)
  const shared = { page, text, marketplace, map, keepsAttempts: explain }
  const own = new Reading<Pick<WishList, 'name'>, WishListMap, typeof page.document>({
    ...shared,
    scope: page.document,
    definitions: { name: (field) => field.text() ?? '' },
  })
  const readings = map.thing
    .flatMap((selector) => selector.selectAll(page))
    .map(
      (scope) =>
        new Reading<Thing, WishListMap, typeof scope>({
          ...shared,
          scope,
          definitions: {
            asin: (field, { site }) => field.value((href) => findAsin(href, site.links) ?? NO_ASIN) ?? '',
            title: (field) => field.text() ?? '',
            price: (field, reading) => {
              const element = field.element()
              return element === null ? null : (readPrice(element, reading)?.amount ?? null)
            },
          },
        }),
    )
    .filter((one) => one.get('asin') !== '')
  const name = own.get('name')
  const { rows, winners, issues, attempts } = readRows({
    list: 'things',
    readings,
    toRow: (one): Thing => ({ asin: one.get('asin'), title: one.get('title'), price: one.get('price') }),
  })
  const html = addHtml ? { html: page.decode() } : {}
  const record: WishList | null = name === '' ? null : { name, things: [...rows], ...html }
  return finishExtraction(page, {
    record,
    hasMore: null,
    rowElements: explain ? readings.map(({ scope }) => scope.order) : null,
    isMismatch: false,
    isIncomplete: false,
    issues: [...own.trace.issues, ...issues],
    winners: { ...Object.fromEntries(own.trace.winners), ...winners },
    attempts: explain ? [...(own.trace.attempts ?? []), ...attempts] : null,
    absences:
      explain && record !== null
        ? [
            ...(findAbsences(record, wishListSchema, own) ?? []),
            ...explainRows({ list: 'things', readings, rows, schema: thingSchema }),
          ]
        : null,
  })
}
