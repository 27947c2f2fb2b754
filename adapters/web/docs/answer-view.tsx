import { Facts } from '../kit/facts.tsx'
import { Problem } from '../kit/notice.tsx'
import { Pre } from '../kit/pre.tsx'

/** An answer of the service, or why there is none. */
export type Answer =
  | {
      readonly status: number
      readonly durationMs: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: string
    }
  | { readonly problem: string }

/** A page with a screenshot or its HTML can have megabytes. Unit: characters. */
const SHOWN_LENGTH = 200_000

export function AnswerView({ answer, operationId }: { readonly answer: Answer; readonly operationId: string }) {
  if ('problem' in answer) return <Problem text={answer.problem} />
  const { status, durationMs, headers, body } = answer
  const isCut = body.length > SHOWN_LENGTH
  return (
    <section class="stack answer" aria-label={`Answer of ${operationId}`} data-status={status}>
      <p>
        <span class={`tag ${status < 300 ? 'good' : 'bad'}`}>{status}</span>{' '}
        <span class="quiet small">in {durationMs} ms</span>
      </p>
      <details>
        <summary>Headers</summary>
        <Facts of={headers.map(([name, value]) => [name, <code>{value}</code>])} />
      </details>
      <Pre label={`Body of the answer of ${operationId}`} text={isCut ? body.slice(0, SHOWN_LENGTH) : body} />
      {isCut && <p class="quiet small">The first {SHOWN_LENGTH} characters are shown.</p>}
    </section>
  )
}
