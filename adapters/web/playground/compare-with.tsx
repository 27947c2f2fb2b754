import { isForOperators } from '../kit/base.ts'
import { AskForm } from './ask-form.tsx'
import { PageForm } from './page-form.tsx'
import { endComparison } from './state.ts'

/** Asks for the page to compare with. */
export function CompareWith() {
  return (
    <section class="stack" aria-label="The page to compare with">
      <div class="row apart">
        <h2>Compare with</h2>
        <button type="button" onClick={endComparison}>
          Cancel
        </button>
      </div>
      <div class="ways">
        <PageForm />
        {!isForOperators() && <AskForm />}
      </div>
    </section>
  )
}
