/** A block of what members pay: a row of the buy box, and the price in the center that belongs to it. Seen on com 2025, 2026. */
export const membersBlock =
  ':is([id^="prime" i][id*="AccordionRow" i], [id*="_prime" i][id*="AccordionRow" i], [data-csa-c-buying-option-type^="PRIME" i])'
