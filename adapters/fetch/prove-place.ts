import type { ProvenBy } from '../../core/contract/index.ts'
import { comparePlace, type PlaceVerdict } from '../../core/index.ts'
import { requireMarketplace } from '../require-marketplace.ts'
import type { PageRequest, PageSession, SessionOutcome } from './source/page-source.ts'
import type { SerializedExtraction } from '../pages/pool/serialize-extraction.ts'

/** Whether a page is for the place that was asked for. */
export interface PlaceProof {
  /** What the page itself says. Absent: null, no place was asked for. */
  readonly verdict: PlaceVerdict | null
  /** Absent: null, it is not proven, or no place was asked for. */
  readonly by: ProvenBy | null
}

const NO_PLACE: PlaceProof = { verdict: null, by: null }

/** Proves the place of a page: by its own header, or, of a page without one, by the session that it came in. */
export function provePlace(
  { place, domain, language, after }: Omit<PageRequest, 'attempt'>,
  { location }: Pick<SerializedExtraction, 'location'>,
  session: PageSession | undefined,
): PlaceProof {
  if (place === undefined) return NO_PLACE
  const verdict = comparePlace(place, location, requireMarketplace(domain), { language })
  if (verdict === 'shown') return { verdict, by: 'confirmed' }
  // A header that names another place, or none, outweighs what earlier pages have shown.
  // What a page loads later has no header: without a session, it is of the visitor of that page.
  const isProven = session === undefined ? after?.isPlaceProven : session.isPlaceProven
  return { verdict, by: location === null && isProven === true ? 'session' : null }
}

/** How the place of several pages was proven: the weakest of their proofs counts. Absent: null, none was asked for. */
export function weakestProof(proofs: readonly (ProvenBy | null)[]): ProvenBy | null {
  return proofs.find((proof) => proof !== 'confirmed') ?? proofs[0] ?? null
}

/** What a page turned out to be, for its session. */
export function toOutcome({ kind, hasReviews }: SerializedExtraction, { verdict }: PlaceProof): SessionOutcome {
  return { kind, place: verdict, hasReviews: hasReviews ?? null }
}

/** A page that could not be read. */
export const UNREADABLE: SessionOutcome = { kind: null, place: null, hasReviews: null }
