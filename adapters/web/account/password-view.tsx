import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { textOf } from '../kit/text-of.ts'
import { Problem } from './notice.tsx'
import { changePassword } from './service.ts'

/** Changes the person's own password. Sessions in other browsers end. */
export function PasswordView() {
  const problem = useSignal<string | null>(null)
  const isDone = useSignal(false)
  const isBusy = useSignal(false)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget: element } = event
    const form = new FormData(element)
    const password = textOf(form, 'password')
    isDone.value = false
    problem.value = password === textOf(form, 'again') ? null : 'The two new passwords differ.'
    if (problem.value !== null) return
    isBusy.value = true
    const save = async (): Promise<void> => {
      await changePassword(textOf(form, 'current'), password)
      element.reset()
      isDone.value = true
    }
    save()
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => (isBusy.value = false))
  }
  return (
    <section class="stack" aria-labelledby="your-password">
      <h2 id="your-password">Your password</h2>
      <form class="card stack" onSubmit={submit}>
        <Problem of={problem} />
        <div role="status">
          {isDone.value && <p class="notice">Your password is changed. Other browsers are signed out.</p>}
        </div>
        <Field name="current" label="Present password" autocomplete="current-password" />
        <Field name="password" label="New password" autocomplete="new-password" hint="12 characters or more." />
        <Field name="again" label="The new password again" autocomplete="new-password" />
        <div>
          <button type="submit" disabled={isBusy.value}>
            Change the password
          </button>
        </div>
      </form>
    </section>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly autocomplete: 'current-password' | 'new-password'
  readonly hint?: string
}

function Field({ name, label, autocomplete, hint }: FieldProps) {
  const id = `own-${name}`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="password"
        autocomplete={autocomplete}
        required
        minLength={name === 'password' ? 12 : undefined}
        maxLength={200}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
