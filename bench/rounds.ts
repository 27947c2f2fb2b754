/** Rounds that differ by more than this share of the faster one can't be compared. */
const MAX_DIFFERENCE = 1 / 5

/** Times of one figure, one of each round. Unit: ms. */
export type Rounds = readonly number[]

/** The fastest round: the other ones waited for something else. */
export function fastest(rounds: Rounds): number {
  return Math.min(...rounds)
}

/** Whether the two fastest rounds differ by more than a fifth, so that the machine was too busy to compare the figure. */
export function isUnsteady(rounds: Rounds): boolean {
  const [first = 0, second = first] = rounds.toSorted((a, b) => a - b)
  return second > first * (1 + MAX_DIFFERENCE)
}

/** A figure as it is printed, with a mark when its rounds differ too much. */
export function printFigure(rounds: Rounds, print: (ms: number) => string): string {
  return `${print(fastest(rounds))}${isUnsteady(rounds) ? MARK : ''}`
}

const MARK = '*'

/** What the output ends with: a warning, when some figures can't be compared. */
export function describeUnsteady(figures: readonly Rounds[]): string {
  const count = figures.filter(isUnsteady).length
  if (count === 0) return `The two fastest rounds of each of the ${figures.length} figures differ by less than a fifth.`
  const what = `${count} of ${figures.length} figures, marked ${MARK}, have two fastest rounds that differ by more than a fifth`
  return `WARNING: the machine is too busy to compare. ${what}. Run this again while the machine does nothing else.`
}
