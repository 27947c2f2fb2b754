import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Loading } from '../../kit/loading.tsx'
import { Problem } from '../../kit/notice.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { Table, type Column } from '../../kit/table.tsx'
import { textOf } from '../../kit/text-of.ts'
import { useAction } from '../../kit/use-action.ts'
import { useLoaded } from '../../kit/use-loaded.ts'

/** What a person signs in with for the first time. */
interface Secret {
  /** Whose it is. */
  readonly name: string
  readonly secret: string
}

/** Changes somebody without asking before, and lists the people again. */
export type Perform = (change: () => Promise<unknown>) => void

interface PeopleCardProps<Person> {
  readonly title: string
  /** Name of the table. */
  readonly label: string
  /** What a person is given to sign in with. */
  readonly gives: 'link' | 'password'
  /** What is said with it. */
  readonly about: (given: Secret) => string
  readonly columns: (perform: Perform) => readonly Column<Person>[]
  /** Shown where there is nobody. */
  readonly children: ComponentChildren
  readonly list: () => Promise<readonly Person[]>
  /** What the list is of: another value loads it again. */
  readonly of: string
  /** Absent: null, the person may change nobody. */
  readonly change: {
    readonly addTitle: string
    readonly addAction: string
    readonly hint: string
    readonly maxLength: number
    /** Further fields of a new person. */
    readonly fields?: ComponentChildren
    readonly add: (name: string, form: FormData) => Promise<Secret>
    readonly reset: (name: string) => Promise<Secret>
    readonly remove: (name: string) => Promise<unknown>
    /** Further buttons of each person. */
    readonly actions?: (name: string, perform: Perform) => ComponentChildren
  } | null
}

/** What is asked before it is done, and of whom. */
interface Question {
  readonly kind: 'add' | 'reset' | 'remove'
  readonly name: string
}

/** People who sign in: to add, to give a new link or password, and to remove. */
export function PeopleCard<Person extends { readonly name: string }>(props: PeopleCardProps<Person>) {
  const { title, label, gives, about, columns, children, list, of, change } = props
  const loaded = useLoaded(list, [of])
  const question = useSignal<Question | null>(null)
  const given = useSignal<Secret | null>(null)
  const { problem, run } = useAction()
  const perform: Perform = (work) => run(() => work().finally(loaded.reload))
  const asked = question.value
  const ask = (kind: Question['kind'], name: string) => () => (question.value = { kind, name })
  const close = (): void => {
    question.value = null
    loaded.reload()
  }
  const actions: Column<Person> = {
    title: 'Actions',
    as: 'actions',
    cell: (person) => (
      <>
        <Button text={`New ${gives}`} of={`for ${person.name}`} class="plain" onClick={ask('reset', person.name)} />
        {change?.actions?.(person.name, perform)}
        <Button text="Remove" of={person.name} class="plain bad" onClick={ask('remove', person.name)} />
      </>
    ),
  }
  return (
    <Card
      title={title}
      actions={change !== null && <Button text={change.addTitle} class="primary" onClick={ask('add', '')} />}
    >
      <Problem text={problem} />
      {given.value !== null && (
        <ShownOnce
          title={`Send the ${gives} to ${given.value.name} now.`}
          about={about(given.value)}
          secret={given.value.secret}
          name={`the ${gives}`}
          onClose={() => (given.value = null)}
        />
      )}
      <Loading of={loaded}>
        {(people) => (
          <Table
            label={label}
            columns={change === null ? columns(perform) : [...columns(perform), actions]}
            rows={people}
            none={children}
            keyOf={({ name }) => name}
          />
        )}
      </Loading>
      {change !== null && asked?.kind === 'add' && (
        <Dialog
          title={change.addTitle}
          action={change.addAction}
          onSubmit={async (form) => void (given.value = await change.add(textOf(form, 'name'), form))}
          onClose={close}
        >
          <Field
            label="Name"
            name="name"
            required
            maxLength={change.maxLength}
            autocapitalize="none"
            hint={change.hint}
          />
          {change.fields}
        </Dialog>
      )}
      {change !== null && asked?.kind === 'reset' && (
        <Dialog
          title={`A new ${gives} for ${asked.name}?`}
          action={`Create the ${gives}`}
          onSubmit={async () => void (given.value = await change.reset(asked.name))}
          onClose={close}
        >
          <p>The present password ends, and so do all sessions.</p>
        </Dialog>
      )}
      {change !== null && asked?.kind === 'remove' && (
        <Dialog
          title={`Remove ${asked.name}?`}
          action="Remove"
          isDanger
          onSubmit={async () => void (await change.remove(asked.name))}
          onClose={close}
        >
          <p>All sessions end at once.</p>
        </Dialog>
      )}
    </Card>
  )
}
