import type { TargetedSubmitEvent } from 'preact'
import { Select, type Option } from '../../kit/select.tsx'
import { textOf } from '../../kit/text-of.ts'
import { address, changeParams, linkWith } from '../service/address.ts'

/** The parameters of these names that the address has. */
export function readParams(names: readonly string[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, address.value.params.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Changes a parameter of the address, and begins with the first page. Empty: the address has none. */
export function changeParam(name: string, value: string): void {
  const reason = name === 'outcome' ? { reason: null } : {}
  changeParams({ [name]: value === '' ? null : value, after: null, ...reason })
}

interface ParamSelectProps {
  readonly name: string
  readonly label: string
  /** Text of the choice of all. Default: a value is always chosen. */
  readonly all?: string
  readonly options: readonly Option[]
  /** Default: that of the address. */
  readonly value?: string
}

/** Chooses a parameter of the address. */
export function ParamSelect({ name, label, all, options, value }: ParamSelectProps) {
  return (
    <Select
      label={label}
      none={all}
      options={options}
      value={value ?? address.value.params.get(name) ?? ''}
      onChange={(chosen) => changeParam(name, chosen)}
    />
  )
}

/** Asks for a text, which is a parameter of the address. */
export function ParamSearch({ name, label }: { readonly name: string; readonly label: string }) {
  const value = address.value.params.get(name) ?? ''
  const search = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    changeParam(name, textOf(new FormData(event.currentTarget), name))
  }
  return (
    <form class="row" role="search" aria-label={label} onSubmit={search} key={value}>
      <input name={name} type="search" aria-label={label} placeholder={label} maxLength={200} defaultValue={value} />
      <button type="submit">
        Search<span class="unseen"> by {label.toLowerCase()}</span>
      </button>
    </form>
  )
}

interface ParamPagerProps {
  /** What the pages have, for screen readers: `batches`. */
  readonly of: string
  /** Where the next page begins. Absent: null, this is the last. */
  readonly next: string | null
  /** Further parameters of the pages. */
  readonly params?: Readonly<Record<string, string>>
}

/** Leads to the newest and to older rows. The parameter `after` names the page. */
export function ParamPager({ of, next, params }: ParamPagerProps) {
  const isFirst = !address.value.params.has('after')
  if (isFirst && next === null) return null
  return (
    <nav class="row" aria-label={`Pages of ${of}`}>
      {!isFirst && (
        <a class="button" href={linkWith({ ...params, after: null })}>
          Newest
        </a>
      )}
      {next !== null && (
        <a class="button" href={linkWith({ ...params, after: next })}>
          Older
        </a>
      )}
    </nav>
  )
}

const DAYS = [7, 30, 90]

/** Days that the address asks for. */
export function readDays(): number {
  const asked = Number(address.value.params.get('days'))
  return DAYS.find((count) => count === asked) ?? 30
}

/** Chooses how many days are shown. */
export function DaysSelect() {
  const options = DAYS.map((count) => [String(count), `Last ${count} days`] as const)
  return <ParamSelect name="days" label="Time" options={options} value={String(readDays())} />
}
