import type { AdminKey } from '../../../http/admin/print-key.ts'
import { administrate } from '../service/administrate.ts'
import { Dialog } from '../parts/dialog.tsx'

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
  readonly onCreated: (fullKey: string) => void
  readonly onClose: () => void
}

export function RotateKey({ of: key, onCreated, onClose }: RotateKeyProps) {
  const rotate = async (form: FormData): Promise<void> => {
    const graceSeconds = Number(form.get('grace'))
    const { fullKey } = await administrate('keys.rotate', { key: key.id, graceSeconds })
    onCreated(fullKey)
  }
  return (
    <Dialog title={`Rotate “${key.name}”`} action="Rotate" onSubmit={rotate} onClose={onClose}>
      <p>A new key of the same name and rights takes its place.</p>
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
    </Dialog>
  )
}
