import type { H3Event, HTTPResponse } from 'h3'
import { errorBody, printBatchHead, type BatchList } from '../../../core/contract/index.ts'
import { estimateEndMs } from '../../../core/policy/index.ts'
import type { Owner } from '../../store/keys.ts'
import { batchListExample } from '../openapi/examples/batch.ts'
import { FREE, jsonAnswer, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { pageOfBatches } from '../route/page-of-batches.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { toBatchId } from './find-batch.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'
import { FILTERS, filterParameters, NO_PAIR, readPairs, toFilter, type Filters } from './list-filters.ts'

/** Batches that a page has. */
const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

export const listBatches = defineOperation('listBatches', 'read', {
  tags: ['batch'],
  summary: 'The batches of the workspace',
  description:
    'Batches that keys of the same kind have created, without their results. Newest first. A batch that is created meanwhile does not move the pages that follow. A page looks at 500 batches at most for those with a `status` or `metadata`: it can have fewer than `limit`, or none, and a `next_cursor` nevertheless.',
  parameters: [
    ...pageParameters({ what: 'batches', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
    ...filterParameters,
  ],
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
  if (!reading.ok || pairs === null) return refuseWith(errorBody('invalid_params', { details }))
  const page = await readPage(service, owner, reading.params, pairs)
  if (page !== null) return jsonAnswer(200, page, FREE)
  return refuseWith(errorBody('invalid_params', { details: [{ param: 'cursor', message: NO_CURSOR }] }))
}

interface ListQuery extends Filters {
  readonly limit: number
  readonly cursor: string
}

const RULES = { limit: wholeNumber(1, MAX_LIMIT), cursor: { parse: toBatchId, message: NO_CURSOR }, ...FILTERS }

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
