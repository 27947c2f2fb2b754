/** The element that a page is built in. */
export function requirePage(): HTMLElement {
  const page = document.getElementById('page')
  if (page === null) throw new Error('The document has no element "page".')
  return page
}

/** Whether the page is on the port of operators. */
export function isForOperators(): boolean {
  return requirePage().dataset.operators !== undefined
}

/** Path at which the server is mounted, without a slash at its end: empty, or `/shop`. */
export function findBase(): string {
  return requirePage().dataset.base ?? ''
}
