import type { PageToPrint } from '../../record/simulated-record.ts'
import type { ProductPageRequest } from './page-request.ts'
import { SCRIPTED_PARTS, type Situation } from './truth/product-truth.ts'

/** An ASIN with a special answer: a fault, or a page of a chosen kind. */
export interface MagicAsin {
  readonly asin: string
  /** For `shelfmark sandbox --list`. */
  readonly description: string
  /** Fault rules, in the syntax of `parseFaults`. */
  readonly faults?: string
  /** Whether the page moves by the clock. Default: false. */
  readonly moves?: boolean
  /** How the request for the page differs from that of an ordinary ASIN. */
  readonly page?: Partial<Omit<ProductPageRequest, keyof PageToPrint>>
}

/** A product in a situation. */
const offer = (asin: string, situation: Situation, description: string): MagicAsin => ({
  asin,
  page: { layout: 'current', situation },
  description,
})

/** A variation family of a parent and two children. All three ASINs show the page of B0CHILD000. */
const family = { asin: 'B0CHILD000', parent: 'B0PARENT00', sibling: 'B0SIBLING0', layout: 'current' } as const

export const magicAsins: readonly MagicAsin[] = [
  { asin: 'B0CAPTCHA0', faults: 'captcha', description: 'captcha, status 200' },
  { asin: 'B0GATE0000', faults: 'gate', description: 'click-through gate, status 200' },
  { asin: 'B0WAF00202', faults: 'challenge', description: 'AWS WAF challenge, status 202' },
  { asin: 'B0AKAMAI00', faults: 'akamai', description: 'Akamai interstitial, status 200' },
  { asin: 'B0BUSY0503', faults: 'throttled', description: 'throttled, status 503' },
  { asin: 'B0MANY0429', faults: 'too_many', description: 'throttled, status 429 with Retry-After' },
  { asin: 'B0ERROR500', faults: 'status=500', description: 'status 500' },
  { asin: 'B0SIGNIN00', faults: 'sign_in', description: 'redirect to the sign-in page' },
  { asin: 'B0GONE0404', faults: 'not_found', description: 'not found, status 404' },
  { asin: 'B0GONE0200', faults: 'soft_404', description: 'not found, but status 200' },
  { asin: 'B0GALLERY0', faults: 'gallery', description: 'gallery of other products, status 200' },

  { asin: 'B0WRONG000', page: { asin: 'B0OTHER000' }, description: 'page of another product, B0OTHER000' },
  { asin: 'B0PARENT00', page: family, description: 'parent of a family: page of its child B0CHILD000' },
  { asin: 'B0SIBLING0', page: family, description: 'child of the family: page of its sibling B0CHILD000, a mismatch' },
  { asin: 'B0CHILD000', page: family, description: 'child of the family: its own page' },

  {
    asin: 'B0WITHHELD',
    page: { reviews: 'withheld' },
    description: 'ratings, but no reviews: as a part of sessions gets',
  },
  { asin: 'B0WITHHEL2', faults: 'withheld*2', description: 'no reviews twice, then its page, then again' },
  { asin: 'B0UNRATED0', page: { reviews: 'none' }, description: 'product without ratings' },

  { asin: 'B0EMPTY000', faults: 'empty', description: 'no bytes, status 200' },
  { asin: 'B0SHELL000', faults: 'shell', description: 'header and footer with nothing between them' },
  { asin: 'B0CUTPAGE0', faults: 'truncated', description: 'page cut before its title, but looks complete' },
  { asin: 'B0CUTLINE0', faults: 'plain,break=2000', description: 'connection closes after 2,000 bytes of the page' },
  { asin: 'B0CHARSET0', faults: 'charset', description: 'says UTF-8, sends windows-1252 (ja: shift_jis)' },
  { asin: 'B0BADGZIP0', faults: 'bad_gzip', description: 'compressed page without its second half' },
  { asin: 'B0HUGE0000', faults: 'huge', description: 'page larger than the size limit' },
  { asin: 'B0IMAGE000', faults: 'image', description: 'picture instead of a page' },
  { asin: 'B0SLOW2000', faults: 'delay=2000', description: 'its page, after 2 seconds' },
  { asin: 'B0DRIP0000', faults: 'plain,drip=200', description: 'its page, at 200 bytes a second' },
  { asin: 'B0HANG0000', faults: 'hang', description: 'no answer until the client disconnects' },
  { asin: 'B0RESET000', faults: 'reset', description: 'connection reset' },
  { asin: 'B0LOOP0000', faults: 'loop', description: 'redirects that never end' },
  { asin: 'B0AWAY0000', faults: 'away', description: 'redirect to another host' },
  { asin: 'B0BLOCKED2', faults: 'captcha*2', description: 'captcha twice, then its page, then again' },
  {
    asin: 'B0BLOCKED3',
    faults: 'challenge*1,reset*1,throttled*1',
    description: 'challenge, reset, throttled, then its page',
  },

  offer('B0DEAL0000', 'deal', 'product with a deal'),
  offer('B0COUPON00', 'coupon', 'product with a coupon'),
  offer('B0PERUNIT0', 'unit_price', 'product with a price per unit'),
  offer('B0SUBSAVE0', 'subscription', 'product with a subscription price'),
  offer('B0MEMBERS0', 'members_price', 'product with a price for members'),
  offer('B0USED0000', 'used', 'product offered used'),
  offer('B0NEWUSED0', 'new_and_used', 'product offered new and used'),
  {
    asin: 'B0RANGE000',
    page: { layout: 'apparel', situation: 'range' },
    description: 'product with a range of prices',
  },
  offer('B0INCART00', 'price_in_cart', 'product with a price that only the cart shows'),
  offer('B0NOOFFER0', 'no_featured_offer', 'product without a featured offer'),
  ...scriptedPages(),
  {
    asin: 'B0ELSEWHER',
    page: { layout: 'current', situation: 'offered', placeFault: 'other_place' },
    description: 'product whose page shows another place than the one asked for',
  },
  {
    asin: 'B0NOTHERE0',
    page: { layout: 'current', situation: 'offered', placeFault: 'undeliverable' },
    description: 'product that is not delivered to the place asked for',
  },
  {
    asin: 'B0MOVES000',
    moves: true,
    page: { layout: 'current' },
    description: 'product that moves each half hour: price, ranks, each fourth time unavailable',
  },
  offer('B0UNAVAIL0', 'unavailable', 'unavailable product'),
]

/** Pages that lack something until their scripts have run. */
function scriptedPages(): readonly MagicAsin[] {
  const page = { layout: 'current', situation: 'offered', parent: 'B0JSPARENT', sibling: 'B0JSSIBLIN' } as const
  const pages = [
    ['B0JSPRICE0', ['price'], 'price comes'],
    ['B0JSSHIP00', ['delivery'], 'delivery comes'],
    ['B0JSFAMILY', ['variations'], 'variations come'],
    ['B0JSPAGE00', SCRIPTED_PARTS, 'price, delivery and variations come'],
  ] as const
  return pages.map(([asin, scripted, what]) => ({
    asin,
    page: { ...page, scripted },
    description: `product whose ${what} by script`,
  }))
}

const byAsin: ReadonlyMap<string, MagicAsin> = new Map(magicAsins.map((magic) => [magic.asin, magic]))

/** Absent: undefined, for an ordinary ASIN. */
export function findMagicAsin(asin: string): MagicAsin | undefined {
  return byAsin.get(asin)
}
