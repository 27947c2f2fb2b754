import type { ComponentChildren } from 'preact'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { AdminUsage } from '../../../http/admin/print-charges.ts'
import { formatMoment, formatNumber } from '../../kit/format.ts'
import { Table, type Column } from '../../kit/table.tsx'
import { linkTo } from '../service/address.ts'

interface KeyTableProps {
  readonly caption: string
  readonly keys: readonly AdminKey[]
  readonly usage: readonly AdminUsage[]
  readonly actions?: (key: AdminKey) => ComponentChildren
}

/** Keys in a table, the newest first. */
export function KeyTable({ caption, keys, usage, actions }: KeyTableProps) {
  const credits = new Map<string, number>()
  for (const row of usage) credits.set(row.keyId, (credits.get(row.keyId) ?? 0) + row.credits)
  const columns: Column<AdminKey>[] = [
    {
      title: 'Name',
      as: 'wrap',
      cell: (key) => (
        <>
          {key.name} {key.kind === 'test' && <span class="tag">sandbox</span>} <State of={key} />
          <br />
          <code class="quiet">
            svc_{key.kind}_{key.prefix}…
          </code>
        </>
      ),
    },
    { title: 'Scopes', as: 'small', cell: ({ scopes }) => scopes.join(', ') },
    {
      title: 'Addresses',
      as: 'small',
      cell: ({ allowedAddresses }) =>
        allowedAddresses.length === 0 ? <span class="quiet">all</span> : allowedAddresses.join(', '),
    },
    { title: 'Created', as: 'small', cell: ({ createdAtMs }) => formatMoment(createdAtMs) },
    {
      title: 'Last used',
      as: 'small',
      cell: ({ lastUsedAtMs: time }) => (time === null ? <span class="quiet">never</span> : formatMoment(time)),
    },
    {
      title: 'Credits, 90 days',
      as: 'number',
      cell: ({ id }) => <a href={linkTo('usage', null, { key: id })}>{formatNumber(credits.get(id) ?? 0)}</a>,
    },
  ]
  if (actions !== undefined) columns.push({ title: 'Actions', as: 'actions', cell: actions })
  return <Table isCard hasCaption label={caption} columns={columns} rows={keys.toReversed()} keyOf={({ id }) => id} />
}

function State({ of: { revokedAtMs, expiresAtMs } }: { readonly of: AdminKey }) {
  if (revokedAtMs !== null) return <span class="tag bad">revoked {formatMoment(revokedAtMs)}</span>
  if (expiresAtMs === null) return null
  const isOver = expiresAtMs <= Date.now()
  return (
    <span class={isOver ? 'tag bad' : 'tag warn'}>
      {isOver ? 'expired' : 'expires'} {formatMoment(expiresAtMs)}
    </span>
  )
}
