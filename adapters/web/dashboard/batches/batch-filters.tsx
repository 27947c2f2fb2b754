import type { TargetedSubmitEvent } from 'preact'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { address, changeParams } from '../service/address.ts'
import { textOf } from '../../kit/text-of.ts'

const FILTERS = ['state', 'key', 'reference', 'text']

const STATES = {
  running: 'Not ended',
  succeeded: 'All succeeded',
  partly_failed: 'Partly failed',
  failed: 'All failed, or canceled',
} as const

/** The filters that the address asks for. */
export function readFilters(): Readonly<Record<string, string>> {
  const { params } = address.value
  const given = FILTERS.map((name) => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

const change = (name: string, value: string): void => changeParams({ [name]: value === '' ? null : value, after: null })

interface BatchFiltersProps {
  readonly keys: readonly AdminKey[]
  readonly kind: 'live' | 'test'
}

/** Chooses which batches are shown. */
export function BatchFilters({ keys, kind }: BatchFiltersProps) {
  const given = readFilters()
  const choice = (name: string, label: string, all: string, options: readonly (readonly [string, string])[]) => (
    <select
      aria-label={label}
      value={given[name] ?? ''}
      onChange={({ currentTarget }) => change(name, currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
  return (
    <div class="row filters">
      {choice('state', 'State', 'All states', Object.entries(STATES))}
      {choice(
        'key',
        'Key',
        'All keys',
        keys.filter((key) => key.kind === kind).map(({ id, name }) => [id, name]),
      )}
      <Search name="text" label="Part of an id or of metadata" />
      <Search name="reference" label="Reference of an item" />
    </div>
  )
}

function Search({ name, label }: { readonly name: string; readonly label: string }) {
  const value = readFilters()[name] ?? ''
  const search = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change(name, textOf(new FormData(event.currentTarget), name))
  }
  return (
    <form class="row" onSubmit={search} key={value}>
      <input name={name} type="search" aria-label={label} placeholder={label} maxLength={200} defaultValue={value} />
      <button type="submit">
        Search<span class="unseen"> by {label.toLowerCase()}</span>
      </button>
    </form>
  )
}
