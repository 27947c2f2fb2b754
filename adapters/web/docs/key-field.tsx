import { Field } from '../kit/field.tsx'
import { key, saveKey } from '../kit/session-key.ts'

/** Asks for the key that requests of this page send. */
export function KeyField() {
  return (
    <section class="card stack" aria-labelledby="key-title">
      <h2 id="key-title">Key</h2>
      <Field
        label="Key that requests of this page send"
        name="key"
        type="password"
        value={key.value}
        onChange={saveKey}
        hint={
          <>
            Kept for this tab only. A sandbox key (<code>svc_test_…</code>) is never charged; a live key is charged as
            for any request.
          </>
        }
      />
    </section>
  )
}
