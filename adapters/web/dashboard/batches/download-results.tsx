import { Button } from '../../kit/button.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { useAction } from '../../kit/use-action.ts'
import { request } from '../service/session.ts'

/** Saves all results of a batch with their records, a line of JSON each. */
export function DownloadResults({ batch }: { readonly batch: string }) {
  const { isBusy, problem, run } = useAction()
  const save = async (): Promise<void> => {
    const answer = await request(`results/${batch}`, { method: 'POST' })
    saveFile(await answer.blob(), `${batch}.jsonl`)
  }
  return (
    <>
      <span role="status">{problem}</span>
      <Button text="Save as JSON lines" onClick={() => run(save)} disabled={isBusy} />
    </>
  )
}
