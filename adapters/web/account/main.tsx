import './account.css'
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import type { Account } from '../../../core/contract/index.ts'
import type { DoorSession } from '../../http/account/customer-door.ts'
import { findBase, requirePage } from '../kit/base.ts'
import { Button } from '../kit/button.tsx'
import { Masthead } from '../kit/masthead.tsx'
import { Problem } from '../kit/notice.tsx'
import { SignIn } from '../kit/sign-in.tsx'
import { useAction } from '../kit/use-action.ts'
import { BatchesView } from './batches-view.tsx'
import { ChoosePassword, type Invitation } from './choose-password.tsx'
import { KeysView } from './keys-view.tsx'
import { LimitsView } from './limits-view.tsx'
import { PasswordView } from './password-view.tsx'
import { restore, session, signIn, signOut, useAsked } from './session.ts'
import { UsageView } from './usage-view.tsx'

/** Takes the link out of the address, so that it is not in the history. Absent: null, there is none. */
function takeInvitation(): Invitation | null {
  const params = new URLSearchParams(location.hash.slice(1))
  const [name, link] = [params.get('name'), params.get('link')]
  if (name === null || link === null) return null
  history.replaceState(null, '', location.pathname)
  return { name, link }
}

const first = takeInvitation()

function AccountPage() {
  const invitation = useSignal(first)
  const { value } = session
  const home = `${findBase()}/account`
  if (invitation.value !== null) {
    const given = invitation.value
    return (
      <Frame home={home}>
        <ChoosePassword of={given} onDone={() => (invitation.value = null)} />
      </Frame>
    )
  }
  if (typeof value === 'object') return <Views own={value} home={home} />
  return (
    <Frame home={home}>
      {value !== 'unknown' && (
        <SignIn
          reason={value}
          about="Keys, usage and limits of your workspace."
          onSubmit={signIn}
          after={<p class="quiet">Lost your password? The operator of this service can give you a new link.</p>}
        />
      )}
    </Frame>
  )
}

function Frame({ home, children }: { readonly home: string; readonly children: preact.ComponentChildren }) {
  return (
    <>
      <Masthead home={home} links={[]} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

function Views({ own, home }: { readonly own: DoorSession; readonly home: string }) {
  const account = useAsked<Account>('live/summary')
  const { problem, run } = useAction()
  return (
    <>
      <Masthead home={home} links={[{ href: `${findBase()}/docs`, text: 'Interface' }]}>
        <Button text="Sign out" class="plain" onClick={() => run(signOut)} />
      </Masthead>
      <main id="main" tabIndex={-1} class="stack account">
        <div>
          <h1>{own.workspace.name}</h1>
          <p class="quiet">You have signed in as {own.member}.</p>
        </div>
        <Problem text={problem} />
        <UsageView account={account} />
        <KeysView />
        {account.value !== null && (
          <LimitsView account={account.value} maySwitch={own.may_switch_pay_as_you_go} onChange={account.reload} />
        )}
        <BatchesView />
        <PasswordView />
        <div>
          <Button text="Sign out everywhere" onClick={() => run(() => signOut(true))} />
        </div>
      </main>
    </>
  )
}

void restore()
render(<AccountPage />, requirePage())
