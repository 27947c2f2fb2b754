import {
  ADDRESS_LIST_PLANS,
  KEY_SCOPES,
  USUAL_SCOPES,
  type KeyMode,
  type KeyScope,
} from '../../../../core/policy/index.ts'
import type { Workspace } from '../../../store/workspaces.ts'
import { Checks } from '../../kit/check.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { allRecords } from '../../kit/records.ts'
import { textOf } from '../../kit/text-of.ts'
import { administrate } from '../service/administrate.ts'

const SCOPES: Readonly<Record<KeyScope, string>> = {
  retrieve: `retrieve: ${allRecords}`,
  batch: 'batch: create, cancel and redeliver batches',
  read: 'read: batches, account and usage',
  keys: 'keys: list, create, rotate and revoke keys of its kind',
}

const KINDS = [
  ['live', 'live: real pages, charged'],
  ['test', 'sandbox: simulated pages, free'],
] as const

interface CreateKeyProps {
  readonly workspace: Workspace
  readonly onCreated: (fullKey: string, kind: KeyMode) => void
  readonly onClose: () => void
}

export function CreateKey({ workspace, onCreated, onClose }: CreateKeyProps) {
  const create = async (form: FormData): Promise<void> => {
    const expiry = form.get('expiry')
    const { fullKey, key } = await administrate('keys.create', {
      workspace: workspace.id,
      name: form.get('name'),
      kind: form.get('kind'),
      scopes: form.getAll('scope'),
      allowedAddresses: textOf(form, 'addresses')
        .split(/[\s,]+/)
        .filter((given) => given !== ''),
      ...(expiry === '' ? {} : { expiresAt: expiry }),
    })
    onCreated(fullKey, key.kind)
  }
  const scopes = KEY_SCOPES.map((scope) => [scope, SCOPES[scope]] as const)
  return (
    <Dialog title="Create a key" action="Create" onSubmit={create} onClose={onClose}>
      <Field label="Name" name="name" required maxLength={100} hint="Where it is used, such as “price watcher”." />
      <Checks legend="Kind" name="kind" type="radio" options={KINDS} chosen={['live']} />
      <Checks legend="It may" name="scope" type="checkbox" options={scopes} chosen={USUAL_SCOPES} />
      {ADDRESS_LIST_PLANS.has(workspace.plan) && (
        <Field
          label="Only from these addresses"
          name="addresses"
          hint="IP addresses or ranges such as 203.0.113.0/24, separated by spaces. Empty: from any address."
        />
      )}
      <Field
        label="Expires at the beginning of this day (UTC)"
        name="expiry"
        type="date"
        hint="Empty: the key does not expire."
      />
    </Dialog>
  )
}
