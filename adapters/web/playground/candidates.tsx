import type { Attempt } from '../../../core/index.ts'
import { formatNumber } from '../parts/format.ts'
import type { Field } from './provenance.ts'

const TONES: Readonly<Record<Attempt['outcome'], string>> = {
  won: 'tag good',
  unreadable: 'tag bad',
  refused: 'tag warn',
  hidden: 'tag',
  empty: 'tag',
  absent: 'tag',
}

/** The candidates of a field in the order in which they were tried. */
export function Candidates({ field }: { readonly field: Field }) {
  const attempts = distinct(field.attempts)
  if (attempts.length === 0) return null
  return (
    <section class="stack tight" aria-label={`Candidates of ${field.name}`}>
      <p class="small quiet">
        {attempts.length === 1
          ? 'One candidate was tried.'
          : `${formatNumber(attempts.length)} candidates were tried, in this order.`}
      </p>
      <ol class="candidates">
        {attempts.map((attempt) => (
          <Candidate key={JSON.stringify(attempt)} attempt={attempt} />
        ))}
      </ol>
    </section>
  )
}

function Candidate({ attempt }: { readonly attempt: Attempt }) {
  const { outcome, reason, part, source, found, text } = attempt
  const facts = [part, reason, found > 1 ? `${formatNumber(found)} elements` : null].filter((fact) => fact !== null)
  return (
    <li>
      <span class={TONES[outcome]}>{outcome}</span>
      <code>{source}</code>
      {text !== null && text !== '' && (
        <q class="text" dir="auto">
          {text}
        </q>
      )}
      {facts.length > 0 && <span class="small quiet">{facts.join(', ')}</span>}
    </li>
  )
}

/** Attempts of several offers are often the same. */
function distinct(attempts: readonly Attempt[]): readonly Attempt[] {
  return [...new Map(attempts.map((attempt) => [JSON.stringify({ ...attempt, elements: null }), attempt])).values()]
}
