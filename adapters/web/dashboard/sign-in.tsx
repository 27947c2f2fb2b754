import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { signIn, type SignedOut } from './service/session.ts'
import { textOf } from '../kit/text-of.ts'

const REASONS: Readonly<Partial<Record<SignedOut, string>>> = {
  left: 'You are signed out.',
  changed: 'Your password is changed. Sign in with it.',
  expired: 'Your session has ended, because it was not used. Sign in again.',
}

/** Asks for a name and a password, or for the token of the administration. */
export function SignIn({ reason }: { readonly reason: SignedOut }) {
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    isBusy.value = true
    signIn(textOf(form, 'name'), textOf(form, 'secret'))
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => (isBusy.value = false))
  }
  const said = problem.value ?? REASONS[reason]
  return (
    <form class="card stack sign-in" onSubmit={submit}>
      <h1>Sign in</h1>
      <p class="quiet">The dashboard creates keys, shows usage and follows batches.</p>
      <div role="status">
        {said !== undefined && <p class={problem.value === null ? 'notice' : 'notice bad'}>{said}</p>}
      </div>
      <div class="field">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="name-hint"
        />
        <span class="hint" id="name-hint">
          Of an operator. Leave it empty with the token of the administration.
        </span>
      </div>
      <div class="field">
        <label for="secret">Password or token</label>
        <input
          id="secret"
          name="secret"
          type="password"
          autocomplete="current-password"
          required
          spellcheck={false}
          aria-describedby="secret-hint"
        />
        <span class="hint" id="secret-hint">
          The token is <code>SHELFMARK_ADMIN_TOKEN</code>, or the file <code>admin-token</code> in the data folder.
        </span>
      </div>
      <button type="submit" class="primary" disabled={isBusy.value}>
        Sign in
      </button>
    </form>
  )
}
