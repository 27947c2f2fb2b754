import { isForOperators } from '../kit/base.ts'
import { Button } from '../kit/button.tsx'
import { AskForm } from './ask-form.tsx'
import { PageForm } from './page-form.tsx'
import { endComparison } from './state.ts'

/** Asks for the page to compare with. */
export function CompareWith() {
  return (
    <section class="stack" aria-label="The page to compare with">
      <div class="row apart">
        <h2>Compare with</h2>
        <Button text="Cancel" onClick={endComparison} />
      </div>
      <div class="ways">
        <PageForm />
        {!isForOperators() && <AskForm />}
      </div>
    </section>
  )
}
