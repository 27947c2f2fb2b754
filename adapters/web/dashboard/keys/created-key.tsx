import type { KeyMode } from '../../../../core/policy/index.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { records } from '../../kit/records.ts'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import type { RecordFacts } from '../../record-facts.ts'
import { administrate } from '../service/administrate.ts'

/** The records of first requests: simulated products are not in the shop, and words find something there too. */
const FIRST: Readonly<Record<KeyMode, RecordFacts | undefined>> = {
  live: records.find(({ takesWords }) => takesWords),
  test: records.find(({ isDefault }) => isDefault),
}

/** A key that was created now. */
export interface Created {
  readonly fullKey: string
  readonly kind: KeyMode
}

/** A new key, and a first request with it. */
export function CreatedKey({ fullKey, kind, onClose }: Created & { readonly onClose: () => void }) {
  const { value: health } = useLoaded(() => administrate('service.health', {}, true), [])
  const first = FIRST[kind]
  const [example] = first?.examples ?? []
  const asked = new URLSearchParams({ query: example?.query ?? '', domain: example?.domain ?? '' }).toString()
  const url = `${health?.service_url ?? 'http://localhost:8080'}${first?.path}?${asked}`
  const curl = `curl -H 'Authorization: Bearer ${fullKey}' '${url}'`
  return (
    <ShownOnce title="Copy the key now." secret={fullKey} name="the key" onClose={onClose}>
      {health !== null && (
        <>
          <p>
            {kind === 'live' ? 'A first request with it, to the shop, which is charged:' : 'A first request with it:'}
          </p>
          <div class="row">
            <code class="wrap">{curl}</code>
            <CopyButton text={curl} name="the command" />
          </div>
        </>
      )}
    </ShownOnce>
  )
}
