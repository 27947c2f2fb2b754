import { Fragment } from 'preact'
import { isForOperators } from '../kit/base.ts'
import { AskForm } from './ask-form.tsx'
import { printAddress } from './address.ts'
import { PageForm } from './page-form.tsx'
import { records } from '../kit/records.ts'

/** Simulated pages that show what there is to see. */
const EXAMPLES = records.flatMap(({ name, examples }) =>
  examples.map(({ text, ...page }) => ({ page: { record: name, ...page }, text })),
)

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
        {!isForOperators() && <AskForm />}
      </div>
    </>
  )
}
