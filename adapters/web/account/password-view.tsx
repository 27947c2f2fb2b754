import { useSignal } from '@preact/signals'
import type { DoorSession } from '../../http/account/customer-door.ts'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Said } from '../kit/notice.tsx'
import { textOf } from '../kit/text-of.ts'
import { NewPassword, readNewPassword } from './choose-password.tsx'
import { ask, session } from './session.ts'

/** Changes the person's own password. Sessions in other browsers end, and this one goes on as a new one. */
export function PasswordView() {
  const said = useSignal<string | null>(null)
  const change = async (form: FormData): Promise<void> => {
    said.value = null
    const body = { password: readNewPassword(form), current: textOf(form, 'current') }
    session.value = await ask<DoorSession>('POST', 'password/change', body)
    said.value = 'Your password is changed. Other browsers are signed out.'
  }
  return (
    <section class="stack" aria-labelledby="your-password">
      <h2 id="your-password">Your password</h2>
      <Form action="Change the password" onSubmit={change}>
        <Said text={said.value} />
        <Field
          label="Present password"
          name="current"
          type="password"
          autocomplete="current-password"
          required
          maxLength={200}
        />
        <NewPassword label="New password" again="The new password again" />
      </Form>
    </section>
  )
}
