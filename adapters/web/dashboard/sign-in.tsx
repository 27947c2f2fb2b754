import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { signIn, type SignedOut } from './service/session.ts'

const REASONS: Readonly<Partial<Record<SignedOut, string>>> = {
  left: 'You are signed out.',
  expired: 'Your session has ended, because it was not used. Sign in again.',
}

/** Asks for the token of the administration. */
export function SignIn({ reason }: { readonly reason: SignedOut }) {
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const token = new FormData(event.currentTarget).get('token')
    isBusy.value = true
    signIn(typeof token === 'string' ? token : '')
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => (isBusy.value = false))
  }
  const said = problem.value ?? REASONS[reason]
  return (
    <form class="card stack sign-in" onSubmit={submit}>
      <h1>Sign in</h1>
      <p class="quiet">
        The dashboard creates keys, shows usage and follows batches. It needs the token of the administration:{' '}
        <code>SHELFMARK_ADMIN_TOKEN</code>, or the file <code>admin-token</code> in the data folder.
      </p>
      <div role="status">
        {said !== undefined && <p class={problem.value === null ? 'notice' : 'notice bad'}>{said}</p>}
      </div>
      <div class="field">
        <label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required spellcheck={false} />
      </div>
      <button type="submit" class="primary" disabled={isBusy.value}>
        Sign in
      </button>
    </form>
  )
}
