import { useSignal } from '@preact/signals'
import type { AdminMember, MemberWithLink } from '../../../http/admin/people-commands.ts'
import type { Workspace } from '../../../store/workspaces.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { formatMoment } from '../../kit/format.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { administrate } from '../service/administrate.ts'
import { textOf } from '../../kit/text-of.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/** What is asked before it is done. */
interface Question {
  readonly kind: 'invite' | 'reset' | 'remove'
  /** Of whom. Empty: of somebody new. */
  readonly name: string
}

/** The people of a workspace, who sign in at the customers' door. */
export function MembersCard({ of: { id, name: workspaceName } }: { readonly of: Workspace }) {
  const loaded = useLoaded(() => administrate('members.list', { workspace: id }), [id])
  const question = useSignal<Question | null>(null)
  const shown = useSignal<MemberWithLink | null>(null)
  const ask = (kind: Question['kind'], name: string) => (): void => void (question.value = { kind, name })
  const columns: Column<AdminMember>[] = [
    { title: 'Name', as: 'wrap', cell: ({ name }) => name },
    { title: 'State', cell: describeState },
    { title: 'Added', cell: ({ createdAtMs }) => formatMoment(createdAtMs) },
    {
      title: 'Actions',
      as: 'actions',
      cell: ({ name }) => (
        <>
          <button type="button" class="plain" onClick={ask('reset', name)}>
            New link<span class="unseen"> for {name}</span>
          </button>
          <button type="button" class="plain bad" onClick={ask('remove', name)}>
            Remove<span class="unseen"> {name}</span>
          </button>
        </>
      ),
    },
  ]
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>Members of {workspaceName}</h2>
        <button type="button" onClick={ask('invite', '')}>
          Invite a member
        </button>
      </div>
      {shown.value !== null && <NewLink of={shown.value} onClose={() => (shown.value = null)} />}
      <Loading of={loaded}>
        {(members) =>
          members.length === 0 ? (
            <p class="quiet">
              Nobody. Members see their workspace at <code>/account</code>, if the server has{' '}
              <code>SHELFMARK_CUSTOMER_DOOR=on</code>.
            </p>
          ) : (
            <Table label="Members" columns={columns} rows={members} keyOf={({ name }) => name} />
          )
        }
      </Loading>
      {question.value !== null && (
        <Asked
          workspace={id}
          question={question.value}
          onLink={(created) => (shown.value = created)}
          onClose={() => {
            question.value = null
            loaded.reload()
          }}
        />
      )}
    </section>
  )
}

function describeState({ hasPassword, linkExpiresAtMs }: AdminMember): string {
  if (hasPassword) return 'has a password'
  return linkExpiresAtMs === null ? 'has no link' : `invited until ${formatMoment(linkExpiresAtMs)}`
}

interface AskedProps {
  readonly workspace: string
  readonly question: Question
  readonly onLink: (created: MemberWithLink) => void
  readonly onClose: () => void
}

function Asked({ workspace, question: { kind, name }, onLink, onClose }: AskedProps) {
  if (kind === 'invite') {
    const invite = async (form: FormData): Promise<void> =>
      onLink(await administrate('members.invite', { workspace, member: textOf(form, 'member') }))
    return (
      <Dialog title="Invite a member" action="Create the link" onSubmit={invite} onClose={onClose}>
        <div class="field">
          <label for="member">Name</label>
          <input id="member" name="member" required maxLength={100} autocomplete="off" autocapitalize="none" />
          <span class="hint">Such as ada@example.com. The person signs in with it, and sees this workspace alone.</span>
        </div>
      </Dialog>
    )
  }
  const isReset = kind === 'reset'
  const perform = async (): Promise<void> => {
    if (isReset) onLink(await administrate('members.reset', { workspace, member: name }))
    else await administrate('members.remove', { workspace, member: name })
  }
  return (
    <Dialog
      title={isReset ? `A new link for ${name}?` : `Remove ${name}?`}
      action={isReset ? 'Create the link' : 'Remove'}
      isDanger={!isReset}
      onSubmit={perform}
      onClose={onClose}
    >
      <p>{isReset ? 'The present password ends, and so do all sessions.' : 'All sessions end at once.'}</p>
    </Dialog>
  )
}

function NewLink({ of: { name, link }, onClose }: { readonly of: MemberWithLink; readonly onClose: () => void }) {
  return (
    <div class="notice stack" role="status">
      <p>
        <strong>Send the link to {name} now.</strong> It is shown only this once, and works once, for 7 days.
        {link.startsWith('/') && ' Put the address of the service before it.'}
      </p>
      <div class="row">
        <code class="secret">{link}</code>
        <CopyButton text={link} name="the link" />
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
