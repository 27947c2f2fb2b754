import type { Attempt } from '../../../../core/index.ts'
import { pathOf, printMarkup } from './element-path.ts'
import { requireOpen } from './open-pages.ts'
import type { Receipt } from './protocol.ts'

/** What the page knows of a value, apart from its page. */
export type ReceiptOfField = Pick<Receipt, 'field' | 'value' | 'selector'> & {
  /** Position of the first element that gave it. Absent: null. */
  readonly position: number | null
  readonly simulated: Receipt['page']['simulated']
}

/** Makes the receipt of a value. */
export async function makeReceipt(id: number, given: ReceiptOfField): Promise<Receipt> {
  const { bytes, page, known, reading } = requireOpen(id)
  const { extraction } = reading
  const { field, value, selector, position, simulated } = given
  const element = position === null ? undefined : page.elements.all[position]
  const attempts = (extraction.attempts ?? []) as readonly Attempt[]
  const won = attempts.find((attempt) => attempt.field === field && attempt.outcome === 'won')
  return {
    field,
    value,
    selector,
    text: won?.text ?? null,
    element: element === undefined ? null : { path: pathOf(element), html: printMarkup(element) },
    page: {
      sha256: await hash(bytes),
      size: bytes.length,
      kind: extraction.kind,
      domain: extraction.domain,
      url: known.url ?? null,
      simulated,
    },
    version: `shelfmark@${VERSION}`,
  }
}

/** Absent: null, the browser has no cryptography for pages that are not secure. */
async function hash(bytes: Uint8Array): Promise<string | null> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
