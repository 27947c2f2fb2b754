import type { Words } from '../marketplace/words.ts'
import type { PageText } from '../text/page-text.ts'
import type { FieldReader, ReadOptions } from './field-reader.ts'
import { refusal } from './trace.ts'

const NO_PRIME = refusal('does not name the membership')
const VISIBLE: ReadOptions = { isVisible: true }

/**
 * Whether an offer has the badge of the membership, or a delivery promise that names it. An invitation to join does not count.
 *
 * `badges`, `promises`: how these are read. Default: only those that the page does not hide.
 */
export function readPrime(
  field: FieldReader<'badge' | 'promise' | 'sign_up'>,
  { words, text }: { readonly words: Words; readonly text: PageText },
  { badges = VISIBLE, promises = VISIBLE }: { readonly badges?: ReadOptions; readonly promises?: ReadOptions } = {},
): boolean {
  if (field.part('badge').has(badges)) return true
  const skip = field.part('sign_up').matches
  const promised = field
    .part('promise')
    .value((_, element) => (words.saysPrime(text.read(element, { skip })) ? true : NO_PRIME), promises)
  return promised ?? false
}
