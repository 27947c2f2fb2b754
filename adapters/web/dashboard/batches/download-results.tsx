import { useSignal } from '@preact/signals'
import { saveFile } from '../../kit/save-file.ts'
import { request, toError } from '../service/session.ts'

/** Saves all results of a batch with their records, a line of JSON each. */
export function DownloadResults({ batch }: { readonly batch: string }) {
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  const save = async (): Promise<void> => {
    isBusy.value = true
    try {
      const answer = await request(`/admin/results/${batch}`, { method: 'POST' })
      if (!answer.ok) throw await toError(answer)
      saveFile(await answer.blob(), `${batch}.jsonl`)
      problem.value = null
    } catch (error) {
      problem.value = (error as Error).message
    }
    isBusy.value = false
  }
  return (
    <div class="row">
      <span role="status">{problem.value}</span>
      <button type="button" onClick={() => void save()} disabled={isBusy.value}>
        Save as JSON lines
      </button>
    </div>
  )
}
