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
  const hasParts = attempts.some(({ part }) => part !== null)
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Candidates of ${field.name}`}>
      <table>
        <caption>
          {attempts.length === 1
            ? 'One candidate was tried.'
            : `${formatNumber(attempts.length)} candidates were tried, in this order.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            {hasParts && <th scope="col">Part</th>}
            <th scope="col">Candidate</th>
            <th scope="col" class="number">
              Found
            </th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ outcome, reason, part, source, found, text }) => (
            <tr key={`${part} ${source} ${outcome} ${text}`}>
              <td>
                <span class={TONES[outcome]}>{outcome}</span>
                {reason !== null && <span class="small quiet"> {reason}</span>}
              </td>
              {hasParts && <td>{part ?? ''}</td>}
              <td>
                <code>{source}</code>
              </td>
              <td class="number">{formatNumber(found)}</td>
              <td class="text">{text ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Attempts of several offers are often the same. */
function distinct(attempts: readonly Attempt[]): readonly Attempt[] {
  return [...new Map(attempts.map((attempt) => [JSON.stringify({ ...attempt, elements: null }), attempt])).values()]
}
