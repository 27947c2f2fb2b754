import { deliveries, isDelivery, isRefusal, refusals, type FaultFacts, type FaultName } from './fault-names.ts'

/** One thing that goes wrong. */
export interface Fault {
  readonly name: FaultName
  /** What it counts depends on the name: ms, bytes, a status. Absent: null. */
  readonly amount: number | null
  /** Number of attempts at an address that it happens to. Absent: null, to all of them. */
  readonly times: number | null
  /** Share of the attempts that it happens to, spread evenly. Unit: percent. Absent: null. */
  readonly share: number | null
}

const RULE = /^([a-z_0-9]+)(?:=(\d{1,10}))?(?:\*(\d{1,4})|%(\d{1,3}))?$/

/**
 * Reads rules such as `captcha*2,delay=300`, which are, with commas between
 * them, each a name (see `fault-names.ts`) and behind it what is needed of:
 *
 * - `=300`: its number;
 * - `*2`: the first two attempts at an address; without it, every attempt;
 * - `%20`: 20 of 100 attempts, the same ones in every run.
 *
 * Answers in place of the page come one after the other: `captcha*2,throttled`
 * is a captcha twice, then throttled for ever. What happens on the way (`delay`,
 * `drip` ...) happens beside them. The attempt after the last that a rule counts
 * is fine, and counting begins anew.
 *
 * Throws: for a rule that means nothing.
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
  if (!isRefusal(name) && !isDelivery(name)) {
    const known = [...Object.keys(refusals), ...Object.keys(deliveries)].join(', ')
    throw new Error(`"${rule}" is no fault: give a name, then what is needed of "=300", "*2", "%20". Names: ${known}`)
  }
  const facts = isRefusal(name) ? refusals[name] : deliveries[name]
  const fault: Fault = {
    name,
    amount: readAmount(rule, amount, facts),
    times: times === undefined ? null : Number(times),
    share: share === undefined ? null : Number(share),
  }
  if (fault.times === 0) throw new Error(`"${rule}": what happens "*0" times never happens`)
  if (fault.share !== null && fault.share > 100) throw new Error(`"${rule}": a share has at most 100 percent`)
  return fault
}

function readAmount(rule: string, text: string | undefined, { amount }: FaultFacts): number | null {
  if (amount === undefined) {
    if (text !== undefined) throw new Error(`"${rule}": this fault takes no number`)
    return null
  }
  const { unit, from, to } = amount
  const value = Number(text)
  if (text === undefined || value < from || value > to) {
    throw new Error(`"${rule}": give a number (${unit}) from ${from} to ${to}, as in "name=${from}"`)
  }
  return value
}
