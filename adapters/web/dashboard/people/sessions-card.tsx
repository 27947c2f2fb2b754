import { useSignal } from '@preact/signals'
import type { SessionList } from '../../../http/admin/dashboard-door.ts'
import type { ListedSession } from '../../../http/people/sessions.ts'
import { formatDuration, formatMoment } from '../../kit/format.ts'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { may, request, signOut, toError } from '../service/session.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

const PATH = '/admin/sessions'

async function read(): Promise<SessionList> {
  const answer = await request(PATH, { method: 'GET' }, true)
  if (!answer.ok) throw await toError(answer)
  return (await answer.json()) as SessionList
}

/** Sessions on all servers, and the way to end one's own. */
export function SessionsCard() {
  const loaded = useLoaded(read, [])
  const problem = useSignal<string | null>(null)
  const end = (): void => {
    signOut(true).catch((error: Error) => (problem.value = error.message))
  }
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>{may('owner') ? 'Sessions' : 'Your sessions'}</h2>
        <button type="button" onClick={end}>
          Sign me out everywhere
        </button>
      </div>
      <div role="status">{problem.value !== null && <p class="notice bad">{problem.value}</p>}</div>
      <Loading of={loaded}>
        {({ sessions, own }) => (
          <Table label="Sessions" columns={columnsOf(own)} rows={sessions} keyOf={({ name }) => name} />
        )}
      </Loading>
    </section>
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
