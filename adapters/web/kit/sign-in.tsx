import type { ComponentChildren } from 'preact'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { Said } from './notice.tsx'
import type { SignedOut } from './session.ts'
import { textOf } from './text-of.ts'

const REASONS: Readonly<Partial<Record<SignedOut, string>>> = {
  left: 'You are signed out.',
  changed: 'Your password is changed. Sign in with it.',
  expired: 'Your session has ended. Sign in again.',
}

interface SignInProps {
  readonly reason: SignedOut
  /** What the page is for. */
  readonly about: string
  /** Without a name, the secret is a token. Default: a name is required. */
  readonly token?: { readonly nameHint: ComponentChildren; readonly secretHint: ComponentChildren }
  readonly onSubmit: (name: string, secret: string) => Promise<void>
  readonly after?: ComponentChildren
}

/** Asks for a name and a password. */
export function SignIn({ reason, about, token, onSubmit, after }: SignInProps) {
  return (
    <Form
      class="card sign-in"
      action="Sign in"
      look="primary"
      onSubmit={(form) => onSubmit(textOf(form, 'name'), textOf(form, 'password'))}
      after={after}
    >
      <h1>Sign in</h1>
      <p class="quiet">{about}</p>
      <Said text={REASONS[reason] ?? null} />
      <Field
        label="Name"
        name="name"
        autocomplete="username"
        autocapitalize="none"
        required={token === undefined}
        hint={token?.nameHint}
      />
      <Field
        label={token === undefined ? 'Password' : 'Password or token'}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        hint={token?.secretHint}
      />
    </Form>
  )
}
