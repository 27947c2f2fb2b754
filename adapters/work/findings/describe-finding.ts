import type { HoldReach } from '../../../core/index.ts'
import type { Change, Drift, SpendingThreshold } from '../../../core/policy/index.ts'

/** What happens to the values of a field. */
type Loss = Extract<Drift, 'vanished' | 'rarer' | 'unread'>

/** A field that has values on fewer pages than before. */
export interface LostField {
  readonly field: string
  readonly drift: Loss
  /** Share of the records, or rows, with a value. */
  readonly filled: Change
  /** Share of those that show the field in a form that can't be read. Absent: undefined, the drift is another one. */
  readonly unread?: Change | undefined
}

/** A watched field whose alerts wait. */
export interface HeldField {
  readonly field: string
  readonly reach: HoldReach
}

/** Fields that a sentence names: more are counted. */
const NAMED = 5

const LOSSES: Readonly<Record<Loss, string>> = {
  vanished: 'has vanished',
  rarer: 'is on fewer pages',
  unread: "can't be read on more pages",
}

const UNKNOWN: Change = { before: null, recent: null }

export function isLoss(drift: Drift): drift is Loss {
  return Object.hasOwn(LOSSES, drift)
}

/** Fields of a record whose values have vanished, as one sentence. */
export function describeLoss(record: string, domain: string, fields: readonly LostField[]): string {
  const lost = fields.map(({ field, drift, filled, unread }) => {
    const shares =
      drift === 'unread' ? describeShares(unread ?? UNKNOWN, 'before') : describeShares(filled, 'had it before')
    return `${field} ${LOSSES[drift]}${shares}`
  })
  return `Shelfmark: the pages of ${record} on the marketplace ${domain} may have changed: ${join(lost)}.`
}

/** Fields whose alerts wait, as one sentence. */
export function describeHold(record: string, domain: string, fields: readonly HeldField[]): string {
  const namesOf = (meant: HoldReach): readonly string[] =>
    fields.flatMap(({ field, reach }) => (reach === meant ? [field] : []))
  const [all, one] = [namesOf('all'), namesOf('one')]
  const waiting = [
    ...(all.length > 0 ? [`alerts of ${join(all)} wait`] : []),
    ...(one.length > 0 ? [`of ${join(one)}, only alerts of the workspace that has seen it wait`] : []),
  ]
  return `Shelfmark: many watched pages of ${record} on the marketplace ${domain} have another layout: ${waiting.join('; ')}.`
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

/** Both shares, in parentheses. A share that is not known is left out. */
function describeShares({ before, recent }: Change, wasBefore: string): string {
  const told = [
    ...(before === null ? [] : [`${toPercent(before)} ${wasBefore}`]),
    ...(recent === null ? [] : [`${toPercent(recent)} now`]),
  ]
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`
}
