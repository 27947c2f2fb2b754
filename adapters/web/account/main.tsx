import './account.css'
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import type { Account } from '../../../core/contract/index.ts'
import type { DoorSession } from '../../http/account/customer-door.ts'
import { findBase, requirePage } from '../kit/base.ts'
import { Masthead } from '../kit/masthead.tsx'
import { BatchesView } from './batches-view.tsx'
import { KeysView } from './keys-view.tsx'
import { LimitsView } from './limits-view.tsx'
import { Problem } from './notice.tsx'
import { PasswordView } from './password-view.tsx'
import { restoreSession, session, signOut } from './service.ts'
import { ChoosePassword, SignIn, type Invitation } from './sign-in.tsx'
import { UsageView } from './usage-view.tsx'
import { useAsked } from './use-asked.ts'

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
  return <Frame home={home}>{value !== 'unknown' && <SignIn reason={value} />}</Frame>
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
  const problem = useSignal<string | null>(null)
  const leave = (isEverywhere: boolean) => (): void => {
    signOut(isEverywhere).catch((error: Error) => (problem.value = error.message))
  }
  const { value } = account.value
  return (
    <>
      <Masthead home={home} links={[{ href: `${findBase()}/docs`, text: 'Interface' }]}>
        <button type="button" class="plain" onClick={leave(false)}>
          Sign out
        </button>
      </Masthead>
      <main id="main" tabIndex={-1} class="stack account">
        <div>
          <h1>{own.workspace.name}</h1>
          <p class="quiet">You have signed in as {own.member}.</p>
        </div>
        <Problem of={problem} />
        <Problem of={account.problem} />
        <UsageView account={value} />
        <KeysView />
        {value !== null && (
          <LimitsView account={value} maySwitch={own.may_switch_pay_as_you_go} onChange={account.reload} />
        )}
        <BatchesView />
        <PasswordView />
        <div>
          <button type="button" onClick={leave(true)}>
            Sign out everywhere
          </button>
        </div>
      </main>
    </>
  )
}

void restoreSession().catch(() => (session.value = 'new'))
render(<AccountPage />, requirePage())
