import type { AdminMember, MemberWithLink } from '../../../http/admin/people-commands.ts'
import type { Workspace } from '../../../store/workspaces.ts'
import { formatMoment } from '../../kit/format.ts'
import type { Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { PeopleCard } from './people-card.tsx'

const COLUMNS: readonly Column<AdminMember>[] = [
  { title: 'Name', as: 'wrap', cell: ({ name }) => name },
  { title: 'State', cell: describeState },
  { title: 'Added', cell: ({ createdAtMs }) => formatMoment(createdAtMs) },
]

function describeState({ hasPassword, linkExpiresAtMs }: AdminMember): string {
  if (hasPassword) return 'has a password'
  return linkExpiresAtMs === null ? 'has no link' : `invited until ${formatMoment(linkExpiresAtMs)}`
}

const toSecret = ({ name, link }: MemberWithLink) => ({ name, secret: link })

/** The people of a workspace, who sign in at the customers' door. */
export function MembersCard({ of: { id: workspace, name: title } }: { readonly of: Workspace }) {
  return (
    <PeopleCard
      title={`Members of ${title}`}
      label="Members"
      gives="link"
      about={({ secret }) =>
        `It is shown only this once, and works once, for 7 days.${secret.startsWith('/') ? ' Put the address of the service before it.' : ''}`
      }
      columns={() => COLUMNS}
      list={() => administrate('members.list', { workspace })}
      of={workspace}
      change={{
        addTitle: 'Invite a member',
        addAction: 'Create the link',
        hint: 'Such as ada@example.com. The person signs in with it, and sees this workspace alone.',
        maxLength: 100,
        add: async (member) => toSecret(await administrate('members.invite', { workspace, member })),
        reset: async (member) => toSecret(await administrate('members.reset', { workspace, member })),
        remove: (member) => administrate('members.remove', { workspace, member }),
      }}
    >
      Nobody. Members see their workspace at <code>/account</code>, if the server has{' '}
      <code>SHELFMARK_CUSTOMER_DOOR=on</code>.
    </PeopleCard>
  )
}
