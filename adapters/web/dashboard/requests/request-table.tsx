import { useSignal } from '@preact/signals'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import type { LoggedRequest } from '../../../store/request-log.ts'
import { Button } from '../../kit/button.tsx'
import { Cut } from '../../kit/cut.tsx'
import { formatDuration, formatMoment, formatNumber } from '../../kit/format.ts'
import { Table, type Column } from '../../kit/table.tsx'
import { linkTo } from '../service/address.ts'
import { Outcome } from './outcome.tsx'
import { RequestDetail } from './request-detail.tsx'

interface RequestTableProps {
  readonly requests: readonly LoggedRequest[]
  readonly keys: readonly AdminKey[]
}

/** Requests, each with a button that shows all of it. */
export function RequestTable({ requests, keys }: RequestTableProps) {
  const shown = useSignal<LoggedRequest | null>(null)
  const names = new Map(keys.map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`]))
  const nameOf = ({ keyId }: LoggedRequest): string => names.get(keyId) ?? keyId
  const columns: readonly Column<LoggedRequest>[] = [
    {
      title: 'Ended',
      cell: (request) => (
        <Button
          text={formatMoment(request.atMs)}
          of="– show the request"
          class="plain"
          onClick={() => (shown.value = request)}
        />
      ),
    },
    { title: 'Outcome', cell: (request) => <Outcome of={request} /> },
    {
      title: 'Input',
      as: 'wrap',
      cell: ({ input, endpoint }) => (
        <code class="input" dir="auto">
          {input === '' ? endpoint : input}
        </code>
      ),
    },
    {
      title: 'Record',
      cell: ({ record, batchId }) => (
        <>
          {record ?? <span class="quiet">–</span>}{' '}
          {batchId !== null && <a href={linkTo('batches', batchId)}>of a batch</a>}
        </>
      ),
    },
    { title: 'Key', cell: (request) => <Cut text={nameOf(request)} /> },
    { title: 'Attempts', as: 'number', cell: ({ attempts }) => formatNumber(attempts) },
    { title: 'Took', as: 'number', cell: ({ durationMs }) => formatDuration(durationMs) },
    { title: 'Credits', as: 'number', cell: ({ credits }) => formatNumber(credits) },
  ]
  return (
    <>
      <Table isCard label="Requests" columns={columns} rows={requests} keyOf={({ id }) => id} />
      {shown.value !== null && (
        <RequestDetail request={shown.value} keyName={nameOf(shown.value)} onClose={() => (shown.value = null)} />
      )}
    </>
  )
}
