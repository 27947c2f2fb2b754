import { useSignal } from '@preact/signals'
import type { NamedLayout } from '../../../observe/field-layouts.ts'
import { formatNumber } from '../../kit/format.ts'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { address, linkTo } from '../service/address.ts'
import { ParamSelect } from '../parts/params.tsx'
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
        <ParamSelect name="recent" label="Recent" options={RECENT} value={String(times.recentDays)} />
        <ParamSelect name="before" label="Compared with" options={BEFORE} value={String(times.beforeDays)} />
      </Head>
      <Loading of={loaded}>{(fields) => <Shown times={times} fields={fields} />}</Loading>
    </>
  )
}

const RECENT = RECENT_CHOICES.map((days) => [String(days), days === 1 ? 'Today' : `Last ${days} days`] as const)
const BEFORE = BEFORE_CHOICES.map((days) => [String(days), `the ${days} days before`] as const)

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
  const distinct = (valueOf: (layout: NamedLayout) => string): string[] => [...new Set(fields.map(valueOf))]
  const open = fields.find((layout) => keyOf(layout) === opened.value)
  return (
    <>
      <Verdict fields={shown} />
      <div class="row">
        <ParamSelect name="record" label="Record" all="All records" options={distinct(({ record: name }) => name)} />
        <ParamSelect name="domain" label="Domain" all="All domains" options={distinct(({ domain: name }) => name)} />
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
