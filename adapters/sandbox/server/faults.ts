import type { PageState } from '../states/render-state.ts'
import { Random } from '../truth/random.ts'
import type { FaultKind } from './fault-kind.ts'
import { sessionFaultKinds } from './session-faults.ts'

/** Page states that are sent with their own status. */
const stateFaults = {
  captcha: { description: 'the form with a picture of characters, status 200' },
  gate: { description: 'the click-through gate, status 200' },
  challenge: { description: 'the challenge of the firewall (AWS WAF), status 202' },
  akamai: { description: 'the interstitial of the second firewall (bm-verify), status 200' },
  throttled: { description: 'the error page with a dog, status 503' },
  throttled_table: { description: 'the older error page without a dog, status 503' },
  not_found: { description: 'the dog page, status 404' },
  gallery: { description: 'a shelf of other products, status 200' },
  shell: { description: 'header and footer with nothing between them, status 200' },
  truncated: { description: 'the start of a page, cut before anything that names its kind, status 200' },
} satisfies Partial<Record<PageState, FaultKind>>

/** Other answers that replace the page. */
const otherPageFaults = {
  too_many: { description: 'status 429 with Retry-After' },
  soft_404: { description: 'the dog page, but with status 200' },
  status: { description: 'a short page with any status', amount: { unit: 'status', from: 200, to: 599 } },
  sign_in: { description: 'a redirect (302) to the sign-in page' },
  loop: { description: 'redirects that never end' },
  away: { description: 'a redirect (302) to another host' },
  empty: { description: 'no bytes, status 200' },
  huge: { description: 'a page larger than the size limit' },
  image: { description: 'a picture instead of a page' },
  hang: { description: 'no answer until the client disconnects' },
  reset: { description: 'the connection is reset' },
} satisfies Record<string, FaultKind>

/** Other pages for the same request: it is printed with these members. */
const otherRequests = {
  withheld: {
    description: 'the page of a product with ratings, and without its reviews',
    request: { reviews: 'withheld' },
  },
} satisfies Record<string, FaultKind & { readonly request: object }>

const inDelivery = {
  delay: { description: 'the answer is late', amount: { unit: 'ms', from: 0, to: 120_000 } },
  drip: { description: 'the answer is slow', amount: { unit: 'bytes a second', from: 1, to: 1e9 } },
  truncate: { description: 'the page is cut, but looks complete', amount: { unit: 'bytes', from: 0, to: 1e9 } },
  break: { description: 'the connection closes early', amount: { unit: 'bytes sent', from: 0, to: 1e9 } },
  charset: { description: 'the header says UTF-8, the bytes are windows-1252 (shift_jis in Japanese)' },
  gzip: { description: 'the page is compressed even for clients that do not accept it' },
  plain: { description: 'the page is never compressed' },
  bad_gzip: { description: 'the page is compressed, and its second half is missing' },
} satisfies Record<string, FaultKind>

export type StateFaultName = keyof typeof stateFaults
export type RequestFaultName = keyof typeof otherRequests
export type PageFaultName = StateFaultName | keyof typeof otherPageFaults | RequestFaultName
type DeliveryFaultName = keyof typeof inDelivery
type SessionFaultName = keyof typeof sessionFaultKinds
export type FaultName = PageFaultName | DeliveryFaultName | SessionFaultName

/** Faults that answer with something else instead of the page. */
export const pageFaults: Readonly<Record<PageFaultName, FaultKind>> = {
  ...stateFaults,
  ...otherPageFaults,
  ...otherRequests,
}
/** Faults that change how an answer is delivered. */
export const deliveryFaults: Readonly<Record<DeliveryFaultName, FaultKind>> = inDelivery
/** Faults of a visitor's session. */
export const sessionFaults: Readonly<Record<SessionFaultName, FaultKind>> = sessionFaultKinds

export function isStateFault(name: string): name is StateFaultName {
  return Object.hasOwn(stateFaults, name)
}

/** Members of the request that a fault prints another page for. Absent: null, it prints none. */
export function requestOfFault(name: string): object | null {
  return isRequestFault(name) ? otherRequests[name].request : null
}

export function isRequestFault(name: string): name is RequestFaultName {
  return Object.hasOwn(otherRequests, name)
}

export function isPageFault(name: string): name is PageFaultName {
  return Object.hasOwn(pageFaults, name)
}

function isDeliveryFault(name: string): name is DeliveryFaultName {
  return Object.hasOwn(deliveryFaults, name)
}

export function isSessionFault(name: string): name is SessionFaultName {
  return Object.hasOwn(sessionFaults, name)
}

/** One rule: what goes wrong, and how often. */
export interface Fault {
  readonly name: FaultName
  /** Unit: that of the fault (ms, bytes, a status). Absent: null. */
  readonly amount: number | null
  /** Number of attempts at an address that fail. Absent: null, every attempt. */
  readonly times: number | null
  /** Share of the attempts that fail. Unit: percent. Absent: null. */
  readonly share: number | null
}

