/*
 * Mends the markup of Swagger UI 5 for those who do not see it, or use no mouse. Each line says what is missing; the
 * names are the rules of axe that find it.
 */

/** Mends what Swagger UI has shown, and what it will show. */
export function mendMarkup(root: Element): void {
  new MutationObserver(() => mend(root)).observe(root, { childList: true, subtree: true })
}

function mend(root: Element): void {
  // select-name: a choice has no label.
  for (const select of root.querySelectorAll('select:not([aria-label])')) {
    const param = select.closest('[data-param-name]')?.getAttribute('data-param-name')
    select.setAttribute(
      'aria-label',
      param ?? OTHER_CHOICES.find(([selector]) => select.matches(selector))?.[1] ?? 'Choice',
    )
  }
  // scrollable-region-focusable: the keyboard can't scroll an example.
  for (const code of root.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0')
  // nested-interactive, target-size: a link is in the button that does the same, and changes the address too.
  for (const link of root.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href')
  // region: what is above the operations is in no landmark.
  for (const [selector, name] of REGIONS) {
    const part = root.querySelector(selector)
    part?.setAttribute('role', 'region')
    part?.setAttribute('aria-label', name)
  }
  // `type` of a problem leads to the row of its error, which is drawn after the page has loaded.
  for (const code of root.querySelectorAll('.info td:first-child > code:not([id])')) {
    code.id = code.textContent ?? ''
    if (location.hash === `#${code.id}`) code.scrollIntoView()
  }
  // heading-order: the heading of the schemas skips a level.
  root.querySelector('.models > h4')?.setAttribute('aria-level', '3')
  root.querySelector('.models > h4')?.setAttribute('role', 'heading')
}

const OTHER_CHOICES = [
  ['#servers', 'Server'],
  ['.examples-select-element', 'Example'],
  ['.content-type', 'Media type'],
] as const

const REGIONS = [
  ['.information-container', 'About the interface'],
  ['.scheme-container', 'Server and key'],
] as const
