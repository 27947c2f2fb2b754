import { Field } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { ask, session } from '../service/session.ts'

async function change(form: FormData): Promise<void> {
  await ask('POST', 'password', { current: form.get('current'), password: form.get('password') })
  session.value = 'changed'
}

/** Changes one's own password. */
export function PasswordCard() {
  return (
    <Form action="Change the password" onSubmit={change}>
      <h2>Your password</h2>
      <Field label="Present password" name="current" type="password" required autocomplete="current-password" />
      <Field
        label="New password"
        name="password"
        type="password"
        required
        minLength={12}
        maxLength={200}
        autocomplete="new-password"
        hint="12 characters or more. All of your sessions end."
      />
    </Form>
  )
}
