import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import type { Key, KeyCreated, KeyList } from '../../../core/contract/index.ts'
import { textOf } from '../kit/text-of.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { formatMoment } from '../kit/format.ts'
import { Problem } from './notice.tsx'
import { ask } from './service.ts'
import { useAsked } from './use-asked.ts'

const KINDS = { live: 'live: real pages, which are charged', test: 'sandbox: simulated pages, free' } as const
type Kind = keyof typeof KINDS

/** The keys of the workspace. */
export function KeysView() {
  const live = useAsked<KeyList>('live/keys')
  const test = useAsked<KeyList>('test/keys')
  const shown = useSignal<KeyCreated | null>(null)
  const problem = useSignal<string | null>(null)
  const run = (work: Promise<KeyCreated | null>): void => {
    const follow = async (): Promise<void> => {
      shown.value = await work
      problem.value = null
    }
    follow()
      .catch((error: Error) => (problem.value = error.message))
      .finally(() => {
        live.reload()
        test.reload()
      })
  }
  const keys = [...(live.value.value?.keys ?? []), ...(test.value.value?.keys ?? [])]
  return (
    <section class="stack" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <Problem of={problem} />
      <Problem of={live.problem} />
      {shown.value !== null && <FullKey of={shown.value} onClose={() => (shown.value = null)} />}
      <CreateKey onCreate={(kind, name) => run(ask('POST', `${kind}/keys`, { name }))} />
      {live.value.value !== null && keys.length === 0 && <p class="quiet">There is no key yet.</p>}
      <ul class="plain-list stack">
        {keys.map((key) => (
          <KeyCard
            key={key.id}
            of={key}
            onRotate={() => run(ask('POST', `${key.kind}/keys/${key.id}/rotate`, {}))}
            onRevoke={() => run(ask<unknown>('DELETE', `${key.kind}/keys/${key.id}`).then(() => null))}
          />
        ))}
      </ul>
    </section>
  )
}

function CreateKey({ onCreate }: { readonly onCreate: (kind: Kind, name: string) => void }) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onCreate(form.get('kind') === 'test' ? 'test' : 'live', textOf(form, 'name'))
    event.currentTarget.reset()
  }
  return (
    <form class="card stack" onSubmit={submit}>
      <h3>Create a key</h3>
      <div class="field">
        <label for="key-name">Name</label>
        <input id="key-name" name="name" required maxLength={100} autocomplete="off" aria-describedby="key-name-hint" />
        <span class="hint" id="key-name-hint">
          Where it is used.
        </span>
      </div>
      <div class="field">
        <label for="key-kind">Kind</label>
        <select id="key-kind" name="kind">
          {Object.entries(KINDS).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div>
        <button type="submit" class="primary">
          Create the key
        </button>
      </div>
    </form>
  )
}

interface KeyCardProps {
  readonly of: Key
  readonly onRotate: () => void
  readonly onRevoke: () => void
}

/** A key. What ends it is asked for twice. */
function KeyCard({
  of: { name, kind, prefix, created_at, expires_at, last_used_at },
  onRotate,
  onRevoke,
}: KeyCardProps) {
  const question = useSignal<'rotate' | 'revoke' | null>(null)
  const perform = (): void => {
    if (question.value === 'rotate') onRotate()
    else onRevoke()
    question.value = null
  }
  return (
    <li class="card stack">
      <div class="row apart">
        <h3 dir="auto">{name}</h3>
        {question.value === null && (
          <div class="row">
            <button type="button" onClick={() => (question.value = 'rotate')}>
              Rotate<span class="unseen"> {name}</span>
            </button>
            <button type="button" class="danger" onClick={() => (question.value = 'revoke')}>
              Revoke<span class="unseen"> {name}</span>
            </button>
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
            {question.value === 'rotate'
              ? 'A new key replaces this one, which stops working now.'
              : 'This key stops working now. Its batches go on.'}
          </p>
          <div class="row">
            <button type="button" class={question.value === 'rotate' ? 'primary' : 'danger'} onClick={perform}>
              {question.value === 'rotate' ? 'Rotate now' : 'Revoke now'}
            </button>
            <button type="button" onClick={() => (question.value = null)}>
              Keep it
            </button>
          </div>
        </div>
      )}
    </li>
  )
}

function FullKey({ of, onClose }: { readonly of: KeyCreated; readonly onClose: () => void }) {
  return (
    <div class="notice stack" role="status">
      <p>
        <strong>Store the key {of.name} now.</strong> It is shown only this once.
      </p>
      <div class="row">
        <code class="secret">{of.full_key}</code>
        <CopyButton text={of.full_key} name="the key" />
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
