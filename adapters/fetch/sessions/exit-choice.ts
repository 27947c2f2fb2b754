import type { PageSource } from '../source/page-source.ts'
import { indexOfAttempt } from '../source/routes.ts'

/** An exit that refused a visitor is the last choice for this time. Unit: ms. */
const COOLING_MS = 60_000

/** The only exit of a source that has none to choose from. */
const ANY_EXIT = ['']

/** The exit of an attempt. */
export interface ChosenExit {
  readonly exit: string
  /** Position of an exit among those of the attempt, from 0. */
  readonly rankOf: (exit: string) => number
}

/** Chooses exits for attempts: they are spread over the exits, and those that rest or refused a moment ago come last. */
export class ExitChoice {
  private readonly exits: readonly string[]
  private readonly isResting: (exit: string) => boolean
  private readonly epochMs: () => number
  private readonly positions: ReadonlyMap<string, number>
  /** When an exit is a choice again, by marketplace and exit. Unit: ms since 1970. */
  private readonly cooling = new Map<string, number>()

  constructor(
    { exits = ANY_EXIT, isResting = () => false }: Pick<PageSource, 'exits' | 'isResting'>,
    epochMs: () => number,
  ) {
    this.exits = exits
    this.isResting = isResting
    this.epochMs = epochMs
    this.positions = new Map(exits.map((exit, index) => [exit, index]))
  }

  choose(domain: string, url: string, attempt: number): ChosenExit {
    const { exits, cooling } = this
    const { length } = exits
    const start = indexOfAttempt(length, url, attempt)
    const nowMs = this.epochMs()
    const isCool = (exit: string): boolean => (cooling.get(nameOf(domain, exit)) ?? 0) <= nowMs
    const inTurn = [...exits.slice(start), ...exits.slice(0, start)]
    const working = inTurn.filter((exit) => !this.isResting(exit))
    const exit = working.find(isCool) ?? working[0] ?? inTurn[0] ?? ''
    const rankOf = (name: string): number => ((this.positions.get(name) ?? 0) - start + length) % length
    return { exit, rankOf }
  }

  /** Notes that a marketplace refused a visitor of an exit. */
  refuse(domain: string, exit: string): void {
    const nowMs = this.epochMs()
    for (const [name, untilMs] of this.cooling) if (untilMs <= nowMs) this.cooling.delete(name)
    this.cooling.set(nameOf(domain, exit), nowMs + COOLING_MS)
  }
}

function nameOf(domain: string, exit: string): string {
  return `${domain} ${exit}`
}
