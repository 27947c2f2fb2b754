import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { fieldOfPath } from '../../../core/index.ts'
import { Field } from '../kit/field.tsx'
import { formatNumber } from '../kit/format.ts'
import { Problem } from '../kit/notice.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { PageWords } from './page-words.tsx'
import { findField, type Field as RecordField } from './provenance.ts'
import { askReader } from './reader/reader.ts'
import type { Matches } from './reader/trial.ts'
import { chosen, tried, type Shown } from './state.ts'
import { Tried } from './tried.tsx'

/** How long the person does not type before the selector is tried. Unit: ms. */
const PAUSE_MS = 250

type Entries = Readonly<Record<string, readonly string[]>>

/** What a person has tried. `problem`: what is wrong with the selector, in a sentence. */
type Result = { readonly matches: Matches } | { readonly problem: string } | null

/** Tries a selector: marks what it finds, and says what it would give for a field. */
export function SelectorView({ shown }: { readonly shown: Shown }) {
  const { id } = shown.reading
  const selector = useSignal('')
  const path = useSignal(chosen.value ?? '')
  const part = useSignal('')
  const entries: Entries = useLoaded(() => askReader('listEntries', id), [id]).value ?? {}
  const result = useSignal<Result>(null)
  useEffect(() => () => (tried.value = []), [id])
  const parts = entries[fieldOfPath(path.value)] ?? []
  const ownPart = parts.includes(part.value) ? part.value : (parts[0] ?? null)
  useEffect(() => {
    const text = selector.value.trim()
    let isWanted = true
    const show = (next: Result): void => {
      if (!isWanted) return
      result.value = next
      tried.value = next !== null && 'matches' in next ? next.matches.elements : []
    }
    if (text === '') show(null)
    const run = (): void => {
      askReader('trySelector', id, text, path.value === '' ? null : path.value, ownPart).then(
        (matches) => show({ matches }),
        (error: Error) => show({ problem: error.message }),
      )
    }
    const timer = text === '' ? 0 : setTimeout(run, PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [id, selector.value, path.value, ownPart])
  return (
    <>
      <Field
        label="Selector"
        name="selector"
        class="code"
        placeholder="#corePrice_desktop .a-price"
        value={selector.value}
        onChange={(text) => (selector.value = text)}
        hint={
          <>
            CSS, as in the selector maps. <code>::text</code> or <code>::attr(name)</code> at its end says what is read.
          </>
        }
      />
      <div class="pair even">
        <Field
          label="Field"
          name="tried-field"
          none="none"
          options={pathsOf(shown, entries)}
          value={path.value}
          onChange={(chosenPath) => (path.value = chosenPath)}
        />
        {parts.length > 0 && (
          <Field
            label="Part of the field"
            name="tried-part"
            options={parts}
            value={ownPart ?? ''}
            onChange={(chosenPart) => (part.value = chosenPart)}
          />
        )}
      </div>
      <div role="status" class="stack tight" aria-label="What the selector finds">
        {result.value !== null && <Found result={result.value} field={findField(shown.provenance, path.value)} />}
      </div>
    </>
  )
}

/** Fields that have selectors: of the record, or of the row that is open. */
function pathsOf({ provenance }: Shown, entries: Entries): readonly string[] {
  const { fields, rows } = provenance
  const row = rows.find((own) => chosen.value?.startsWith(own.path)) ?? rows[0]
  return (row?.fields ?? fields).filter(({ name }) => name in entries).map(({ path }) => path)
}

function Found({ result, field }: { readonly result: NonNullable<Result>; readonly field: RecordField | null }) {
  if ('problem' in result) return <Problem text={result.problem} />
  const { count, trial } = result.matches
  return (
    <>
      <p>
        <strong>{count === 1 ? '1 element' : `${formatNumber(count)} elements`}</strong>
        {count > 0 && ', marked in the page'}
      </p>
      {trial !== null && field !== null && (
        <>
          <p>
            Alone, it would give <code>{field.name}</code>{' '}
            {trial.value === undefined ? 'no value' : <PageWords class="given" text={JSON.stringify(trial.value)} />}
            {'. '}
            <span class="quiet">
              Now: <PageWords class="given" text={JSON.stringify(field.value)} />
            </span>
          </p>
          {trial.attempt !== null && (
            <ol class="candidates">
              <li>
                <Tried attempt={trial.attempt} />
              </li>
            </ol>
          )}
        </>
      )}
    </>
  )
}
