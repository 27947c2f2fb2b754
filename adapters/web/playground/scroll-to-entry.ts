/** Scrolls the record to the entry of a field or a card. */
export function scrollToEntry(path: string): void {
  document.querySelector(`[data-path="${CSS.escape(path)}"]`)?.scrollIntoView({ block: 'nearest' })
}
