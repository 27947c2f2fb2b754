import { SignIn as Door } from '../kit/sign-in.tsx'
import type { SignedOut } from '../kit/session.ts'
import { signIn } from './service/session.ts'

const TOKEN = {
  nameHint: 'Of an operator. Leave it empty with the token of the administration.',
  secretHint: (
    <>
      The token is <code>SHELFMARK_ADMIN_TOKEN</code>, or the file <code>admin-token</code> in the data folder.
    </>
  ),
}

/** Signs in with a name and a password, or with the token of the administration. */
const enter = (name: string, secret: string): Promise<void> =>
  name === ''
    ? signIn({ token: secret }, 'This is not the token of the administration.')
    : signIn({ name, password: secret }, 'The name or the password is wrong.')

export function SignIn({ reason }: { readonly reason: SignedOut }) {
  const about = 'The dashboard creates keys, shows usage and follows batches.'
  return <Door reason={reason} about={about} token={TOKEN} onSubmit={enter} />
}
