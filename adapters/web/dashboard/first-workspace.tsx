import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { textOf } from '../kit/text-of.ts'
import { administrate } from './service/administrate.ts'
import { loadWorkspaces } from './service/workspaces.ts'

async function create(form: FormData): Promise<void> {
  await administrate('workspaces.create', { name: textOf(form, 'name') })
  await loadWorkspaces()
}

/** Shown while there is no workspace: a key needs one. */
export function FirstWorkspace() {
  return (
    <Form class="card sign-in" action="Create" look="primary" onSubmit={create}>
      <h1>Create a workspace</h1>
      <p class="quiet">A workspace has keys, a plan and batches. Create the first one.</p>
      <Field label="Name" name="name" required maxLength={100} />
    </Form>
  )
}
