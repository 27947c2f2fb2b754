import type { StatisticsRow } from '../../../http/admin/statistics-commands.ts'
import { formatDuration, formatNumber, formatShare } from '../../parts/format.ts'
import { endpointOf, groupBy, sumRequests, timeOf, type RequestSum } from './request-sums.ts'

/** A time of `timeOf` for a person. */
export function formatTime(ms: number | null): string {
  if (ms === null) return '–'
  return ms === Infinity ? `over ${formatDuration(45_000)}` : formatDuration(ms)
}

export function EndpointTable({ rows }: { readonly rows: readonly StatisticsRow[] }) {
  return (
    <section class="card stack">
      <h2>Endpoints</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Endpoints">
        <table>
          <thead>
            <tr>
              <th scope="col">Endpoint</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Succeeded
              </th>
              <th scope="col" class="number">
                Half within
              </th>
              <th scope="col" class="number">
                95 % within
              </th>
            </tr>
          </thead>
          <tbody>
            {[...groupBy(rows, endpointOf)].map(([endpoint, own]) => {
              const sum = sumRequests(own)
              return (
                <tr key={endpoint}>
                  <th scope="row">{endpoint}</th>
                  <td class="number">{formatNumber(sum.total)}</td>
                  <td class="number">{formatShare(sum.ok / sum.total)}</td>
                  <td class="number">{formatTime(timeOf(sum, 0.5))}</td>
                  <td class="number">{formatTime(timeOf(sum, 0.95))}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

export function ErrorTable({ sum: { errors, total } }: { readonly sum: RequestSum }) {
  return (
    <section class="card stack">
      <h2>Errors</h2>
      {errors.size === 0 ? (
        <p class="quiet">No request has failed.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Error</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Of all
              </th>
            </tr>
          </thead>
          <tbody>
            {[...errors]
              .toSorted(([, a], [, b]) => b - a)
              .map(([error, count]) => (
                <tr key={error}>
                  <th scope="row" class="wrap">
                    <code>{error}</code>
                  </th>
                  <td class="number">{formatNumber(count)}</td>
                  <td class="number">{formatShare(count / total)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
