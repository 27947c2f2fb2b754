import { Head } from '../../kit/head.tsx'
import { may, session } from '../service/session.ts'
import { workspace } from '../service/workspaces.ts'
import { AuditView } from './audit-view.tsx'
import { MembersCard } from './members-card.tsx'
import { OperatorsCard } from './operators-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Who administers, their sessions, and what they did. */
export function PeopleView() {
  const { value } = session
  const own = typeof value === 'object' ? value : null
  return (
    <>
      <Head
        title="People"
        about={
          own?.operator === null
            ? 'You have signed in with the token of the administration, which is an owner.'
            : `You have signed in as ${own?.operator ?? ''}, with the role ${own?.role ?? ''}.`
        }
      />
      <OperatorsCard />
      {workspace.value !== null && may('operator') && <MembersCard of={workspace.value} key={workspace.value.id} />}
      <div class="columns">
        <SessionsCard />
        {own?.operator !== null && <PasswordCard />}
      </div>
      <AuditView />
    </>
  )
}
