import * as v from 'valibot'
import {
  BATCH_ENDPOINTS,
  endpointOf,
  ITEM_STATUSES,
  MAX_BATCH_ITEMS,
  recordOf,
  type BatchEndpoint,
} from '../../core/contract/index.ts'
import { DEFAULT_RECORD, requireRecord, rowsOf } from '../../core/index.ts'
import type { Batches, ItemResult } from '../client/index.ts'
import { domain, pageFields } from './arguments.ts'
import { cutRecord, describeRow, requireFields } from './cut-record.ts'
import { nameRecord, record } from './market-tools.ts'
import { defineTool, type Tool } from './tool.ts'
import { ITEMS, PLURALS, RECORDS_OF_ITEM } from './tool-texts.ts'

/** Most results of one call. A model reads more in several. */
const MAX_RESULTS = 100

/** Parameters of an item, which is one text for a model. */
const ITEM_QUERY = /^(items\[\d+\])\.query$/
const ITEM_DOMAIN = /^items\[\d+\]\.domain$/

/** Batches, which are worked on by a server. */
export function batchTools(batch: Pick<Batches, 'create' | 'get'>): readonly Tool[] {
  return [
    defineTool({
      name: 'create_batch',
      title: 'Create a batch',
      description: `Starts the retrieval of up to ${MAX_BATCH_ITEMS} ${PLURALS}, which takes minutes. Each one that succeeds costs credits. Call get_batch for the results.`,
      input: v.object({
        endpoint: v.pipe(
          v.optional(v.picklist(BATCH_ENDPOINTS), endpointOf(DEFAULT_RECORD.name)),
          v.description('What the items are.'),
        ),
        items: v.pipe(
          v.array(v.pipe(v.string(), v.minLength(1))),
          v.minLength(1),
          v.maxLength(MAX_BATCH_ITEMS),
          v.description(ITEMS),
        ),
        domain,
      }),
      output: v.object({ id: v.string(), total_count: v.number() }),
      writes: true,
      isRemote: true,
      argumentOf: (param) => param.replace(ITEM_QUERY, '$1').replace(ITEM_DOMAIN, 'domain'),
      run: async ({ endpoint, items, domain }, signal) => {
        const definition = requireRecord(recordOf(endpoint))
        const queries = items.map((item) => nameRecord(definition, item, domain))
        const { data } = await batch.create({ endpoint, items: queries }, { signal })
        const { id, total_count } = data
        return { text: `Batch ${id} with ${total_count} items. It begins within a minute.`, data: { id, total_count } }
      },
    }),
    defineTool({
      name: 'get_batch',
      title: 'Batch',
      description: 'Returns the progress of a batch and its results so far.',
      input: v.object({
        id: v.pipe(v.string(), v.description('Id that create_batch returned.')),
        offset: v.pipe(
          v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
          v.description('Results to skip.'),
        ),
        limit: v.pipe(
          v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_RESULTS)), 20),
          v.description('Most results to return.'),
        ),
        status: v.pipe(v.optional(v.picklist(ITEM_STATUSES)), v.description('Only results with this status.')),
        fields: pageFields,
      }),
      output: v.object({
        status: v.string(),
        total_count: v.number(),
        processed_count: v.number(),
        success_count: v.number(),
        failure_count: v.number(),
        results: v.array(
          v.object({
            input: v.record(v.string(), v.unknown()),
            error: v.nullable(v.string()),
            records: v.pipe(v.array(record), v.description(RECORDS_OF_ITEM)),
          }),
        ),
      }),
      writes: false,
      isRemote: true,
      run: async ({ id, offset, limit, status, fields }, signal) => {
        const { data } = await batch.get(id, { offset, limit, status, signal })
        const { endpoint, status: state, total_count, processed_count, success_count, failure_count } = data
        requireFields([requireRecord(recordOf(endpoint))], fields ?? [])
        const results = data.results.map((result) => cutResult(endpoint, result, fields))
        const head = `Batch ${state}: ${processed_count} of ${total_count} done, ${failure_count} failed.`
        const rows = results.flatMap(({ input, error, records }) =>
          error === null ? records.map(describeRow) : [`${String(input['query'])}: ${error}`],
        )
        const counts = { total_count, processed_count, success_count, failure_count }
        return { text: [head, ...rows].join('\n'), data: { status: state, ...counts, results } }
      },
    }),
  ]
}

function cutResult(endpoint: BatchEndpoint, { input, data, error }: ItemResult, fields: readonly string[] | undefined) {
  if (data === null) return { input, error: error?.error ?? null, records: [] }
  const definition = requireRecord(recordOf(endpoint))
  const records = (rowsOf(definition, data) ?? [data]).map((one) => cutRecord(one, fields ?? definition.mainFields))
  return { input, error: null, records }
}
