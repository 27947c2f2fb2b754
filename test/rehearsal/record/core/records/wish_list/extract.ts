import { Reading } from '../../field/reading.ts'
import { readPrice } from '../../field/read-price.ts'
import { compileMarketplace } from '../../marketplace/marketplace.ts'
import type { Extract } from '../../record/extraction.ts'
import { finishExtraction } from '../../record/finish-extraction.ts'
import { readRows } from '../../record/read-rows.ts'
import type { RowPath } from '../../record/row-path.ts'
import { PageText } from '../../text/page-text.ts'
import { readAsin } from '../../text/url.ts'
import type { WishListMap } from './map.ts'
import type { Thing, WishList } from './record.ts'

type ThingPath = RowPath<'things', keyof Thing>

/** Reads a wish list. `record` is null for a page that does not name its list. */
export const extractWishList: Extract<WishList, { readonly wish_list: WishListMap }, 'name' | 'html' | ThingPath> = (
  page,
  market,
  { addHtml = false, explain = false } = {},
) => {
  const marketplace = compileMarketplace(market)
  const map = marketplace.maps.wish_list
  const text = new PageText(page.document, marketplace.site.text)
  const shared = { page, text, marketplace, map, keepsAttempts: explain }
  const list = new Reading<Pick<WishList, 'name'>, WishListMap, typeof page.document>({
    ...shared,
    scope: page.document,
    definitions: { name: (field) => field.text() ?? '' },
  })
  const scopes = map.thing.flatMap((selector) => selector.selectAll(page))
  const readings = scopes.map(
    (scope) =>
      new Reading<Thing, WishListMap, typeof scope>({
        ...shared,
        scope,
        definitions: {
          asin: (field, { scope: own }) => readAsin(field.ownText(own) ?? '') ?? '',
          title: (field) => field.text() ?? '',
          price: (field, reading) => {
            const element = field.element()
            return element === null ? null : (readPrice(element, reading)?.amount ?? null)
          },
        },
      }),
  )
  const name = list.get('name')
  const rows = readRows({
    list: 'things',
    readings,
    toRow: (one): Thing => ({ asin: one.get('asin'), title: one.get('title'), price: one.get('price') }),
  })
  return finishExtraction(page, {
    record: name === '' ? null : { name, things: rows.rows, ...(addHtml ? { html: page.decode() } : {}) },
    hasMore: null,
    rowElements: explain ? scopes.map(({ order }) => order) : null,
    isMismatch: false,
    isIncomplete: false,
    issues: rows.issues,
    winners: { ...Object.fromEntries(list.trace.winners), ...rows.winners },
    attempts: explain ? [...rows.attempts] : null,
    // It does not say why a field is empty: `findAbsences` of core/record would.
    absences: null,
  })
}