const RULE = /^([a-z_0-9]+)(?:=(\d{1,10}))?(?:\*(\d{1,4})|%(\d{1,3}))?$/

/**
 * Parses fault rules such as `captcha*2,delay=300`. Commas separate the rules.
 * Each rule is the name of a fault and, where needed:
 *
 * - `=300`: its number;
 * - `*2`: only the first two attempts at an address; the default is every attempt;
 * - `%20`: 20 of 100 attempts, the same ones in every run.
 *
 * Faults that replace the page happen one after the other: `captcha*2,throttled`
 * is a captcha twice, then throttled always. Faults of delivery (`delay`,
 * `drip` ...) happen at the same time. Those of a session count visitors of a
 * marketplace instead of attempts. After the counted attempts one attempt
 * succeeds, and the count starts again.
 *
 * Throws: for an unknown fault, and for a number that it cannot have.
 */
export function parseFaults(text: string): Fault[] {
  return text
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map(parseFault)
}

function parseFault(rule: string): Fault {
  const [, name = '', amount, times, share] = RULE.exec(rule) ?? []
  if (!isPageFault(name) && !isDeliveryFault(name) && !isSessionFault(name)) {
    const known = [pageFaults, deliveryFaults, sessionFaults].flatMap((kinds) => Object.keys(kinds)).join(', ')
    throw new Error(`"${rule}" is not a fault. Write a name, then "=300", "*2" or "%20" as needed. Names: ${known}`)
  }
  const kind = isPageFault(name) ? pageFaults[name] : isDeliveryFault(name) ? deliveryFaults[name] : sessionFaults[name]
  const fault: Fault = {
    name,
    amount: parseAmount(rule, amount, kind),
    times: times === undefined ? null : Number(times),
    share: share === undefined ? null : Number(share),
  }
  if (fault.times === 0) throw new Error(`"${rule}": "*0" would never happen. Give at least "*1".`)
  if (fault.share !== null && fault.share > 100) throw new Error(`"${rule}": a share is at most 100 percent.`)
  return fault
}

function parseAmount(rule: string, text: string | undefined, { amount }: FaultKind): number | null {
  if (amount === undefined) {
    if (text !== undefined) throw new Error(`"${rule}": this fault takes no number.`)
    return null
  }
  const { unit, from, to } = amount
  const value = Number(text)
  if (text === undefined || value < from || value > to) {
    throw new Error(`"${rule}": give a number (${unit}) from ${from} to ${to}, as in "name=${from}".`)
  }
  return value
}

interface Attempts {
  total: number
  /** Attempts since the last one that succeeded. */
  failed: number
}

/** Addresses that are remembered. The one with the oldest last attempt is forgotten first. */
const MAX_ADDRESSES = 10_000

/** Counts the attempts at each address, for rules that do not apply to all of them. */
export class AttemptLog {
  private readonly log = new Map<string, Attempts>()

  /** Counts an attempt at an address, and returns the faults that happen to it. */
  next(address: string, faults: readonly Fault[]): Fault[] {
    if (faults.every(({ times, share }) => times === null && share === null)) return keepFirstPageFault(faults)
    const attempts = this.log.get(address) ?? { total: 0, failed: 0 }
    const picked = pickFaults(faults, attempts, address)
    attempts.total++
    const succeeds = attempts.failed >= countAttempts(faults) && !picked.some(({ name }) => isPageFault(name))
    attempts.failed = succeeds ? 0 : attempts.failed + 1
    this.remember(address, attempts)
    return picked
  }

  private remember(address: string, attempts: Attempts): void {
    this.log.delete(address)
    this.log.set(address, attempts)
    for (const oldest of this.log.keys()) {
      if (this.log.size <= MAX_ADDRESSES) break
      this.log.delete(oldest)
    }
  }
}

function pickFaults(faults: readonly Fault[], { total, failed }: Attempts, address: string): Fault[] {
  let before = 0
  const picked = faults.filter(({ name, times, share }, index) => {
    if (share !== null) return new Random(`${address}/${index}/${total}`).chance(share / 100)
    if (times === null) return true
    if (!isPageFault(name)) return failed < times
    const from = before
    before += times
    return failed >= from && failed < before
  })
  return keepFirstPageFault(picked)
}

/** Only one answer can replace the page. */
function keepFirstPageFault(faults: readonly Fault[]): Fault[] {
  const first = faults.find(({ name }) => isPageFault(name))
  return faults.filter((fault) => fault === first || !isPageFault(fault.name))
}

/** Number of attempts that the rules count before one succeeds. */
function countAttempts(faults: readonly Fault[]): number {
  const byPage = faults.reduce((sum, { name, times }) => sum + (isPageFault(name) ? (times ?? 0) : 0), 0)
  const byDelivery = faults.map(({ name, times }) => (isPageFault(name) ? 0 : (times ?? 0)))
  return Math.max(byPage, ...byDelivery)
}
