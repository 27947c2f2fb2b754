import type { TargetedSubmitEvent } from 'preact'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { capitalize } from '../../kit/capitalize.ts'
import { records } from '../../kit/records.ts'
import { address, changeParams } from '../service/address.ts'
import { textOf } from '../../kit/text-of.ts'

/** Filters, by their parameters in the address. */
const FILTERS = ['outcome', 'reason', 'key', 'record', 'batch', 'text'] as const

/** The filters that the address asks for. */
export function readFilters(): Readonly<Record<string, string>> {
  const { params } = address.value
  const given = FILTERS.map((name) => [name, params.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

const change = (name: string, value: string): void =>
  changeParams({ [name]: value === '' ? null : value, after: null, ...(name === 'outcome' ? { reason: null } : {}) })

/** Chooses which requests are shown. `outcomes`: errors that there are. */
export function Filters({
  keys,
  outcomes,
}: {
  readonly keys: readonly AdminKey[]
  readonly outcomes: readonly string[]
}) {
  const given = readFilters()
  const errors = [...new Set([...outcomes, given['outcome'] ?? ''])]
  const search = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change('text', textOf(new FormData(event.currentTarget), 'text'))
  }
  return (
    <div class="row filters">
      <Choice
        name="outcome"
        label="Outcome"
        all="All outcomes"
        options={[
          ['failed', 'Failed'],
          ['ok', 'Succeeded'],
          ...errors.filter((error) => !['', 'ok', 'failed'].includes(error)).map((error) => [error, error] as const),
        ]}
      />
      <Choice
        name="key"
        label="Key"
        all="All keys"
        options={keys.toReversed().map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`] as const)}
      />
      <Choice
        name="record"
        label="Record"
        all="All records"
        options={records.map(({ name, plural }) => [name, capitalize(plural)] as const)}
      />
      <form class="row" role="search" onSubmit={search} key={given['text'] ?? ''}>
        <input
          name="text"
          type="search"
          aria-label="Text of the input or id"
          placeholder="Text of the input or id"
          maxLength={200}
          defaultValue={given['text'] ?? ''}
        />
        <button type="submit">Search</button>
      </form>
      {['reason', 'batch']
        .filter((name) => given[name] !== undefined)
        .map((name) => (
          <button type="button" key={name} onClick={() => change(name, '')}>
            <span class="cut">
              {name}: <code>{given[name]}</code>
            </span>
            <span aria-hidden="true">×</span>
            <span class="unseen">: remove this filter</span>
          </button>
        ))}
    </div>
  )
}

interface ChoiceProps {
  readonly name: (typeof FILTERS)[number]
  readonly label: string
  /** Option without a filter. */
  readonly all: string
  readonly options: readonly (readonly [value: string, text: string])[]
}

function Choice({ name, label, all, options }: ChoiceProps) {
  const chosen = readFilters()[name] ?? ''
  return (
    <select aria-label={label} value={chosen} onChange={({ currentTarget }) => change(name, currentTarget.value)}>
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
