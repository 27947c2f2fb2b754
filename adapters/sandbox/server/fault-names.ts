import type { PageState } from '../states/render-state.ts'

/** What is known of a kind of fault. */
export interface FaultFacts {
  /** For `--list`. */
  readonly what: string
  /** What the number behind "=" counts, and its bounds; a fault without it takes no number. */
  readonly amount?: { readonly unit: string; readonly from: number; readonly to: number }
}

/** States of a page that come with a status of their own. */
const stateFaults = {
  captcha: { what: 'the form with a picture of characters, status 200' },
  gate: { what: 'the click-through gate, status 200' },
  challenge: { what: "the firewall's challenge (AWS WAF), status 202" },
  akamai: { what: 'the interstitial of the second firewall (bm-verify), status 200' },
  throttled: { what: 'the error page with a dog, status 503' },
  throttled_table: { what: 'the older error page without a dog, status 503' },
  not_found: { what: 'the dog page, status 404' },
  gallery: { what: 'a shelf of other products, status 200' },
  shell: { what: 'header and footer with nothing between, status 200' },
  truncated: { what: 'the beginning of a page, which ends before anything that tells, status 200' },
} satisfies Partial<Record<PageState, FaultFacts>>

/** Further answers that come in place of the page. */
const otherRefusals = {
  too_many: { what: 'status 429 with Retry-After' },
  soft_404: { what: 'the dog page, but status 200' },
  status: { what: 'a short page with any status', amount: { unit: 'status', from: 200, to: 599 } },
  sign_in: { what: 'a redirect (302) to the sign-in page' },
  loop: { what: 'redirects that never end' },
  away: { what: 'a redirect (302) to another host' },
  empty: { what: 'no bytes at all, status 200' },
  huge: { what: 'a page beyond the size limit' },
  image: { what: 'a picture instead of a page' },
  hang: { what: 'no answer, until the client leaves' },
  reset: { what: 'the connection is reset' },
} satisfies Record<string, FaultFacts>

/** What happens to the answer on its way. */
const deliveryFaults = {
  delay: { what: 'waits before it answers', amount: { unit: 'ms', from: 0, to: 120_000 } },
  drip: { what: 'sends slowly', amount: { unit: 'bytes a second', from: 1, to: 1e9 } },
  truncate: { what: 'cuts the page, which looks complete', amount: { unit: 'bytes', from: 0, to: 1e9 } },
  break: { what: 'closes the connection in the middle', amount: { unit: 'bytes sent', from: 0, to: 1e9 } },
  charset: { what: 'says UTF-8, but sends windows-1252, of co.jp shift_jis' },
  gzip: { what: 'compresses, asked for or not' },
  plain: { what: 'never compresses' },
  bad_gzip: { what: 'compresses, and leaves out the second half' },
} satisfies Record<string, FaultFacts>

export type StateFaultName = keyof typeof stateFaults
export type RefusalName = StateFaultName | keyof typeof otherRefusals
export type DeliveryName = keyof typeof deliveryFaults
export type FaultName = RefusalName | DeliveryName

export const refusals: Readonly<Record<RefusalName, FaultFacts>> = { ...stateFaults, ...otherRefusals }
export const deliveries: Readonly<Record<DeliveryName, FaultFacts>> = deliveryFaults

export function isStateFault(name: string): name is StateFaultName {
  return Object.hasOwn(stateFaults, name)
}

export function isRefusal(name: string): name is RefusalName {
  return Object.hasOwn(refusals, name)
}

export function isDelivery(name: string): name is DeliveryName {
  return Object.hasOwn(deliveries, name)
}
