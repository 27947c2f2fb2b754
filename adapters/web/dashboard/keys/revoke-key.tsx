import type { AdminKey } from '../../../http/admin/print-key.ts'
import { describeRevocation } from '../../kit/describe-revocation.ts'
import { administrate } from '../service/administrate.ts'
import { Check } from '../../kit/check.tsx'
import { Dialog } from '../../kit/dialog.tsx'

interface RevokeKeyProps {
  readonly of: AdminKey
  readonly onRevoked: (said: string) => void
  readonly onClose: () => void
}

export function RevokeKey({ of: key, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = async (form: FormData): Promise<void> => {
    const cancelBatches = form.has('cancel')
    const revoked = await administrate('keys.revoke', { key: key.id, cancelBatches })
    onRevoked(`“${key.name}” is revoked. ${describeRevocation(revoked)}`)
  }
  return (
    <Dialog title={`Revoke “${key.name}”?`} action="Revoke" isDanger onSubmit={revoke} onClose={onClose}>
      <p>
        Requests with{' '}
        <code>
          svc_{key.kind}_{key.prefix}…
        </code>{' '}
        get 401 at once, and its watches and schedules pause. This can’t be undone.
      </p>
      <Check name="cancel" label="Cancel its batches too. Otherwise they run to their end, and are charged." />
    </Dialog>
  )
}
