import { getRouterParam, type HTTPResponse } from 'h3'
import { printLines } from '../../../core/contract/index.ts'
import { forAllowed } from '../people/authorize.ts'
import { jsonAnswer, LINES_TYPE, streamAnswer } from '../route/answers.ts'
import { pacedStream } from '../route/paced-stream.ts'
import { recordCommand } from '../route/record-command.ts'
import type { Route } from '../route/route.ts'
import type { Administration } from './administration.ts'

/** All results of a batch with their records, as lines of JSON. Order: completion. */
export const downloadResults: Route<Administration> = {
  method: 'POST',
  path: '/admin/results/:batch',
  handler: forAllowed(async (event, { store, epochMs }, { operator }) => {
    const id = (getRouterParam(event, 'batch') ?? '').toLowerCase()
    const batch = await store.batches.find(id)
    if (batch === null) return refuse(404, 'unknown_batch', 'There is no such batch.')
    const { workspaceId: workspace, hasResults } = batch
    if (!hasResults) return refuse(409, 'results_expired', 'The results of the batch are no longer kept.')
    const command = { name: 'batches.results', input: { batch: id, workspace }, operator, nowMs: epochMs() }
    const results = await recordCommand(store.audit, command, async () => store.batches.results(id))
    return streamAnswer(
      200,
      pacedStream(printLines(results), () => undefined),
      LINES_TYPE,
    )
  }),
}

function refuse(status: number, error: string, message: string): HTTPResponse {
  return jsonAnswer(status, { error, message })
}
