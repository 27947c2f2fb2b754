import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AdminBatch, AdminBatchPage } from '../../../http/admin/batch-commands.ts'
import { formatMoment, formatNumber } from '../../parts/format.ts'
import { address, changeParams, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { Empty, Head } from '../parts/head.tsx'
import { Loading } from '../parts/loading.tsx'
import { useLoaded } from '../service/use-loaded.ts'
import type { ViewProps } from '../parts/view-props.ts'
import { Progress, State } from './progress.tsx'

const PER_PAGE = 50
/** Pause between two polls while a batch runs, and while none does. Unit: ms. */
const RUNNING_MS = 2000
const IDLE_MS = 10_000

export const isRunning = ({ completed_at }: AdminBatch): boolean => completed_at === null

/** The batches of a workspace. The first page follows what happens. */
export function BatchesView({ workspace }: ViewProps) {
  const kind = address.value.params.get('kind') === 'test' ? 'test' : 'live'
  const read = (after: string | null, isUnattended: boolean): Promise<AdminBatchPage> => {
    const input = { workspace: workspace.id, kind, limit: PER_PAGE, ...(after === null ? {} : { after }) }
    return administrate<AdminBatchPage>('batches.list', input, isUnattended)
  }
  const loaded = useLoaded((isUnattended) => read(null, isUnattended), [workspace.id, kind], {
    again: ({ batches }) => (batches.some(isRunning) ? RUNNING_MS : IDLE_MS),
  })
  return (
    <>
      <Head title="Batches" about="Items that are worked on in the background. Newest first.">
        <select
          aria-label="Kind of keys"
          value={kind}
          onChange={({ currentTarget }) => changeParams({ kind: currentTarget.value })}
        >
          <option value="live">Live keys</option>
          <option value="test">Sandbox keys</option>
        </select>
      </Head>
      <Loading of={loaded}>
        {(first) =>
          first.batches.length === 0 ? (
            <Empty title="No batches yet">
              Programs create a batch with <code>POST /api/v1/market/batch</code>, and a{' '}
              {kind === 'test' ? 'sandbox' : kind} key.
            </Empty>
          ) : (
            <Pages first={first} read={(after) => read(after, false)} key={`${workspace.id} ${kind}`} />
          )
        }
      </Loading>
    </>
  )
}

interface PagesProps {
  readonly first: AdminBatchPage
  readonly read: (after: string) => Promise<AdminBatchPage>
}

/** The first page, and older ones that were asked for. */
function Pages({ first, read }: PagesProps) {
  const older = useSignal<readonly AdminBatch[]>([])
  const next = useSignal<string | null>(first.next)
  const problem = useSignal<string | null>(null)
  useEffect(() => {
    if (older.value.length === 0) next.value = first.next
  }, [first.next])
  const known = new Set(first.batches.map(({ id }) => id))
  const batches = [...first.batches, ...older.value.filter(({ id }) => !known.has(id))]
  const more = async (after: string): Promise<void> => {
    try {
      const page = await read(after)
      // Batches that were created meanwhile have moved those of the first page: they are kept.
      older.value = [...(older.value.length === 0 ? batches : older.value), ...page.batches]
      next.value = page.next
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  return (
    <>
      <div class="scroll card" tabIndex={0} role="region" aria-label="Batches">
        <table>
          <thead>
            <tr>
              <th scope="col">Created</th>
              <th scope="col">State</th>
              <th scope="col">Items</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Webhook</th>
              <th scope="col" class="number">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={batch.id}>
                <th scope="row">
                  <a href={linkTo('batches', batch.id)}>{formatMoment(batch.created_at)}</a>
                </th>
                <td>
                  <State of={batch.status} />
                </td>
                <td>
                  <Progress of={batch} />
                </td>
                <td>{batch.endpoint}</td>
                <td>
                  {batch.webhook_delivery_status === null ? (
                    <span class="quiet">none</span>
                  ) : (
                    <State of={batch.webhook_delivery_status} />
                  )}
                </td>
                <td class="number">{formatNumber(batch.credits_charged)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem.value !== null && <p class="notice bad">{problem.value}</p>}
      {next.value !== null && (
        <div>
          <button type="button" onClick={() => void more(next.value ?? '')}>
            Show older
          </button>
        </div>
      )}
    </>
  )
}
