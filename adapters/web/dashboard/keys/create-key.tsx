import {
  ADDRESS_LIST_PLANS,
  KEY_SCOPES,
  USUAL_SCOPES,
  type KeyMode,
  type KeyScope,
} from '../../../../core/policy/index.ts'
import type { Workspace } from '../../../store/workspaces.ts'
import { administrate } from '../service/administrate.ts'
import { allRecords } from '../../kit/records.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { textOf } from '../../kit/text-of.ts'

const SCOPES: Readonly<Record<KeyScope, string>> = {
  retrieve: `retrieve: ${allRecords}`,
  batch: 'batch: create, cancel and redeliver batches',
  read: 'read: batches, account and usage',
  keys: 'keys: list, create, rotate and revoke keys of its kind',
}

const USUAL: ReadonlySet<KeyScope> = new Set(USUAL_SCOPES)

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
  return (
    <Dialog title="Create a key" action="Create" onSubmit={create} onClose={onClose}>
      <div class="field">
        <label for="key-name">Name</label>
        <input id="key-name" name="name" required maxLength={100} autocomplete="off" />
        <span class="hint">Where it is used, such as “price watcher”.</span>
      </div>
      <fieldset class="stack">
        <legend class="label">Kind</legend>
        <label class="check">
          <input type="radio" name="kind" value="live" defaultChecked />
          live: real pages, charged
        </label>
        <label class="check">
          <input type="radio" name="kind" value="test" />
          sandbox: simulated pages, free
        </label>
      </fieldset>
      <fieldset class="stack">
        <legend class="label">It may</legend>
        {KEY_SCOPES.map((scope) => (
          <label class="check" key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={USUAL.has(scope)} />
            {SCOPES[scope]}
          </label>
        ))}
      </fieldset>
      {ADDRESS_LIST_PLANS.has(workspace.plan) && (
        <div class="field">
          <label for="addresses">Only from these addresses</label>
          <input
            id="addresses"
            name="addresses"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="addresses-hint"
          />
          <span class="hint" id="addresses-hint">
            IP addresses or ranges such as 203.0.113.0/24, with spaces between. Empty: from everywhere.
          </span>
        </div>
      )}
      <div class="field">
        <label for="expiry">Works until the beginning of this day (UTC)</label>
        <input id="expiry" name="expiry" type="date" />
        <span class="hint">Empty: never.</span>
      </div>
    </Dialog>
  )
}
