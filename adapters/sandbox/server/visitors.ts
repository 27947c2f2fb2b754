import { locationTypeOf, readZip, type Place } from '../../../core/index.ts'
import { requireLocale } from '../locale/locale.ts'
import { formTokenOf } from '../markup/address-modal.ts'
import { Random } from '../truth/random.ts'
import { AttemptLog, type Fault, type FaultName } from './faults.ts'

/** A visitor of the simulated marketplace, as its cookies name it. */
export interface Visitor {
  /** Value of `session-id`. */
  readonly id: string
  readonly domain: string
  readonly faults: readonly Fault[]
  /** Where its pages are delivered to. Absent: null, it has not said. */
  place: Place | null
  /** Pages since it said so. */
  pages: number
}

/** A visitor, and the cookies that its answer sets. */
export interface Recognized {
  readonly visitor: Visitor
  readonly setCookies: readonly string[]
}

/** Visitors that are remembered. The one with the oldest request is forgotten first. */
const MAX_VISITORS = 10_000
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The time of a session that the shop names, whatever the time is. */
const SESSION_TIME = '2082787201l'

/** The visitors of a server. The same requests always make the same visitors. */
export class Visitors {
  private readonly rules: readonly Fault[]
  private readonly attempts = new AttemptLog()
  /** By id. Order: by last request. */
  private readonly visitors = new Map<string, Visitor>()
  private count = 0

  constructor(rules: readonly Fault[]) {
    this.rules = rules
  }

  /** The visitor that a header `Cookie` names, else a new one. Every answer has another `session-token`. */
  recognize(domain: string, cookieHeader: string | undefined): Recognized {
    const cookies = readCookies(cookieHeader)
    const known = this.visitors.get(cookies.get('session-id') ?? '')
    const isKnown = known?.domain === domain && (cookies.get('session-token') ?? '').startsWith(tokenStartOf(known))
    const visitor = isKnown ? known : this.create(domain)
    this.remember(visitor)
    this.count++
    const end = `Domain=.${requireLocale(domain).marketplace.host.replace('www.', '')}; Path=/; Secure`
    const token = `session-token=${tokenStartOf(visitor)}${this.count}; ${end}; HttpOnly`
    if (isKnown) return { visitor, setCookies: [token] }
    const ubid = new Random(`ubid/${visitor.id}`)
    return {
      visitor,
      setCookies: [
        `session-id=${visitor.id}; ${end}; Max-Age=31536000`,
        `session-id-time=${SESSION_TIME}; ${end}; Max-Age=31536000`,
        `${ubidName(domain)}=${numberId(ubid)}; ${end}; Max-Age=31536000`,
        token,
      ],
    }
  }

  private create(domain: string): Visitor {
    const id = numberId(new Random(`visitor/${domain}/${this.count}`))
    return { id, domain, faults: this.attempts.next(`visitors/${domain}`, this.rules), place: null, pages: 0 }
  }

  private remember(visitor: Visitor): void {
    this.visitors.delete(visitor.id)
    this.visitors.set(visitor.id, visitor)
    for (const oldest of this.visitors.keys()) {
      if (this.visitors.size <= MAX_VISITORS) return
      this.visitors.delete(oldest)
    }
  }
}

/** The fault of a visitor with a name. Absent: null. */
export function faultOf({ faults }: Visitor, name: FaultName): Fault | null {
  return faults.find((fault) => fault.name === name) ?? null
}

/** Counts a page of a visitor, and gives the place that it is for. Absent: null. */
export function placeOfPage(visitor: Visitor): Place | null {
  const lost = faultOf(visitor, 'lost')?.amount ?? Infinity
  if (visitor.pages >= lost) visitor.place = null
  visitor.pages++
  return visitor.place
}

/** The place that the fields of a change name. Absent: null, it is not a place of the marketplace. */
export function readPlace(domain: string, fields: ReadonlyMap<string, string>): Place | null {
  const { places } = requireLocale(domain).marketplace
  const of = (name: string): string => fields.get(name)?.trim() ?? ''
  const zip = places.zip === null ? null : readZip(of('zipCode'), places.zip)
  const city = of('city') === '' ? null : of('city')
  const shipTo = /^[A-Z]{2}$/.test(of('countryCode')) ? of('countryCode') : null
  const place: Place =
    shipTo === null ? { zip, city: places.city === null ? null : city, shipTo } : { zip: null, city: null, shipTo }
  const isWhole =
    shipTo !== null ||
    ((places.zip === null || zip !== null) && (places.city === null || city !== null) && (zip ?? city) !== null)
  return isWhole && of('locationType') === locationTypeOf(place, places) ? place : null
}

/** The token that the form has for a visitor, which the change must be sent with. */
export function changeTokenOf({ id, domain }: Visitor): string {
  return `g${new Random(`change token/${formTokenOf(domain)}/${id}`).text(LETTERS, 59)}`
}

function tokenStartOf({ id, domain }: Visitor): string {
  return `${new Random(`session token/${domain}/${id}`).text(LETTERS, 40)}.`
}

/** Form: `143-1234567-1234567`. */
function numberId(random: Random): string {
  return `${random.int(130, 147)}-${random.text(DIGITS, 7)}-${random.text(DIGITS, 7)}`
}

function ubidName(domain: string): string {
  return domain === 'com' ? 'ubid-main' : `ubid-acb${domain.split('.').at(-1)}`
}

function readCookies(header = ''): ReadonlyMap<string, string> {
  return new Map(
    header.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
}
