import { CopyButton } from '../kit/copy-button.tsx'
import { Pre } from '../kit/pre.tsx'
import type { Shown } from './state.ts'

/** The record as the service sends it. */
export function JsonView({ shown }: { readonly shown: Shown }) {
  const { record, kind, evidence } = shown.reading.extraction
  const text = JSON.stringify(record ?? { kind, evidence }, null, 2)
  return (
    <>
      <div class="row apart">
        <span class="quiet small">
          {record === null ? 'The page has no record.' : 'The record, in the order of the interface.'}
        </span>
        <CopyButton text={text} name="the JSON" />
      </div>
      <Pre label="The record as JSON" text={text} />
    </>
  )
}
