import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { textOf } from '../kit/text-of.ts'
import { ask, session, signIn } from './session.ts'

/** What a link has after its hash. */
export interface Invitation {
  readonly name: string
  readonly link: string
}

/** The new password of a form, which is filled in twice. Throws: Error, for two that differ. */
export function readNewPassword(form: FormData): string {
  const password = textOf(form, 'password')
  if (password !== textOf(form, 'again')) throw new Error('The two new passwords differ.')
  return password
}

/** Asks for a new password, twice. */
export function NewPassword({ label, again }: { readonly label: string; readonly again: string }) {
  const shared = { type: 'password', autocomplete: 'new-password', required: true, maxLength: 200 } as const
  return (
    <>
      <Field label={label} name="password" minLength={12} hint="12 characters or more." {...shared} />
      <Field label={again} name="again" {...shared} />
    </>
  )
}

/** Asks for a password, with a link, and signs in with it. */
export function ChoosePassword({ of, onDone }: { readonly of: Invitation; readonly onDone: () => void }) {
  const save = async (form: FormData): Promise<void> => {
    const password = readNewPassword(form)
    await ask('POST', 'password', { ...of, password })
    onDone()
    await signIn(of.name, password).catch(() => (session.value = 'new'))
  }
  return (
    <Form
      class="card sign-in"
      action="Save the password"
      look="primary"
      onSubmit={save}
      after={<Button text="I have a password already" class="plain" onClick={onDone} />}
    >
      <h1>Choose a password</h1>
      <p class="quiet">
        You sign in with it as <strong>{of.name}</strong>.
      </p>
      <input type="hidden" name="name" autocomplete="username" value={of.name} />
      <NewPassword label="Password" again="The same again" />
    </Form>
  )
}
