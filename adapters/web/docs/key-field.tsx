import { signal } from '@preact/signals'
import { readKey, saveKey } from '../kit/session-key.ts'

/** The key of the reader, which requests of this page send. Empty: none. */
export const key = signal(readKey() ?? '')

export function KeyField() {
  const change = (text: string): void => {
    key.value = text.trim()
    saveKey(key.value)
  }
  return (
    <section class="card stack" aria-labelledby="key-title">
      <h2 id="key-title">Key</h2>
      <div class="field">
        <label for="key">Key that requests of this page send</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-hint"
          value={key.value}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
        <span class="hint" id="key-hint">
          Kept for this tab only. A sandbox key (<code>svc_test_…</code>) is never charged; a live key is charged as for
          any request.
        </span>
      </div>
    </section>
  )
}
