import type { HoldReach } from '../../core/index.ts'
import type { Change, Drift, SpendingThreshold } from '../../core/policy/index.ts'

/** A field that has values on fewer pages than before. */
export interface LostField {
  readonly field: string
  readonly drift: Drift
  /** Share of the records, or rows, with a value. */
  readonly filled: Change
}

/** Fields that a sentence names: more are counted. */
const NAMED = 5

const LOSSES: Readonly<Record<string, string>> = {
  vanished: 'has vanished',
  rarer: 'is on fewer pages',
  unread: "can't be read",
}

/** Fields of a record whose values have vanished, as one sentence. */
export function describeLoss(record: string, domain: string, fields: readonly LostField[]): string {
  const lost = fields.map(({ field, drift, filled: { before, recent } }) => {
    return `${field} ${LOSSES[drift] ?? drift} (${toPercent(before)} had it before, ${toPercent(recent)} now)`
  })
  return `Shelfmark: the pages of ${record} on the marketplace ${domain} may have changed: ${join(lost)}.`
}

/** Fields whose alerts wait, as one sentence. */
export function describeHold(record: string, domain: string, fields: readonly string[], reach: HoldReach): string {
  const whose = reach === 'all' ? 'wait' : 'wait for the one workspace that has seen it'
  return `Shelfmark: many watched pages of ${record} on the marketplace ${domain} have another layout: alerts of ${join(fields)} ${whose}.`
}

/** A threshold of a spending cap that is reached, as one sentence. */
export function describeSpending(reached: {
  readonly workspace: string
  readonly month: string
  readonly percent: SpendingThreshold
  readonly spendingCap: number
  readonly usedCredits: number
}): string {
  const { workspace, month, percent, spendingCap, usedCredits } = reached
  return `Shelfmark: the workspace ${workspace} has reached ${percent} % of its spending cap of ${month}: ${usedCredits} of ${spendingCap} credits are used.`
}

function join(texts: readonly string[]): string {
  const more = texts.length - NAMED
  return [...texts.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function toPercent(share: number | null): string {
  return share === null ? 'none' : `${Math.round(share * 100)} %`
}
