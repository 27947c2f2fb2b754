import { useSignal } from '@preact/signals'
import type { AdminOperator, OperatorWithPassword } from '../../../http/admin/people-commands.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { may } from '../service/session.ts'
import { textOf } from '../../kit/text-of.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { RoleFields, RoleSelect } from './roles.tsx'

/** What an owner is asked before it is done. */
interface Question {
  readonly kind: 'add' | 'reset' | 'remove'
  /** Of whom. Empty: of somebody new. */
  readonly name: string
}

/** The operators and their roles, which owners change. */
export function OperatorsCard() {
  const loaded = useLoaded(() => administrate('operators.list', {}), [])
  const question = useSignal<Question | null>(null)
  const shown = useSignal<OperatorWithPassword | null>(null)
  const problem = useSignal<string | null>(null)
  const isOwner = may('owner')
  const run = (work: Promise<unknown>): void => {
    work
      .then(
        () => (problem.value = null),
        (error: Error) => (problem.value = error.message),
      )
      .finally(loaded.reload)
  }
  const ask = (kind: Question['kind'], name: string) => (): void => void (question.value = { kind, name })
  const columns: Column<AdminOperator>[] = [
    { title: 'Name', as: 'wrap', cell: ({ name }) => name },
    {
      title: 'Role',
      cell: ({ name, role }) =>
        isOwner ? (
          <RoleSelect
            label={`Role of ${name}`}
            role={role}
            onChoose={(to) => run(administrate('operators.update', { operator: name, role: to }))}
          />
        ) : (
          role
        ),
    },
    { title: 'Added', cell: ({ createdAtMs }) => formatMoment(createdAtMs) },
  ]
  if (isOwner) {
    columns.push({
      title: 'Actions',
      as: 'actions',
      cell: ({ name }) => (
        <>
          <button type="button" class="plain" onClick={ask('reset', name)}>
            New password<span class="unseen"> for {name}</span>
          </button>
          <button
            type="button"
            class="plain"
            onClick={() => run(administrate('operators.sign-out', { operator: name }))}
          >
            Sign out<span class="unseen"> {name}</span>
          </button>
          <button type="button" class="plain bad" onClick={ask('remove', name)}>
            Remove<span class="unseen"> {name}</span>
          </button>
        </>
      ),
    })
  }
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>Operators</h2>
        {isOwner && (
          <button type="button" class="primary" onClick={ask('add', '')}>
            Add an operator
          </button>
        )}
      </div>
      {problem.value !== null && (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      {shown.value !== null && <NewPassword of={shown.value} onClose={() => (shown.value = null)} />}
      <Loading of={loaded}>
        {(operators) =>
          operators.length === 0 ? (
            <p class="quiet">Nobody has a name yet: all sign in with the token of the administration.</p>
          ) : (
            <Table label="Operators" columns={columns} rows={operators} keyOf={({ name }) => name} />
          )
        }
      </Loading>
      {question.value !== null && (
        <Asked
          question={question.value}
          onPassword={(created) => (shown.value = created)}
          onClose={() => {
            question.value = null
            loaded.reload()
          }}
        />
      )}
    </section>
  )
}

interface AskedProps {
  readonly question: Question
  readonly onPassword: (created: OperatorWithPassword) => void
  readonly onClose: () => void
}

function Asked({ question: { kind, name }, onPassword, onClose }: AskedProps) {
  if (kind === 'add') {
    const add = async (form: FormData): Promise<void> => {
      const input = { operator: textOf(form, 'operator'), role: textOf(form, 'role') }
      onPassword(await administrate('operators.create', input))
    }
    return (
      <Dialog title="Add an operator" action="Add" onSubmit={add} onClose={onClose}>
        <div class="field">
          <label for="operator">Name</label>
          <input id="operator" name="operator" required maxLength={64} autocomplete="off" autocapitalize="none" />
          <span class="hint">Such as ada, or ada@example.com.</span>
        </div>
        <RoleFields />
      </Dialog>
    )
  }
  const perform = async (): Promise<void> => {
    if (kind === 'reset') onPassword(await administrate('operators.reset', { operator: name }))
    else await administrate('operators.remove', { operator: name })
  }
  const isReset = kind === 'reset'
  return (
    <Dialog
      title={isReset ? `A new password for ${name}?` : `Remove ${name}?`}
      action={isReset ? 'Create the password' : 'Remove'}
      isDanger={!isReset}
      onSubmit={perform}
      onClose={onClose}
    >
      <p>{isReset ? 'The present password ends, and so do all sessions.' : 'All sessions end at once.'}</p>
    </Dialog>
  )
}

function NewPassword({
  of: { operator, password },
  onClose,
}: {
  readonly of: OperatorWithPassword
  readonly onClose: () => void
}) {
  return (
    <div class="notice stack" role="status">
      <p>
        <strong>Hand the password of {operator.name} over now.</strong> It is shown only this once, and can be changed
        after signing in.
      </p>
      <div class="row">
        <code class="secret">{password}</code>
        <CopyButton text={password} name="the password" />
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
