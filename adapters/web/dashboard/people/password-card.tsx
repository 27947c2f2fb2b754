import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { request, session, toError } from '../service/session.ts'

/** Changes one's own password. */
export function PasswordCard() {
  const problem = useSignal<string | null>(null)
  const submit = async (form: FormData): Promise<void> => {
    const body = { current: form.get('current'), password: form.get('password') }
    const answer = await request('/admin/password', { method: 'POST', body: JSON.stringify(body) })
    if (answer.ok) session.value = 'changed'
    else problem.value = (await toError(answer)).message
  }
  return (
    <form
      class="card stack"
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget)).catch((error: Error) => (problem.value = error.message))
      }}
    >
      <h2>Your password</h2>
      <div role="status">{problem.value !== null && <p class="notice bad">{problem.value}</p>}</div>
      <div class="field">
        <label for="current">Present password</label>
        <input id="current" name="current" type="password" required autocomplete="current-password" />
      </div>
      <div class="field">
        <label for="password">New password</label>
        <input
          id="password"
          name="password"
          type="password"
          required
          minLength={12}
          maxLength={200}
          autocomplete="new-password"
          aria-describedby="password-hint"
        />
        <span class="hint" id="password-hint">
          12 characters or more. All of your sessions end.
        </span>
      </div>
      <div>
        <button type="submit">Change the password</button>
      </div>
    </form>
  )
}
