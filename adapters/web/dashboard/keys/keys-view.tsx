import { useSignal } from '@preact/signals'
import { MAX_ACTIVE_KEYS, type KeyMode } from '../../../../core/policy/index.ts'
import type { AdminKey } from '../../../http/admin/print-key.ts'
import { administrate } from '../service/administrate.ts'
import { may } from '../service/session.ts'
import { daysBack } from '../service/days.ts'
import { Button } from '../../kit/button.tsx'
import { Empty, Head } from '../../kit/head.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Said } from '../../kit/notice.tsx'
import { useFollowed } from '../service/use-followed.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import type { ViewProps } from '../parts/view-props.ts'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'
import { CreatedKey, type Created } from './created-key.tsx'

/** The open dialog, and its key. */
type Question = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly key: AdminKey }

/** Whether a key works at a time. */
const works = ({ revokedAtMs, expiresAtMs }: AdminKey): boolean =>
  revokedAtMs === null && (expiresAtMs === null || expiresAtMs > Date.now())

/** The keys of a workspace. */
export function KeysView({ workspace }: ViewProps) {
  const loaded = useFollowed('keys.list', { workspace: workspace.id })
  const question = useSignal<Question | null>(null)
  const created = useSignal<Created | null>(null)
  const said = useSignal<string | null>(null)
  const close = (): void => {
    question.value = null
  }
  const show = (fullKey: string, kind: KeyMode): void => {
    created.value = { fullKey, kind }
    said.value = null
    loaded.reload()
  }
  const tell = (text: string): void => {
    said.value = text
    loaded.reload()
  }
  const asked = question.value
  return (
    <>
      <Head
        title="Keys"
        about="Programs send a key with each request. Only its prefix is kept: it can't be read again."
      >
        {may('operator') && (
          <Button text="Create a key" class="primary" onClick={() => (question.value = { kind: 'create' })} />
        )}
      </Head>
      {created.value !== null && <CreatedKey {...created.value} onClose={() => (created.value = null)} />}
      <Said text={said.value} />
      <Loading of={loaded}>
        {(keys) => <Lists workspace={workspace.id} keys={keys} onAsk={(asks) => (question.value = asks)} />}
      </Loading>
      {asked?.kind === 'create' && <CreateKey workspace={workspace} onCreated={show} onClose={close} />}
      {asked?.kind === 'rotate' && <RotateKey of={asked.key} onCreated={show} onClose={close} />}
      {asked?.kind === 'revoke' && <RevokeKey of={asked.key} onRevoked={tell} onClose={close} />}
    </>
  )
}

interface ListsProps {
  readonly workspace: string
  readonly keys: readonly AdminKey[]
  readonly onAsk: (question: Question) => void
}

/** Keys that work, and those that ended. Their usage is read again when a key was used or has changed. */
function Lists({ workspace, keys, onAsk }: ListsProps) {
  const loaded = useLoaded(() => administrate('usage.read', { workspace, ...daysBack(90) }, true), [keys])
  const active = keys.filter(works)
  const ended = keys.filter((key) => !works(key))
  const actions = (key: AdminKey) => (
    <>
      <Button text="Rotate" of={key.name} class="plain" onClick={() => onAsk({ kind: 'rotate', key })} />
      <Button text="Revoke" of={key.name} class="plain bad" onClick={() => onAsk({ kind: 'revoke', key })} />
    </>
  )
  return (
    <Loading of={loaded}>
      {(usage) => (
        <>
          {active.length === 0 ? (
            <Empty title="No key works">Create one, and send it as “Authorization: Bearer …”.</Empty>
          ) : (
            <KeyTable
              caption={`${active.length} of ${MAX_ACTIVE_KEYS} keys that a workspace may have`}
              keys={active}
              usage={usage}
              {...(may('operator') && { actions })}
            />
          )}
          {ended.length > 0 && (
            <section class="stack">
              <h2>Revoked and expired</h2>
              <KeyTable caption="They get 401. Their usage stays for 90 days." keys={ended} usage={usage} />
            </section>
          )}
        </>
      )}
    </Loading>
  )
}
