import type { SessionList } from '../../../http/admin/dashboard-door.ts'
import type { ListedSession } from '../../../http/people/sessions.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { formatDuration, formatMoment } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Problem } from '../../kit/notice.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { ask, may, signOut } from '../service/session.ts'

/** Sessions on all servers, and the way to end one's own. */
export function SessionsCard() {
  const loaded = useLoaded(() => ask<SessionList>('GET', 'sessions', undefined, true), [])
  const { problem, run } = useAction()
  return (
    <Card
      title={may('owner') ? 'Sessions' : 'Your sessions'}
      actions={<Button text="Sign me out everywhere" onClick={() => run(() => signOut(true))} />}
    >
      <Problem text={problem} />
      <Loading of={loaded}>
        {({ sessions, own }) => (
          <Table label="Sessions" columns={columnsOf(own)} rows={sessions} keyOf={({ name }) => name} />
        )}
      </Loading>
    </Card>
  )
}

function columnsOf(own: string | null): readonly Column<ListedSession>[] {
  return [
    {
      title: 'Who',
      cell: ({ operator, name }) => (
        <>
          {operator ?? 'with the token'} {name === own && <span class="tag good">this one</span>}
        </>
      ),
    },
    { title: 'Address', cell: ({ address }) => address ?? <span class="quiet">unknown</span> },
    { title: 'Since', cell: ({ startedAtMs }) => formatMoment(startedAtMs) },
    { title: 'Unused for', as: 'number', cell: ({ unusedMs }) => formatDuration(unusedMs) },
  ]
}
