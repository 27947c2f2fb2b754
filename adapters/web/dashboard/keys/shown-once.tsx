import { CopyButton } from '../../parts/copy-button.tsx'

/** A new key with its secret. */
export function ShownOnce({ fullKey, onClose }: { readonly fullKey: string; readonly onClose: () => void }) {
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
    </div>
  )
}
