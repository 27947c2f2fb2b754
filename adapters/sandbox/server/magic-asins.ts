import type { ProductPageRequest } from './page-source.ts'

/** An ASIN that does not give its product, or gives one of a certain kind. */
export interface MagicAsin {
  readonly asin: string
  /** For `--list`. */
  readonly what: string
  /** Rules as `parseFaults` reads them. */
  readonly faults?: string
  /** What differs from the page of the ASIN itself. */
  readonly page?: Partial<ProductPageRequest>
}

/** A family: parent, child, another child. Each shows the page of the child. */
const family = { asin: 'B0CHILD000', parent: 'B0PARENT00', sibling: 'B0SIBLING0', layout: 'current' } as const

export const magicAsins: readonly MagicAsin[] = [
  { asin: 'B0CAPTCHA0', faults: 'captcha', what: 'captcha, status 200' },
  { asin: 'B0GATE0000', faults: 'gate', what: 'click-through gate, status 200' },
  { asin: 'B0WAF00202', faults: 'challenge', what: 'AWS WAF challenge, status 202' },
  { asin: 'B0AKAMAI00', faults: 'akamai', what: 'Akamai interstitial, status 200' },
  { asin: 'B0BUSY0503', faults: 'throttled', what: 'throttled, status 503' },
  { asin: 'B0MANY0429', faults: 'too_many', what: 'throttled, status 429 with Retry-After' },
  { asin: 'B0ERROR500', faults: 'status=500', what: 'status 500' },
  { asin: 'B0SIGNIN00', faults: 'sign_in', what: 'redirect to the sign-in page' },
  { asin: 'B0GONE0404', faults: 'not_found', what: 'not found, status 404' },
  { asin: 'B0GONE0200', faults: 'soft_404', what: 'not found, but status 200' },
  { asin: 'B0GALLERY0', faults: 'gallery', what: 'gallery of other products, status 200' },

  { asin: 'B0WRONG000', page: { asin: 'B0OTHER000' }, what: 'page of another product, B0OTHER000' },
  { asin: 'B0PARENT00', page: family, what: 'parent of a family: page of its child B0CHILD000' },
  { asin: 'B0SIBLING0', page: family, what: 'child of the family: page of its sibling B0CHILD000' },
  { asin: 'B0CHILD000', page: family, what: 'child of the family: its own page' },

  { asin: 'B0EMPTY000', faults: 'empty', what: 'no bytes, status 200' },
  { asin: 'B0SHELL000', faults: 'shell', what: 'header and footer with nothing between' },
  { asin: 'B0CUTPAGE0', faults: 'truncated', what: 'page cut before its title, looks complete' },
  { asin: 'B0CUTLINE0', faults: 'plain,break=2000', what: 'connection closed after 2,000 bytes of the page' },
  { asin: 'B0CHARSET0', faults: 'charset', what: 'says UTF-8, sends windows-1252 (co.jp: shift_jis)' },
  { asin: 'B0BADGZIP0', faults: 'bad_gzip', what: 'compressed page without its second half' },
  { asin: 'B0HUGE0000', faults: 'huge', what: 'page beyond the size limit' },
  { asin: 'B0IMAGE000', faults: 'image', what: 'a picture, not a page' },
  { asin: 'B0SLOW2000', faults: 'delay=2000', what: 'its page, after 2 seconds' },
  { asin: 'B0DRIP0000', faults: 'plain,drip=200', what: 'its page, at 200 bytes a second' },
  { asin: 'B0HANG0000', faults: 'hang', what: 'no answer until the client leaves' },
  { asin: 'B0RESET000', faults: 'reset', what: 'connection reset' },
  { asin: 'B0LOOP0000', faults: 'loop', what: 'redirects that never end' },
  { asin: 'B0AWAY0000', faults: 'away', what: 'redirect to another host' },
  { asin: 'B0BLOCKED2', faults: 'captcha*2', what: 'captcha twice, then its page, then anew' },
  { asin: 'B0BLOCKED3', faults: 'challenge*1,reset*1,throttled*1', what: 'challenge, reset, throttled, then its page' },

  { asin: 'B0DEAL0000', page: { layout: 'current', situation: 'deal' }, what: 'on a deal' },
  { asin: 'B0COUPON00', page: { layout: 'current', situation: 'coupon' }, what: 'with a coupon' },
  { asin: 'B0PERUNIT0', page: { layout: 'current', situation: 'unit_price' }, what: 'with a price per unit' },
  { asin: 'B0SUBSAVE0', page: { layout: 'current', situation: 'subscription' }, what: 'with a subscription price' },
  { asin: 'B0USED0000', page: { layout: 'current', situation: 'used' }, what: 'offered used' },
  { asin: 'B0NEWUSED0', page: { layout: 'current', situation: 'new_and_used' }, what: 'offered new and used' },
  { asin: 'B0RANGE000', page: { layout: 'apparel', situation: 'range' }, what: 'with a range of prices' },
  {
    asin: 'B0INCART00',
    page: { layout: 'current', situation: 'price_in_cart' },
    what: 'price shown in the cart alone',
  },
  { asin: 'B0NOOFFER0', page: { layout: 'current', situation: 'no_featured_offer' }, what: 'without a featured offer' },
  { asin: 'B0UNAVAIL0', page: { layout: 'current', situation: 'unavailable' }, what: 'unavailable' },
]

const byAsin: ReadonlyMap<string, MagicAsin> = new Map(magicAsins.map((magic) => [magic.asin, magic]))

/** Absent: undefined for the ASIN of any other product. */
export function findMagicAsin(asin: string): MagicAsin | undefined {
  return byAsin.get(asin)
}
