import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { textOf } from '../kit/text-of.ts'
import { Problem } from './notice.tsx'
import { ask, session, signIn, type SignedOut } from './service.ts'

const REASONS: Readonly<Partial<Record<SignedOut, string>>> = {
  left: 'You are signed out.',
  expired: 'Your session has ended. Sign in again.',
}

/** Asks for a name and a password. */
export function SignIn({ reason }: { readonly reason: SignedOut }) {
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    isBusy.value = true
    signIn(textOf(form, 'name'), textOf(form, 'password'))
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => (isBusy.value = false))
  }
  return (
    <form class="card stack sign-in" onSubmit={submit}>
      <h1>Sign in</h1>
      <p class="quiet">Keys, usage and limits of your workspace.</p>
      {problem.value === null && REASONS[reason] !== undefined && (
        <p class="notice" role="status">
          {REASONS[reason]}
        </p>
      )}
      <Problem of={problem} />
      <div class="field">
        <label for="name">Name</label>
        <input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck={false} required />
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
      </div>
      <button type="submit" class="primary" disabled={isBusy.value}>
        Sign in
      </button>
      <p class="quiet">Lost your password? The operator of this service can give you a new link.</p>
    </form>
  )
}

/** What a link has after its hash. */
export interface Invitation {
  readonly name: string
  readonly link: string
}

/** Asks for a password, with a link, and signs in with it. */
export function ChoosePassword({ of, onDone }: { readonly of: Invitation; readonly onDone: () => void }) {
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = textOf(form, 'password')
    if (password !== textOf(form, 'again')) {
      problem.value = 'The two passwords differ.'
      return
    }
    isBusy.value = true
    const save = async (): Promise<void> => {
      await ask('POST', 'password', { ...of, password })
      onDone()
      await signIn(of.name, password).catch(() => (session.value = 'new'))
    }
    save()
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => (isBusy.value = false))
  }
  return (
    <form class="card stack sign-in" onSubmit={submit}>
      <h1>Choose a password</h1>
      <p class="quiet">
        You sign in with it as <strong>{of.name}</strong>.
      </p>
      <Problem of={problem} />
      <input type="hidden" name="name" autocomplete="username" value={of.name} />
      <div class="field">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minLength={12}
          maxLength={200}
          aria-describedby="password-hint"
        />
        <span class="hint" id="password-hint">
          12 characters or more.
        </span>
      </div>
      <div class="field">
        <label for="again">The same again</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required maxLength={200} />
      </div>
      <button type="submit" class="primary" disabled={isBusy.value}>
        Save the password
      </button>
      <button type="button" class="plain" onClick={onDone}>
        I have a password already
      </button>
    </form>
  )
}
