import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatNumber } from '../parts/format.ts'
import { EntryButton } from './entry-button.tsx'
import { FieldList } from './field-list.tsx'
import type { CardView } from './provenance.ts'
import { scrollToEntry } from './scroll-to-entry.ts'
import { chosen, pointed, type Shown } from './state.ts'

/** The fields of the record: of a product, or card by card. */
export function RecordView({ shown }: { readonly shown: Shown }) {
  const showsEmpty = useSignal(false)
  // The field that the address names.
  useEffect(() => {
    if (chosen.value !== null) scrollToEntry(chosen.value)
  }, [shown.id])
  const { fields, cards } = shown.provenance
  if (fields.length === 0) return <NoRecord shown={shown} />
  const empty = [...fields, ...cards.flatMap((card) => card.fields)].filter(
    ({ isEmpty, issue }) => isEmpty && issue === null,
  )
  return (
    <>
      <label class="check small">
        <input
          type="checkbox"
          checked={showsEmpty.value}
          onChange={({ currentTarget }) => (showsEmpty.value = currentTarget.checked)}
        />
        Show {formatNumber(empty.length)} fields that the page does not show
      </label>
      {cards.length === 0 && <FieldList fields={fields} showsEmpty={showsEmpty.value} />}
      {cards.length > 0 && (
        <ol class="cards">
          {cards.map((card) => (
            <Card key={card.path} card={card} showsEmpty={showsEmpty.value} />
          ))}
        </ol>
      )}
    </>
  )
}

function Card({ card, showsEmpty }: { readonly card: CardView; readonly showsEmpty: boolean }) {
  const { path } = card
  const isOpen = chosen.value === path || (chosen.value?.startsWith(`${path}.`) ?? false)
  const isPointed = pointed.value.paths.some((other) => other === path || other.startsWith(`${path}.`))
  const price = card.fields.find(({ name }) => name === 'price')
  const currency = card.fields.find(({ name }) => name === 'currency')
  const issues = card.fields.filter(({ issue }) => issue !== null)
  return (
    <li class={isPointed ? 'pointed' : ''} data-path={path}>
      <EntryButton path={path} isOpen={isOpen}>
        <span class={card.isAd ? 'tag warn' : 'tag good'}>{card.label}</span>
        <span class="value">{card.title}</span>
        <span class="number">
          {typeof price?.value === 'number' && `${formatNumber(price.value)} ${String(currency?.value)}`}
          {issues.length > 0 && <span class="tag bad">{formatNumber(issues.length)} issues</span>}
        </span>
      </EntryButton>
      {isOpen && <FieldList fields={card.fields} showsEmpty={showsEmpty} />}
    </li>
  )
}

function NoRecord({ shown }: { readonly shown: Shown }) {
  const { kind, evidence } = shown.reading.extraction
  return (
    <div class="empty">
      <h2>This page has no record</h2>
      <p>
        Its kind: <strong>{kind.replaceAll('_', ' ')}</strong> ({evidence}). Pages of products and of searches have a
        record. Save the page of a product or of a search as HTML, and open that.
      </p>
    </div>
  )
}
