import type { KeyMode } from '../../../../core/policy/index.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { records } from '../../parts/records.ts'
import { useLoaded } from '../service/use-loaded.ts'
import { administrate } from '../service/administrate.ts'

/** The record of the first request. */
const usual = records.find(({ isDefault }) => isDefault)

/** A key that was created now. */
export interface Created {
  readonly fullKey: string
  readonly kind: KeyMode
}

/** A new key with its secret, and a first request with it. */
export function ShownOnce({ fullKey, kind, onClose }: Created & { readonly onClose: () => void }) {
  const { value: health } = useLoaded(() => administrate('service.health', {}, true), [])
  const [example] = usual?.examples ?? []
  const url = `${health?.service_url ?? 'http://localhost:8080'}${usual?.path}?query=${example?.query}`
  const curl = `curl -H 'Authorization: Bearer ${fullKey}' '${url}'`
  return (
    <div class="notice stack" role="status">
      <p>
        <strong>Copy the key now.</strong> It is shown only this once.
      </p>
      <div class="row">
        <code class="secret">{fullKey}</code>
        <CopyButton text={fullKey} name="the key" />
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
      {health !== null && (
        <>
          <p>A first request with it{kind === 'live' ? ', which is charged' : ''}:</p>
          <div class="row">
            <code class="wrap">{curl}</code>
            <CopyButton text={curl} name="the command" />
          </div>
        </>
      )}
    </div>
  )
}
