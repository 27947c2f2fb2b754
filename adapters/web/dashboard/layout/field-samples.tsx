import type { NamedLayout } from '../../../observe/field-layouts.ts'
import type { FieldSample } from '../../../http/admin/sample-commands.ts'
import { formatMoment } from '../../kit/format.ts'
import { printAskedSamples, type AskedSamples } from '../../playground/samples.ts'
import { Loading } from '../../kit/loading.tsx'
import { administrate } from '../service/administrate.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/** Pages of the last day on which a field is looked at, each with what gave it its value. */
export function FieldSamples({ record, domain, field, sources }: NamedLayout) {
  const loaded = useLoaded(() => administrate('samples.list', { record, domain, field }), [record, domain, field])
  return (
    <div class="stack tight">
      <h3>Pages of the last day</h3>
      <Loading of={loaded}>
        {(samples) => {
          if (samples === null) {
            return (
              <p class="quiet">
                None are kept. With the setting <code>SHELFMARK_PAGE_SAMPLES</code>, the server keeps a few for a day,
                to open them here.
              </p>
            )
          }
          if (samples.length === 0) return <p class="quiet">None was kept of this record on this marketplace yet.</p>
          return <Samples field={field} first={sources[0]?.source ?? null} samples={samples} />
        }}
      </Loading>
    </div>
  )
}

interface SamplesProps {
  readonly field: string
  /** The source that gave most values before. Absent: null, no page had a value. */
  readonly first: string | null
  readonly samples: readonly FieldSample[]
}

function Samples({ field, first, samples }: SamplesProps) {
  const pair = findPair(samples, first)
  return (
    <>
      {pair !== null && (
        <p>
          <a href={addressOf({ ...pair, field })}>Compare</a> a page that was read as before with one that was not.
        </p>
      )}
      <ul class="plain-list">
        {samples.map(({ id, at, url, sources }) => (
          <li key={id}>
            <a href={addressOf({ id, other: null, field })}>{formatMoment(at)}</a>{' '}
            <span class="quiet">{url === null ? '' : pathOf(url)}</span>{' '}
            {sources.length === 0 ? <span class="tag bad">no value</span> : <code>{sources.join(', ')}</code>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The newest page that the first source gave the value of, and the newest that it did not. Absent: null, all are alike. */
function findPair(samples: readonly FieldSample[], first: string | null): Pick<AskedSamples, 'id' | 'other'> | null {
  const isAsBefore = ({ sources }: FieldSample): boolean => first !== null && sources.includes(first)
  const before = samples.find(isAsBefore)
  const after = samples.find((sample) => !isAsBefore(sample))
  return before === undefined || after === undefined ? null : { id: before.id, other: after.id }
}

const addressOf = (asked: AskedSamples): string => `/playground${printAskedSamples(asked)}`

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url)
