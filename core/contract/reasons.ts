/**
 * Why a request got an error, by the code of the error: what `Svc-Reason` says, and the sentence that explains it.
 * Errors that are not listed have one cause, which their code names.
 */
export const REASONS = {
  product_not_found: {
    not_listed: 'The marketplace has no page for what was requested.',
  },
  gtin_not_confirmed: {
    no_candidate: 'The search of the marketplace found nothing for the GTIN.',
    not_printed: 'The pages that the search found do not print the GTIN.',
    ambiguous: 'Several products print the GTIN on their pages.',
  },
  category_not_found: {
    no_category: 'The marketplace has no such category, or no such list of it.',
  },
  not_found: {
    unknown_path: 'The service has no such path.',
    unknown_batch: 'The workspace has no such batch of keys of this kind.',
    unknown_schedule: 'The workspace has no such schedule of keys of this kind.',
    unknown_watch: 'The workspace has no such watch of keys of this kind.',
    unknown_key: 'The workspace has no such key of this kind, or it was revoked.',
  },
  target_unreachable: {
    captcha: 'The marketplace asked for a captcha in the last attempt.',
    challenge: 'The marketplace answered the last attempt with a check of the browser.',
    throttled: 'The marketplace answered the last attempt that requests come too fast.',
    sign_in: 'The marketplace asked for a sign-in in the last attempt.',
    cookie_wall: 'The marketplace asked for a consent to cookies in the last attempt.',
    age_gate: 'The marketplace shows the page only to visitors who say that they are of age.',
    refused: 'The marketplace answered the last attempt with a status from 400 to 499 and no page that is known.',
    server_error: 'The marketplace answered the last attempt with a status of 500 or more and no page that is known.',
    network: 'The last attempt had no connection to the marketplace, or lost it.',
    timeout: 'The marketplace did not answer the last attempt in time.',
    redirect: 'The marketplace redirected the last attempt too often, or to another site.',
    source_busy: 'What fetches pages for the service asked for a pause.',
    source_refused: 'What fetches pages for the service refused to, as for its own key or credits.',
  },
  location_not_applied: {
    other_place: 'The page of the last attempt is for another place than the one requested.',
    no_place: 'The page of the last attempt does not say for which place it is.',
  },
  extraction_failed: {
    unreadable: 'The page could not be decoded, or is not a page that is known.',
    incomplete: 'The marketplace failed to render a part of the page.',
    cut: 'The page of the last attempt ends too early.',
    shell: 'The page of the last attempt has the header and footer of the shop, and nothing between them.',
    too_large: 'The page is larger than the service reads.',
    too_complex: 'The page takes more time, memory or nesting than the extraction allows.',
  },
  asin_mismatch: {
    other_product: 'The page shows another product than the one requested.',
  },
  reviews_withheld: {
    not_shown: 'The marketplace did not show the reviews of the product in the last attempt, although it has ratings.',
  },
  page_mismatch: {
    other_list: 'The marketplace answered with another page or list than the one requested.',
  },
  generic_gallery_page: {
    other_page: 'The marketplace answered with another page than the one requested.',
  },
  unavailable: {
    draining: 'The server is ending.',
    busy: 'No turn at the marketplace, in a thread or for the idempotency key was free in time.',
    store: 'The store does not answer.',
    store_full: 'The store is nearly full.',
    sealed: 'The secret of the batch needs the master key that it was created with.',
    not_ready: 'The store can not write, its disk is nearly full, or the browser can not be reached.',
  },
} as const

type Table = typeof REASONS

/** Why a request got an error. */
export type Reason = { [Code in keyof Table]: keyof Table[Code] }[keyof Table]

const sentences: ReadonlyMap<string, string> = new Map(
  Object.values<Readonly<Record<string, string>>>(REASONS).flatMap((reasons) => Object.entries(reasons)),
)

/** All reasons. Order: of the table. */
export const ALL_REASONS = [...sentences.keys()] as readonly Reason[]

/** A sentence that explains a reason. Absent: undefined, it is not one of the list. */
export function describeReason(reason: string): string | undefined {
  return sentences.get(reason)
}

/** The reasons that an error can have. Empty: its code says all. */
export function reasonsOf(code: string): readonly Reason[] {
  const table: Readonly<Record<string, object>> = REASONS
  return Object.keys(table[code] ?? {}) as Reason[]
}
