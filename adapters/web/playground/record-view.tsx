import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Check } from '../kit/check.tsx'
import { formatNumber } from '../kit/format.ts'
import { ofAllRecords, requireFacts } from '../kit/records.ts'
import { EntryButton } from './entry-button.tsx'
import { FieldList } from './field-list.tsx'
import { PageWords } from './page-words.tsx'
import type { RowView } from './provenance.ts'
import { scrollToEntry } from './scroll-to-entry.ts'
import { chosen, pointed, type Shown } from './state.ts'

/** The fields of the record, then row by row. */
export function RecordView({ shown }: { readonly shown: Shown }) {
  const showsEmpty = useSignal(false)
  // The field that the address names.
  useEffect(() => {
    if (chosen.value !== null) scrollToEntry(chosen.value)
  }, [shown.reading.id])
  const { fields, rows } = shown.provenance
  if (fields.length === 0) return <NoRecord shown={shown} />
  const empty = [...fields, ...rows.flatMap((row) => row.fields)].filter(
    ({ isEmpty, issue }) => isEmpty && issue === null,
  )
  return (
    <>
      <Check
        label={`Show ${formatNumber(empty.length)} fields that the page does not show`}
        checked={showsEmpty.value}
        onCheck={(isChecked) => (showsEmpty.value = isChecked)}
      />
      <FieldList fields={fields} showsEmpty={showsEmpty.value} />
      {rows.length > 0 && (
        <ol class="rows">
          {rows.map((row) => (
            <Row key={row.path} row={row} showsEmpty={showsEmpty.value} />
          ))}
        </ol>
      )}
    </>
  )
}

function Row({ row, showsEmpty }: { readonly row: RowView; readonly showsEmpty: boolean }) {
  const { path } = row
  const isOpen = chosen.value === path || (chosen.value?.startsWith(`${path}.`) ?? false)
  const isPointed = pointed.value.paths.some((other) => other === path || other.startsWith(`${path}.`))
  const price = row.fields.find(({ name }) => name === 'price')
  const currency = row.fields.find(({ name }) => name === 'currency')
  const issues = row.fields.filter(({ issue }) => issue !== null)
  return (
    <li class={isPointed ? 'pointed' : ''} data-path={path}>
      <EntryButton path={path} isOpen={isOpen}>
        <span class={row.isAd ? 'tag warn' : 'tag good'}>{row.label}</span>
        <PageWords class="value" text={row.title} />
        <span class="number">
          {typeof price?.value === 'number' && `${formatNumber(price.value)} ${String(currency?.value)}`}
          {issues.length > 0 && <span class="tag bad">{formatNumber(issues.length)} issues</span>}
        </span>
      </EntryButton>
      {isOpen && <FieldList fields={row.fields} showsEmpty={showsEmpty} />}
    </li>
  )
}

function NoRecord({ shown }: { readonly shown: Shown }) {
  const { record, extraction } = shown.reading
  const { kind, evidence } = extraction
  if (record !== null) {
    return (
      <div class="empty">
        <h2>This page does not show it</h2>
        <p>
          Nothing of the record “{requireFacts(record).title}” was found on this page of the kind{' '}
          <strong>{kind.replaceAll('_', ' ')}</strong>.
        </p>
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>This page has no record</h2>
      <p>
        Its kind: <strong>{kind.replaceAll('_', ' ')}</strong> ({evidence}). Pages {ofAllRecords} have a record. Save
        such a page as HTML, and open that.
      </p>
    </div>
  )
}
