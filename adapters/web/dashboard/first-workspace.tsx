import type { TargetedSubmitEvent } from 'preact'
import { useSignal } from '@preact/signals'
import { administrate } from './service/administrate.ts'
import { loadWorkspaces } from './service/workspaces.ts'

/** Shown while there is no workspace: a key needs one. */
export function FirstWorkspace() {
  const problem = useSignal<string | null>(null)
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    administrate('workspaces.create', { name })
      .then(loadWorkspaces)
      .catch((error: Error) => (problem.value = error.message))
  }
  return (
    <form class="card stack sign-in" onSubmit={submit}>
      <h1>Create a workspace</h1>
      <p class="quiet">A workspace has keys, a plan and batches. Create the first one.</p>
      {problem.value !== null && <p class="notice bad">{problem.value}</p>}
      <div class="field">
        <label for="name">Name</label>
        <input id="name" name="name" required maxLength={100} />
      </div>
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  )
}
