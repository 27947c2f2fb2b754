import type { ListReading } from './list-reading.ts'
import { PAGE_SIZE } from './rankings.ts'
import type { AskedBestSellers } from './record.ts'
import type { BestSellers } from './schema.ts'

/** Whether a page is of another list, category or page than was asked for, as far as it says so itself. */
export function isMismatch({ entries }: BestSellers, asked: AskedBestSellers, reading: ListReading): boolean {
  const [first] = entries
  const differs = <T>(wanted: T | undefined, own: T | null): boolean =>
    wanted !== undefined && own !== null && wanted !== own
  return (
    differs(asked.list, reading.get('list')) ||
    isOtherCategory(asked.query, reading.get('query')) ||
    differs(asked.page, reading.get('page')) ||
    differs(asked.isFree, entries.length === 0 ? null : reading.get('isFree')) ||
    (asked.page !== undefined && first !== undefined && first.rank !== (asked.page - 1) * PAGE_SIZE + 1)
  )
}

/** A node names its category alone: the name before it can be spelled in several ways. */
function isOtherCategory(asked: string | undefined, own: string | null): boolean {
  if (asked === undefined || own === null) return false
  const [askedName, askedNode] = asked.split('/')
  const [ownName, ownNode] = own.split('/')
  return askedNode === undefined && ownNode === undefined ? askedName !== ownName : askedNode !== ownNode
}
