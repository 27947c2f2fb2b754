function findEntry(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** Scrolls the record to the entry of a field or a card. */
export function scrollToEntry(path: string): void {
  findEntry(path)?.scrollIntoView({ block: 'nearest' })
}

/** Gives the focus of the keyboard to the entry of a field or a card. */
export function focusEntry(path: string): void {
  findEntry(path)?.querySelector('button')?.focus()
}
