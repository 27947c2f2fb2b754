/** When a circuit opens, and for how long. */
export interface CircuitRule {
  /** Failures in a row after which it opens. */
  readonly maxFailures: number
  /** Unit: ms. */
  readonly openMs: number
  /** Names that are remembered. */
  readonly maxNames: number
}

/** Ends a try. `hasWorked`: null, it was given up, and the next one decides. */
type EndTry = (hasWorked: boolean | null) => void

interface Circuit {
  /** In a row. */
  readonly failures: number
  /** Unit: ms, of the clock. 0: it is closed. */
  readonly openUntilMs: number
}

/**
 * Circuits of others that may stop to answer, by name. After some failures in a row, a circuit opens: tries fail at
 * once, for a time. Then one try decides.
 */
export class Circuits {
  private readonly rule: CircuitRule
  private readonly nowMs: () => number
  private readonly circuits = new Map<string, Circuit>()

  constructor(rule: CircuitRule, nowMs: () => number) {
    this.rule = rule
    this.nowMs = nowMs
  }

  /** Whether a try would fail at once. */
  isOpen(name: string): boolean {
    return (this.circuits.get(name)?.openUntilMs ?? 0) > this.nowMs()
  }

  /** Begins a try, and gives the function that ends it. Absent: null, the try fails at once. */
  begin(name: string): EndTry | null {
    if (this.isOpen(name)) return null
    const circuit = this.circuits.get(name)
    const decides = circuit !== undefined && circuit.openUntilMs > 0
    // Others fail at once while this try decides.
    if (decides) this.open(name, circuit.failures)
    return (hasWorked) => {
      if (hasWorked !== null) this.note(name, hasWorked)
      else if (decides) this.circuits.set(name, circuit)
    }
  }

  private note(name: string, hasWorked: boolean): void {
    const failures = (this.circuits.get(name)?.failures ?? 0) + 1
    this.circuits.delete(name)
    if (hasWorked) return
    if (this.circuits.size >= this.rule.maxNames) this.circuits.clear()
    if (failures >= this.rule.maxFailures) this.open(name, failures)
    else this.circuits.set(name, { failures, openUntilMs: 0 })
  }

  private open(name: string, failures: number): void {
    this.circuits.set(name, { failures, openUntilMs: this.nowMs() + this.rule.openMs })
  }
}
