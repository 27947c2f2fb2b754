import type { LoggedRequest } from '../../../store/request-log.ts'

/** How a request ended, and the code of its reason. */
export function Outcome({ of: { outcome, reason } }: { readonly of: Pick<LoggedRequest, 'outcome' | 'reason'> }) {
  return (
    <>
      <span class={`tag ${outcome === 'ok' ? 'good' : 'bad'}`}>{outcome}</span>
      {reason !== null && (
        <>
          {' '}
          <code>{reason}</code>
        </>
      )}
    </>
  )
}
