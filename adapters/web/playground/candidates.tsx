import type { Attempt } from '../../../core/index.ts'
import { formatNumber } from '../kit/format.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { PageWords } from './page-words.tsx'
import type { Field } from './provenance.ts'
import { askReader } from './reader/reader.ts'
import type { Trial } from './reader/trial.ts'
import { shown } from './state.ts'
import { Tried } from './tried.tsx'

/** The candidates of a field in the order in which they were tried, then those that were not, each with what it gives. */
export function Candidates({ field }: { readonly field: Field }) {
  const id = shown.value?.reading.id
  const load = async () => (id === undefined ? [] : await askReader('tryCandidates', id, field.path))
  // Until it has tried them, and when it can't, the candidates that were tried are shown without.
  const trials = useLoaded<readonly Trial[]>(load, [id, field.path]).value ?? []
  const attempts = distinct(field.attempts)
  const left = trials.filter((trial) => !attempts.some((attempt) => isOf(trial, attempt)))
  if (attempts.length === 0 && left.length === 0) return null
  return (
    <section class="stack tight" aria-label={`Candidates of ${field.name}`}>
      <p class="small quiet">
        {attempts.length === 1
          ? 'One candidate was tried.'
          : `${formatNumber(attempts.length)} candidates were tried, in this order.`}
        {left.length > 0 && ` ${formatNumber(left.length)} more were not: an earlier one won.`}
      </p>
      <ol class="candidates">
        {attempts.map((attempt) => (
          <li key={JSON.stringify(attempt)}>
            <Tried attempt={attempt} />
            <Given
              value={attempt.outcome === 'won' ? field.value : trials.find((trial) => isOf(trial, attempt))?.value}
              isWinner={attempt.outcome === 'won'}
            />
          </li>
        ))}
        {left.map((trial) => (
          <li key={`${trial.part} ${trial.source}`}>
            <Left trial={trial} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A candidate that was not tried, because an earlier one won. */
function Left({ trial }: { readonly trial: Trial }) {
  const { attempt, part, source, value } = trial
  if (attempt !== null && attempt.outcome !== 'won') return <Tried attempt={attempt} />
  return (
    <>
      <span class={attempt === null ? 'tag' : 'tag good'}>{attempt === null ? 'absent' : 'later'}</span>
      <code>{source}</code>
      {part !== null && <span class="small quiet">{part}</span>}
      <Given value={value} isWinner={false} />
    </>
  )
}

/** The value that a candidate gives, or would give if it were alone. */
function Given({ value, isWinner }: { readonly value: unknown; readonly isWinner: boolean }) {
  if (value === undefined || value === null) return null
  return (
    <span class="small">
      <span class="quiet">{isWinner ? 'gives' : 'alone, it would give'}</span>{' '}
      <PageWords class="given" text={JSON.stringify(value)} />
    </span>
  )
}

function isOf({ source, part }: Pick<Trial, 'source' | 'part'>, attempt: Attempt): boolean {
  return attempt.source === source && attempt.part === part
}

/** Attempts of several offers are often the same. */
function distinct(attempts: readonly Attempt[]): readonly Attempt[] {
  return [...new Map(attempts.map((attempt) => [JSON.stringify({ ...attempt, elements: null }), attempt])).values()]
}
