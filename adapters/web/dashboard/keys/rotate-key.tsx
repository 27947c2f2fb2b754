import { useSignal } from '@preact/signals'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { administrate } from '../service/administrate.ts'
import type { KeyMode } from '../../../../core/policy/index.ts'
import { Dialog } from '../../kit/dialog.tsx'

const HOUR_S = 3600

/** How long both keys work. */
const OVERLAPS = [
  [0, 'The old key ends now'],
  [HOUR_S, 'Both work for 1 hour'],
  [24 * HOUR_S, 'Both work for 1 day'],
  [7 * 24 * HOUR_S, 'Both work for 7 days'],
] as const

interface RotateKeyProps {
  readonly of: AdminKey
  readonly onCreated: (fullKey: string, kind: KeyMode) => void
  readonly onClose: () => void
}

export function RotateKey({ of: key, onCreated, onClose }: RotateKeyProps) {
  const hasLeaked = useSignal(false)
  const rotate = async (form: FormData): Promise<void> => {
    const graceSeconds = hasLeaked.value ? 0 : Number(form.get('grace'))
    const { fullKey } = await administrate('keys.rotate', { key: key.id, graceSeconds })
    onCreated(fullKey, key.kind)
  }
  return (
    <Dialog title={`Rotate “${key.name}”`} action="Rotate" onSubmit={rotate} onClose={onClose}>
      <p>A new key of the same name and rights takes its place.</p>
      <label class="check">
        <input
          type="checkbox"
          checked={hasLeaked.value}
          onChange={({ currentTarget }) => (hasLeaked.value = currentTarget.checked)}
        />
        The old key has leaked, or may have: it is revoked at once.
      </label>
      {!hasLeaked.value && (
        <div class="field">
          <label for="grace">Overlap</label>
          <select id="grace" name="grace" defaultValue={String(24 * HOUR_S)}>
            {OVERLAPS.map(([seconds, text]) => (
              <option key={seconds} value={seconds} selected={seconds === 24 * HOUR_S}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    </Dialog>
  )
}
