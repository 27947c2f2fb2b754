import { useSignal } from '@preact/signals'
import type { Key, KeyCreated, KeyList, KeyRevoked } from '../../../core/contract/index.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { formatMoment } from '../kit/format.ts'
import { Loading } from '../kit/loading.tsx'
import { describeRevocation } from '../kit/describe-revocation.ts'
import { Problem, Said } from '../kit/notice.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { textOf } from '../kit/text-of.ts'
import { useAction } from '../kit/use-action.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { ask } from './session.ts'

const KINDS = [
  ['live', 'live: real pages, which are charged'],
  ['test', 'sandbox: simulated pages, free'],
] as const

async function readKeys(): Promise<readonly Key[]> {
  const lists = await Promise.all(KINDS.map(([kind]) => ask<KeyList>('GET', `${kind}/keys`)))
  return lists.flatMap(({ keys }) => keys)
}

/** The keys of the workspace. */
export function KeysView() {
  const loaded = useLoaded(readKeys, [])
  const shown = useSignal<KeyCreated | null>(null)
  const said = useSignal<string | null>(null)
  const { problem, run } = useAction()
  const change = async (method: string, path: string, body?: object): Promise<void> => {
    said.value = null
    shown.value = await ask<KeyCreated>(method, path, body).finally(loaded.reload)
  }
  const revoke = async ({ id, kind, name }: Key, cancelsBatches: boolean): Promise<void> => {
    const path = `${kind}/keys/${id}${cancelsBatches ? '?cancel_batches=true' : ''}`
    const revoked = await ask<KeyRevoked>('DELETE', path).finally(loaded.reload)
    const {
      running_batches: runningBatches,
      canceled_batches: cancelledBatches,
      paused_watches: pausedWatches,
      paused_schedules: pausedSchedules,
    } = revoked
    const ended = describeRevocation({ runningBatches, cancelledBatches, pausedWatches, pausedSchedules })
    said.value = `“${name}” is revoked. ${ended}`
  }
  const create = (form: FormData): Promise<void> =>
    change('POST', `${textOf(form, 'kind')}/keys`, { name: textOf(form, 'name') })
  return (
    <section class="stack" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <Problem text={problem} />
      <Said text={said.value} />
      {shown.value !== null && (
        <ShownOnce
          title={`Store the key ${shown.value.name} now.`}
          secret={shown.value.full_key}
          name="the key"
          onClose={() => (shown.value = null)}
        />
      )}
      <Form action="Create the key" look="primary" onSubmit={create}>
        <h3>Create a key</h3>
        <Field label="Name" name="name" required maxLength={100} hint="Where it is used." />
        <Field label="Kind" name="kind" options={KINDS} />
      </Form>
      <Loading of={loaded}>
        {(keys) => (
          <>
            {keys.length === 0 && <p class="quiet">There is no key yet.</p>}
            <ul class="plain-list">
              {keys.map((key) => (
                <KeyCard
                  key={key.id}
                  of={key}
                  onRotate={() => run(() => change('POST', `${key.kind}/keys/${key.id}/rotate`, {}))}
                  onRevoke={(cancelsBatches) => run(() => revoke(key, cancelsBatches))}
                />
              ))}
            </ul>
          </>
        )}
      </Loading>
    </section>
  )
}

interface KeyCardProps {
  readonly of: Key
  readonly onRotate: () => void
  readonly onRevoke: (cancelsBatches: boolean) => void
}

/** A key. What ends it is asked for twice. */
function KeyCard({ of, onRotate, onRevoke }: KeyCardProps) {
  const { name, kind, prefix, created_at, expires_at, last_used_at } = of
  const question = useSignal<'rotate' | 'revoke' | null>(null)
  const isRotate = question.value === 'rotate'
  const perform = (cancelsBatches = false): void => {
    if (isRotate) onRotate()
    else onRevoke(cancelsBatches)
    question.value = null
  }
  return (
    <li class="card stack">
      <div class="row apart">
        <h3 dir="auto">{name}</h3>
        {question.value === null && (
          <div class="row">
            <Button text="Rotate" of={name} onClick={() => (question.value = 'rotate')} />
            <Button text="Revoke" of={name} class="danger" onClick={() => (question.value = 'revoke')} />
          </div>
        )}
      </div>
      <p class="quiet small">
        <code>
          svc_{kind}_{prefix}…
        </code>
        , {kind === 'live' ? 'live' : 'sandbox'}, created {formatMoment(created_at)},{' '}
        {last_used_at === null ? 'not used yet' : `last used ${formatMoment(last_used_at)}`}
        {expires_at !== null && `, expires ${formatMoment(expires_at)}`}
      </p>
      {question.value !== null && (
        <div class="notice stack" role="alert">
          <p>
            {isRotate
              ? 'A new key replaces this one, which stops working now. Its watches, schedules and batches go on.'
              : 'This key stops working now, and its watches and schedules pause. Its batches go on and are charged, unless you cancel them.'}
          </p>
          <div class="row">
            <Button
              text={isRotate ? 'Rotate now' : 'Revoke now'}
              class={isRotate ? 'primary' : 'danger'}
              onClick={() => perform()}
            />
            {!isRotate && <Button text="Revoke, and cancel its batches" class="danger" onClick={() => perform(true)} />}
            <Button text="Keep it" onClick={() => (question.value = null)} />
          </div>
        </div>
      )}
    </li>
  )
}
