import type { Absence, AbsenceReason } from '../core/index.ts'

/** What the reason of an absence means, for a person. */
const ABSENCE_TEXTS: Readonly<Record<AbsenceReason, string>> = {
  not_shown: 'the page does not show it',
  hidden: 'the page hides it',
  refused: 'what was found says nothing about it',
  unreadable: 'what was found can not be read',
  only_other_sellers: 'only other sellers offer the product',
  in_cart_only: 'only the cart shows it',
  not_deliverable: 'the product is not sent to the place of the page',
  withheld: 'the shop shows it to other visitors, or the request leaves it out',
  cut: 'the page is cut before it',
  not_of_this_kind: 'such pages, products or rows do not have it',
}

/** Why a field has no value, with the evidence: "refused, price of a subscription ($17.67 in .priceToPay)". */
export function describeAbsence({ reason, detail, source, text }: Absence): string {
  const evidence = [text, source === null ? null : `${text === null ? 'tried' : 'in'} ${source}`]
    .filter((part) => part !== null)
    .join(' ')
  const said = detail === null ? ABSENCE_TEXTS[reason] : `${reason}, ${detail}`
  return evidence === '' ? said : `${said} (${evidence})`
}
