import type { ParamsOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, REFUSALS, type PageKind } from '../../core/index.ts'
import { createRetriever } from '../fetch/create-retriever.ts'
import { waitWhileBusy, type Retrieval } from '../fetch/retriever.ts'
import type { openPages } from '../fetch/open-pages.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'

/** What a list of product pages showed. */
export interface PageMeasure {
  readonly asked: number
  /** Pages that gave a record. */
  readonly read: number
  /** Pages whose place was proven. Absent: null, none was asked for. */
  readonly placesProven: number | null
  readonly pricesFound: number
  readonly reviewsShown: number
  /** Attempts at all pages. */
  readonly attempts: number
  /** Attempts that the marketplace refused: captchas, challenges, throttling, sign-ins, cookie walls. */
  readonly refusals: number
  /** Pages that ended with each error. */
  readonly errors: Readonly<Record<string, number>>
}

type Access = Awaited<ReturnType<typeof openPages>>['live']

/** Fetches product pages as a server does, and counts what they show. */
export async function measurePages(
  all: readonly ParamsOf[],
  access: Access,
  extractor: PageExtractor,
): Promise<PageMeasure> {
  let refusals = 0
  const onAttempt = (_domain: string, outcome: string): void => {
    if (REFUSALS.has(outcome as PageKind)) refusals++
  }
  const retriever = waitWhileBusy(createRetriever({ ...access, extractor, onAttempt, lane: 'batches' }))
  const { signal } = new AbortController()
  const retrieved = await Promise.all(
    all.map((params) => retriever.retrieve({ record: DEFAULT_RECORD.name, params }, signal)),
  )
  const records = retrieved.flatMap((one) => ('json' in one ? [JSON.parse(one.json) as Shown] : []))
  const isPlaced = all.some(({ zip, city, ship_to }) => zip !== null || city !== null || ship_to !== null)
  return {
    asked: retrieved.length,
    read: records.length,
    placesProven: isPlaced ? retrieved.filter(({ location }) => location !== null).length : null,
    pricesFound: records.filter(({ price }) => price !== null).length,
    reviewsShown: records.filter(({ reviews }) => reviews.length > 0).length,
    attempts: retrieved.reduce((sum, { attempts }) => sum + attempts, 0),
    refusals,
    errors: countErrors(retrieved),
  }
}

/** The fields of a product that are counted. */
interface Shown {
  readonly price: number | null
  readonly reviews: readonly unknown[]
}

function countErrors(retrieved: readonly Retrieval[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const one of retrieved) if ('error' in one) counts[one.error] = (counts[one.error] ?? 0) + 1
  return counts
}
