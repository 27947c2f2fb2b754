import { WrongKeys } from '../route/wrong-keys.ts'

/**
 * Hashes of passwords for people who have not signed in, that may be in work: for anybody, for a name and for an address
 * that have signed in before. So nobody who fills the first keeps those waiting whom the server knows.
 */
const PLACES = { anybody: 16, name: 4, address: 4 } as const
type Place = keyof typeof PLACES

/** Of one address, and of one name from one address: those that wait for the answer to a wrong password are counted too. */
const MAX_OF_ONE = 4
/** Names and addresses that are remembered, each. */
const MAX_KNOWN = 10_000
/** Wrong passwords of a name that are answered at once, what each one more adds to the wait, and after which time it is one less. Unit: ms. */
const NAME_PACE = { free: 10, stepMs: 2000, maxWaitMs: 30_000, lessAfterMs: 60_000 }

/** Who asks for a hash. `address`: null, unknown; all of them count as one. */
interface Asking {
  readonly name: string
  readonly address: string | null
}

/** Ends the hash, and after a time the answer, also when the client has left before. Call it once. Unit: ms. */
type EndPlace = (answerAfterMs?: number) => void

/**
 * Who may ask for the hash of a password without having signed in. Guesses at a name are slowed down, whatever addresses
 * they come from; a right password never waits, so that nobody is locked out.
 */
export class SignInPlaces {
  private readonly used: Record<Place, number> = { anybody: 0, name: 0, address: 0 }
  /** Hashes in work, by address. */
  private readonly hashing = new Map<string, number>()
  /** Answers in work, by name and address. */
  private readonly answering = new Map<string, number>()
  private readonly known: Readonly<Record<'name' | 'address', Set<string>>> = { name: new Set(), address: new Set() }
  private readonly wrong: WrongKeys

  /** `monotonicMs`: as for `WrongKeys`. */
  constructor(monotonicMs?: () => number) {
    this.wrong = new WrongKeys(monotonicMs, NAME_PACE)
  }

  /** Absent: null, there are too many already. */
  take({ name, address }: Asking): EndPlace | null {
    const [own, pair] = [address ?? '', JSON.stringify([name, address])]
    const place = this.findPlace(name, own)
    if (place === null || this.isFull(this.hashing, own) || this.isFull(this.answering, pair)) return null
    this.used[place]++
    add(this.hashing, own, 1)
    add(this.answering, pair, 1)
    return (answerAfterMs = 0) => {
      this.used[place]--
      add(this.hashing, own, -1)
      const endAnswer = (): void => add(this.answering, pair, -1)
      if (answerAfterMs > 0) setTimeout(endAnswer, answerAfterMs).unref()
      else endAnswer()
    }
  }

  /** Remembers who has signed in. */
  remember({ name, address }: Asking): void {
    for (const [kind, value] of [
      ['name', name],
      ['address', address ?? ''],
    ] as const) {
      const known = this.known[kind]
      known.delete(value)
      known.add(value)
      const [oldest] = known
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    }
  }

  /** Counts a wrong password of a name. Gives the time that its answer must wait. Unit: ms. */
  countWrong(name: string): number {
    return this.wrong.count(name)
  }

  private findPlace(name: string, address: string): Place | null {
    const open: readonly Place[] = [
      'anybody',
      ...(this.known.address.has(address) ? (['address'] as const) : []),
      ...(this.known.name.has(name) ? (['name'] as const) : []),
    ]
    return open.find((place) => this.used[place] < PLACES[place]) ?? null
  }

  private isFull(counts: ReadonlyMap<string, number>, of: string): boolean {
    return (counts.get(of) ?? 0) >= MAX_OF_ONE
  }
}

function add(counts: Map<string, number>, of: string, change: number): void {
  const count = (counts.get(of) ?? 0) + change
  if (count === 0) counts.delete(of)
  else counts.set(of, count)
}
