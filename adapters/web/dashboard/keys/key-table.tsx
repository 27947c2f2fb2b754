import type { ComponentChildren } from 'preact'
import type { Key } from '../../../store/keys.ts'
import type { Usage } from '../../../store/ledger.ts'
import { formatMoment, formatNumber } from '../../parts/format.ts'
import { linkTo } from '../service/address.ts'

interface KeyTableProps {
  readonly caption: string
  readonly keys: readonly Key[]
  readonly usage: readonly Usage[]
  readonly actions?: (key: Key) => ComponentChildren
}

/** Keys in a table, the newest first. */
export function KeyTable({ caption, keys, usage, actions }: KeyTableProps) {
  const credits = new Map<string, number>()
  for (const row of usage) credits.set(row.keyId, (credits.get(row.keyId) ?? 0) + row.credits)
  return (
    <div class="scroll card" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Prefix</th>
            <th scope="col">May</th>
            <th scope="col">Last used</th>
            <th scope="col" class="number">
              Credits, 90 days
            </th>
            {actions !== undefined && (
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.toReversed().map((key) => (
            <tr key={key.id}>
              <th scope="row" class="wrap">
                {key.name} {key.kind === 'test' && <span class="tag">sandbox</span>} <State of={key} />
              </th>
              <td>
                <code>
                  svc_{key.kind}_{key.prefix}…
                </code>
              </td>
              <td class="small">{key.scopes.join(', ')}</td>
              <td>{key.lastUsedAtMs === null ? <span class="quiet">never</span> : formatMoment(key.lastUsedAtMs)}</td>
              <td class="number">
                <a href={linkTo('usage', null, { key: key.id })}>{formatNumber(credits.get(key.id) ?? 0)}</a>
              </td>
              {actions !== undefined && <td class="actions">{actions(key)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function State({ of: { revokedAtMs, expiresAtMs } }: { readonly of: Key }) {
  if (revokedAtMs !== null) return <span class="tag bad">revoked {formatMoment(revokedAtMs)}</span>
  if (expiresAtMs === null) return null
  const isOver = expiresAtMs <= Date.now()
  return (
    <span class={isOver ? 'tag bad' : 'tag warn'}>
      {isOver ? 'expired' : 'expires'} {formatMoment(expiresAtMs)}
    </span>
  )
}
