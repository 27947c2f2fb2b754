import type { H3Event, HTTPResponse } from 'h3'
import { printBatchHead, type BatchList } from '../../../core/contract/index.ts'
import { estimateEndMs } from '../../../core/policy/index.ts'
import type { Owner } from '../../store/keys.ts'
import { batchListExample } from '../openapi/examples/batch.ts'
import { FREE, jsonAnswer, refuseParams } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { pageOfBatches } from '../route/page-of-batches.ts'
import { readQuery } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { FILTERS, filterParameters, NO_PAIR, readPairs, toFilter, type Filters } from './list-filters.ts'
import { listParameters, LIST_RULES, DEFAULT_LIMIT, refuseCursor } from './list-own.ts'

export const listBatches = defineOperation('listBatches', 'read', {
  tags: ['batch'],
  summary: 'The batches of the workspace',
  description:
    'Batches that keys of the same kind have created, without their results. Newest first. A batch that is created meanwhile does not move the pages that follow. A page looks at 500 batches at most for those with a `status` or `metadata`: it can have fewer than `limit`, or none, and a `next_cursor` nevertheless.',
  parameters: [...listParameters('batches'), ...filterParameters],
  success: answered(200, {
    description: 'A page of batches.',
    schema: 'BatchList',
    examples: { page: { summary: 'The last page', value: batchListExample } },
  }),
  errors: ['invalid_params'],
  handler: answerBatches,
})

/** Answers with a page of the batches of a workspace. */
export async function answerBatches(event: H3Event, service: Service, owner: Owner): Promise<HTTPResponse> {
  const query = event.url.searchParams
  const reading = readQuery<ListQuery>(query, RULES)
  const pairs = readPairs(query)
  const details = [
    ...(reading.ok ? [] : reading.details),
    ...(pairs === null ? [{ param: 'metadata', message: NO_PAIR }] : []),
  ]
  if (!reading.ok || pairs === null) return refuseParams(details)
  const page = await readPage(service, owner, reading.params, pairs)
  return page === null ? refuseCursor() : jsonAnswer(200, page, FREE)
}

interface ListQuery extends Filters {
  readonly limit: number
  readonly cursor: string
}

const RULES = { ...LIST_RULES, ...FILTERS }

/** `pairs`: of metadata. Absent: null, the cursor is not a batch of the caller. */
async function readPage(
  { store, epochMs, batchIntervalMs: intervalMs }: Service,
  { workspace, mode }: Owner,
  { limit = DEFAULT_LIMIT, cursor, status, reference, created_from, created_before }: Partial<ListQuery>,
  pairs: ReadonlyMap<string, string>,
): Promise<BatchList | null> {
  const range = { after: cursor, limit, createdFromMs: created_from, createdBeforeMs: created_before, reference }
  const options = { ...range, isWanted: toFilter(status, pairs) }
  const page = await pageOfBatches(store.batches, { workspaceId: workspace.id, mode }, options)
  if (page === null) return null
  const nowMs = epochMs()
  const heads = page.batches.map((batch) =>
    printBatchHead(batch, estimateEndMs(batch.progress, { mode, intervalMs }, nowMs)),
  )
  return { batches: heads, next_cursor: page.next }
}
