import type { AdminOperator, OperatorWithPassword } from '../../../http/admin/people-commands.ts'
import type { Role } from '../../../store/people.ts'
import { Button } from '../../kit/button.tsx'
import { Checks } from '../../kit/check.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Select } from '../../kit/select.tsx'
import { textOf } from '../../kit/text-of.ts'
import { administrate } from '../service/administrate.ts'
import { may } from '../service/session.ts'
import { PeopleCard, type Perform } from './people-card.tsx'

/** Roles, from the least on, and what each may do. */
const ROLES: Readonly<Record<Role, string>> = {
  reader: 'reads, and changes nothing',
  operator: 'also changes workspaces, keys and batches',
  owner: 'also erases, backs up, and changes the operators',
}

const toSecret = ({ operator, password }: OperatorWithPassword) => ({ name: operator.name, secret: password })

/** The operators and their roles, which owners change. */
export function OperatorsCard() {
  const isOwner = may('owner')
  return (
    <PeopleCard<AdminOperator>
      title="Operators"
      label="Operators"
      gives="password"
      about={() => 'It is shown only this once, and can be changed after signing in.'}
      columns={(perform) => [
        { title: 'Name', as: 'wrap', cell: ({ name }) => name },
        {
          title: 'Role',
          cell: ({ name: operator, role }) =>
            isOwner ? (
              <Select
                label={`Role of ${operator}`}
                class="small"
                options={Object.keys(ROLES)}
                value={role}
                onChange={(to) => perform(() => administrate('operators.update', { operator, role: to }))}
              />
            ) : (
              role
            ),
        },
        { title: 'Added', cell: ({ createdAtMs }) => formatMoment(createdAtMs) },
      ]}
      list={() => administrate('operators.list', {})}
      of=""
      change={isOwner ? CHANGE : null}
    >
      There is no operator yet. Everyone signs in with the token of the administration.
    </PeopleCard>
  )
}

const CHANGE = {
  addTitle: 'Add an operator',
  addAction: 'Add',
  hint: 'Such as ada, or ada@example.com.',
  maxLength: 64,
  fields: (
    <Checks
      legend="Role"
      name="role"
      type="radio"
      options={Object.entries(ROLES).map(([role, text]) => [role, `${role}: ${text}`])}
      chosen={['reader']}
    />
  ),
  add: async (operator: string, form: FormData) =>
    toSecret(await administrate('operators.create', { operator, role: textOf(form, 'role') })),
  reset: async (operator: string) => toSecret(await administrate('operators.reset', { operator })),
  remove: (operator: string) => administrate('operators.remove', { operator }),
  actions: (operator: string, perform: Perform) => (
    <Button
      text="Sign out"
      of={operator}
      class="plain"
      onClick={() => perform(() => administrate('operators.sign-out', { operator }))}
    />
  ),
}
