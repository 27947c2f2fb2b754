import type { AdminKey } from '../../../http/admin/print-key.ts'
import { capitalize } from '../../kit/capitalize.ts'
import { records } from '../../kit/records.ts'
import { changeParam, ParamSearch, ParamSelect, readParams } from '../parts/params.tsx'

/** Filters, by their parameters in the address. */
export const FILTERS = ['outcome', 'reason', 'key', 'record', 'batch', 'text'] as const

interface FiltersProps {
  readonly keys: readonly AdminKey[]
  /** Errors that there are. */
  readonly outcomes: readonly string[]
}

/** Chooses which requests are shown. */
export function Filters({ keys, outcomes }: FiltersProps) {
  const given = readParams(FILTERS)
  const known = new Set([...outcomes, given['outcome'] ?? ''])
  const errors = [...known].filter((error) => !['', 'ok', 'failed'].includes(error))
  return (
    <div class="row filters">
      <ParamSelect
        name="outcome"
        label="Outcome"
        all="All outcomes"
        options={[['failed', 'Failed'], ['ok', 'Succeeded'], ...errors]}
      />
      <ParamSelect
        name="key"
        label="Key"
        all="All keys"
        options={keys.toReversed().map(({ id, name, prefix }) => [id, `${name} (${prefix}…)`])}
      />
      <ParamSelect
        name="record"
        label="Record"
        all="All records"
        options={records.map(({ name, plural }) => [name, capitalize(plural)])}
      />
      <ParamSearch name="text" label="Text of the input or id" />
      {['reason', 'batch']
        .filter((name) => given[name] !== undefined)
        .map((name) => (
          <button type="button" key={name} onClick={() => changeParam(name, '')}>
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
