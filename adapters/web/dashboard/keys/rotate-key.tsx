import { useSignal } from '@preact/signals'
import type { KeyMode } from '../../../../core/policy/index.ts'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { Check } from '../../kit/check.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { administrate } from '../service/administrate.ts'

/** How long both keys work. Unit: s. */
const OVERLAPS = [
  ['0', 'The old key ends now'],
  ['3600', 'Both work for 1 hour'],
  ['86400', 'Both work for 1 day'],
  ['604800', 'Both work for 7 days'],
] as const

interface RotateKeyProps {
  readonly of: AdminKey
  readonly onCreated: (fullKey: string, kind: KeyMode) => void
  readonly onClose: () => void
}

export function RotateKey({ of: key, onCreated, onClose }: RotateKeyProps) {
  const hasLeaked = useSignal(false)
  const overlap = useSignal('86400')
  const rotate = async (): Promise<void> => {
    const graceSeconds = hasLeaked.value ? 0 : Number(overlap.value)
    const { fullKey } = await administrate('keys.rotate', { key: key.id, graceSeconds })
    onCreated(fullKey, key.kind)
  }
  return (
    <Dialog title={`Rotate “${key.name}”`} action="Rotate" onSubmit={rotate} onClose={onClose}>
      <p>A new key with the same name and rights replaces it.</p>
      <Check
        label="The old key has leaked, or may have: it is revoked at once."
        checked={hasLeaked.value}
        onCheck={(isChecked) => (hasLeaked.value = isChecked)}
      />
      {!hasLeaked.value && (
        <Field
          label="Overlap"
          name="grace"
          options={OVERLAPS}
          value={overlap.value}
          onChange={(chosen) => (overlap.value = chosen)}
        />
      )}
    </Dialog>
  )
}
