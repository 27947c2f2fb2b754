interface Sum {
  readonly charges: number
  readonly credits: number
}

const NOTHING: Sum = { charges: 0, credits: 0 }

/** Sums of charges, each under a name such as `<day> <key> <record>`. */
export class Sums {
  private readonly sums = new Map<string, Sum>()

  add(name: string, more: Partial<Sum>): void {
    const { charges, credits } = this.of(name)
    this.sums.set(name, { charges: charges + (more.charges ?? 0), credits: credits + (more.credits ?? 0) })
  }

  of(name: string): Sum {
    return this.sums.get(name) ?? NOTHING
  }

  names(): readonly string[] {
    return [...this.sums.keys()]
  }
}

/**
 * Names of the sums of a ledger that are not those of the usage. Requests may charge while both
 * are read: a sum is right if it is not below the usage that was read before the ledger, and not
 * above the usage that was read after it.
 */
export function findDifferences(before: Sums, ledger: Sums, after: Sums): readonly string[] {
  const names = [...new Set([...before.names(), ...ledger.names(), ...after.names()])]
  return names.filter((name) => {
    const [low, sum, high] = [before.of(name), ledger.of(name), after.of(name)]
    const isEnough = low.charges <= sum.charges && low.credits <= sum.credits
    return !isEnough || sum.charges > high.charges || sum.credits > high.credits
  })
}

/** Comparisons before a difference is reported: a charge that is voided meanwhile is a difference to one of them. */
const COMPARISONS = 3

/** Compares a ledger with its usage, again while there is a difference. */
export async function compareRepeatedly<Check extends { readonly differences: readonly string[] }>(
  compare: () => Promise<Check>,
): Promise<Check> {
  let found = await compare()
  for (let count = 1; count < COMPARISONS && found.differences.length > 0; count++) found = await compare()
  return found
}
