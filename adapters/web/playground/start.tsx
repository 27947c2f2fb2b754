import { Fragment } from 'preact'
import { AskForm } from './ask-form.tsx'
import { printAddress } from './address.ts'
import { PageForm } from './page-form.tsx'
import type { SandboxPage } from './reader/protocol.ts'

/** Simulated pages that show what there is to see. */
const EXAMPLES: readonly { readonly page: SandboxPage; readonly text: string }[] = [
  { page: { asin: 'B0SHLFS081', domain: 'de' }, text: 'a product in Germany' },
  { page: { asin: 'B0DEAL0000', domain: 'com' }, text: 'a deal' },
  { page: { asin: 'B0NEWUSED0', domain: 'co.uk' }, text: 'new and used offers' },
  { page: { asin: 'B0CHILD000', domain: 'fr' }, text: 'a family of variations' },
  { page: { asin: 'B0SUBSAVE0', domain: 'co.jp' }, text: 'a subscription in Japan' },
  { page: { query: 'lantern', domain: 'co.uk' }, text: 'a search with ads' },
]

/** What is shown before a page is. */
export function Start() {
  return (
    <>
      <div class="intro stack">
        <h1>See where every value comes from</h1>
        <p class="quiet">
          Give shelfmark a page of a marketplace. It shows the page next to its record: point at a field, and the
          element that it was read from is marked; point at an element, and its fields are.
        </p>
        <p>
          Try a simulated page:{' '}
          {EXAMPLES.map(({ page, text }, index) => (
            <Fragment key={text}>
              {index === 0 ? '' : ', '}
              <a href={printAddress(page)}>{text}</a>
            </Fragment>
          ))}
          .
        </p>
      </div>
      <div class="ways">
        <PageForm />
        <AskForm />
      </div>
    </>
  )
}
