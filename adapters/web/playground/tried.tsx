import type { Attempt } from '../../../core/index.ts'
import { formatNumber } from '../kit/format.ts'

const TONES: Readonly<Record<Attempt['outcome'], string>> = {
  won: 'tag good',
  unreadable: 'tag bad',
  refused: 'tag warn',
  hidden: 'tag',
  empty: 'tag',
  absent: 'tag',
}

/** What became of a candidate that was tried, and the text that it read. */
export function Tried({ attempt }: { readonly attempt: Attempt }) {
  const { outcome, reason, part, source, found, text } = attempt
  const facts = [part, reason, found > 1 ? `${formatNumber(found)} elements` : null].filter((fact) => fact !== null)
  return (
    <>
      <span class={TONES[outcome]}>{outcome}</span>
      <code>{source}</code>
      {text !== null && text !== '' && (
        <q class="text" dir="auto">
          {text}
        </q>
      )}
      {facts.length > 0 && <span class="small quiet">{facts.join(', ')}</span>}
    </>
  )
}
