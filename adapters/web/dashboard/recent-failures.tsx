import { DAY_MS } from '../../../core/policy/index.ts'
import { useMemo } from 'preact/hooks'
import { administrate } from './service/administrate.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { Loading } from '../kit/loading.tsx'
import { Outcomes } from './requests/outcomes.tsx'
import type { ViewProps } from './parts/view-props.ts'

/** Requests of the workspace that failed in the last 24 hours, each reason with a link to them. */
export function RecentFailures({ workspace: { id: workspace } }: ViewProps) {
  const nowMs = useMemo(() => Date.now(), [workspace])
  const time = { from: new Date(nowMs - DAY_MS).toISOString(), to: new Date(nowMs + 1).toISOString() }
  const loaded = useLoaded(() => administrate('requests.sum', { workspace, ...time }, true), [workspace])
  return (
    <>
      <h2>Requests of the last 24 hours</h2>
      <Loading of={loaded}>{(sums) => <Outcomes sums={sums} />}</Loading>
    </>
  )
}
