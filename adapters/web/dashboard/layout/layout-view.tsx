import { useSignal } from '@preact/signals'
import type { NamedLayout } from '../../../observe/field-layouts.ts'
import { formatNumber } from '../../kit/format.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { address, changeParams, linkTo } from '../service/address.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { FieldDetail } from './field-detail.tsx'
import { FieldTable } from './field-table.tsx'
import { BEFORE_CHOICES, readLayout, readTimes, RECENT_CHOICES, type Times } from './read-layout.ts'

/** Which fields have values, and which selectors gave them: where a marketplace changes its pages, it shows here first. */
export function LayoutView() {
  const times = readTimes()
  const loaded = useLoaded(() => readLayout(times), [times.recentDays, times.beforeDays])
  return (
    <>
      <Head
        title="Layout"
        about="How often each field had a value, and which selector gave it, in two times. A field that loses its values, or a first selector that stops winning, is a change of the pages."
      >
        <DaysChoice name="recent" label="Recent" choices={RECENT_CHOICES} days={times.recentDays} />
        <DaysChoice name="before" label="Compared with" choices={BEFORE_CHOICES} days={times.beforeDays} />
      </Head>
      <Loading of={loaded}>{(fields) => <Shown times={times} fields={fields} />}</Loading>
    </>
  )
}

interface DaysChoiceProps {
  readonly name: 'recent' | 'before'
  readonly label: string
  readonly choices: readonly number[]
  readonly days: number
}

function DaysChoice({ name, label, choices, days }: DaysChoiceProps) {
  const text = (count: number): string => {
    if (name === 'before') return `the ${count} days before`
    return count === 1 ? 'Today' : `Last ${count} days`
  }
  return (
    <select
      aria-label={label}
      value={days}
      onChange={({ currentTarget }) => changeParams({ [name]: currentTarget.value })}
    >
      {choices.map((count) => (
        <option key={count} value={count}>
          {text(count)}
        </option>
      ))}
    </select>
  )
}

interface ShownProps {
  readonly times: Times
  readonly fields: readonly NamedLayout[]
}

const keyOf = ({ record, domain, field }: NamedLayout): string => `${record} ${domain} ${field}`

function Shown({ times, fields }: ShownProps) {
  const opened = useSignal('')
  const wanted = useSignal('')
  const { params } = address.value
  if (fields.length === 0) {
    return (
      <Empty title="No field was read yet">
        Send a request with a <a href={linkTo('keys')}>live key</a>. The fields of its record are counted here.
      </Empty>
    )
  }
  const [record, domain] = [params.get('record') ?? '', params.get('domain') ?? '']
  const text = wanted.value.trim().toLowerCase()
  const shown = fields.filter(
    (layout) =>
      (record === '' || layout.record === record) &&
      (domain === '' || layout.domain === domain) &&
      layout.field.toLowerCase().includes(text),
  )
  const open = fields.find((layout) => keyOf(layout) === opened.value)
  return (
    <>
      <Verdict fields={shown} />
      <div class="row">
        <Choice name="record" all="All records" values={fields.map((layout) => layout.record)} value={record} />
        <Choice name="domain" all="All domains" values={fields.map((layout) => layout.domain)} value={domain} />
        <input
          type="search"
          aria-label="Field"
          placeholder="Field"
          value={wanted.value}
          onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
        />
        <a href={linkTo('sources')}>Answers of the marketplaces</a>
      </div>
      {open !== undefined && (
        <FieldDetail layout={open} days={times.all} onClose={() => (opened.value = '')} key={opened.value} />
      )}
      <FieldTable fields={shown} keyOf={keyOf} onOpen={(layout) => (opened.value = keyOf(layout))} />
    </>
  )
}

/** What the fields that are shown say together. */
function Verdict({ fields }: { readonly fields: readonly NamedLayout[] }) {
  const count = (...drifts: readonly NamedLayout['drift'][]): number =>
    fields.filter(({ drift }) => drifts.includes(drift)).length
  const parts = [
    [count('vanished'), 'without values that they had'],
    [count('rarer'), 'with fewer values'],
    [count('unread'), 'shown in a form that can not be read'],
    [count('stopped', 'falling'), 'read from other selectors'],
  ] as const
  const said = parts.filter(([of]) => of > 0).map(([of, what]) => `${formatNumber(of)} ${what}`)
  return (
    <p class={said.length > 0 ? 'notice warn' : 'notice'} role="status">
      {said.length > 0
        ? `Fields that have changed: ${said.join(', ')}.`
        : `No change that is larger than chance in ${formatNumber(fields.length)} fields.`}
    </p>
  )
}

interface ChoiceProps {
  readonly name: 'record' | 'domain'
  readonly all: string
  readonly values: readonly string[]
  readonly value: string
}

function Choice({ name, all, values, value }: ChoiceProps) {
  return (
    <select
      aria-label={name === 'record' ? 'Record' : 'Domain'}
      value={value}
      onChange={({ currentTarget }) =>
        changeParams({ [name]: currentTarget.value === '' ? null : currentTarget.value })
      }
    >
      <option value="">{all}</option>
      {[...new Set(values)].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}
