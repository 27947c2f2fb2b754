import { DAY_MS, dayOf, forecastCredits, monthEndMs, monthOf, PACE_DAYS } from '../../../../core/policy/index.ts'
import type { AdminUsage } from '../../../http/admin/print-charges.ts'
import { formatNumber } from '../../kit/format.ts'
import type { ViewProps } from '../parts/view-props.ts'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/** Credits that the month will have used, at the pace of the last days. */
export function Forecast({ workspace }: ViewProps) {
  const loaded = useLoaded(() => read(workspace.id, Date.now()), [workspace.id])
  if (loaded.value === null) return null
  const { used, forecast } = loaded.value
  return (
    <p class="quiet">
      {formatNumber(used)} credits in this month (UTC). At the pace of the last {PACE_DAYS} days, about{' '}
      {formatNumber(forecast)} at its end.
    </p>
  )
}

async function read(workspace: string, nowMs: number): Promise<{ readonly used: number; readonly forecast: number }> {
  const month = `${monthOf(nowMs)}-01`
  const pace = { from: dayOf(nowMs - PACE_DAYS * DAY_MS), to: dayOf(nowMs - DAY_MS) }
  const from = month < pace.from ? month : pace.from
  const rows = await administrate('usage.read', { workspace, from, to: dayOf(nowMs) }, true)
  const sumOf = (isMeant: (row: AdminUsage) => boolean): number =>
    rows.filter(isMeant).reduce((sum, { credits }) => sum + credits, 0)
  const used = sumOf(({ day }) => day >= month)
  const lately = sumOf(({ day }) => day >= pace.from && day <= pace.to)
  return { used, forecast: forecastCredits(used, lately, monthEndMs(nowMs) - nowMs) }
}
