import { useMemo } from 'preact/hooks'
import type { OutcomeSums } from '../../../http/admin/request-commands.ts'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { RequestPage } from '../../../store/request-log.ts'
import { zone } from '../../kit/zone.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { ParamPager, readParams } from '../parts/params.tsx'
import type { ViewProps } from '../parts/view-props.ts'
import { address, linkTo } from '../service/address.ts'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { Filters, FILTERS } from './filters.tsx'
import { Outcomes } from './outcomes.tsx'
import { OwnRange, RangeChoice } from './range-choice.tsx'
import { readRange, type Range } from './range.ts'
import { RequestTable } from './request-table.tsx'

const PER_PAGE = 50

/** What the view shows. */
interface Read {
  readonly page: RequestPage
  /** Of the whole time, whatever the outcome. */
  readonly sums: OutcomeSums
  readonly keys: readonly AdminKey[]
}

async function read(workspace: string, { fromMs, toMs }: Range): Promise<Read> {
  const filters = readParams(FILTERS)
  const time = { workspace, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  const after = address.value.params.get('after')
  const { outcome: _, reason: __, ...others } = filters
  const [page, sums, keys] = await Promise.all([
    administrate('requests.list', { ...time, ...filters, limit: PER_PAGE, ...(after === null ? {} : { after }) }),
    administrate('requests.sum', { ...time, ...others }),
    administrate('keys.list', { workspace }),
  ])
  return { page, sums, keys }
}

/** The requests of the last days: what was asked for, and why it failed. The address names what is shown. */
export function RequestsView({ workspace }: ViewProps) {
  const asked = address.value.params.toString()
  const range = useMemo(() => readRange(Date.now()), [asked, zone.value])
  const loaded = useLoaded(() => read(workspace.id, range), [workspace.id, range])
  return (
    <>
      <Head
        title="Requests"
        about="Requests of all keys, also of revoked and expired ones, and items of batches. They appear a few seconds after they end, and are kept for some days."
      >
        <RangeChoice range={range} />
      </Head>
      {range.name === 'own' && <OwnRange range={range} />}
      <Loading of={loaded}>{(found) => <Shown {...found} />}</Loading>
    </>
  )
}

function Shown({ page: { requests, next }, sums, keys }: Read) {
  const isFiltered = Object.keys(readParams(FILTERS)).length > 0
  return (
    <>
      <Outcomes sums={sums} />
      <Filters keys={keys} outcomes={[...new Set(sums.outcomes.map(({ outcome }) => outcome))]} />
      {requests.length > 0 && <RequestTable requests={requests} keys={keys} />}
      {requests.length === 0 && next === null && (
        <Empty title="No requests">
          {isFiltered ? (
            <>
              No request of this time matches the filters.{' '}
              <a href={linkTo('requests')}>Show all requests of 24 hours</a>.
            </>
          ) : (
            'The log has no request of this time. Choose a longer time, or send a request.'
          )}
        </Empty>
      )}
      {requests.length === 0 && next !== null && <p class="quiet">None on this page. Older ones follow.</p>}
      <ParamPager of="requests" next={next} />
    </>
  )
}
