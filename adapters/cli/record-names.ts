import { BATCH_ENDPOINTS, endpointOf } from '../../core/contract/index.ts'
import { DEFAULT_RECORD, records, SEARCH_SORTS } from '../../core/index.ts'

const choices = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Texts of the help that follow from the records. Only what shows them loads them: the help of commands is fast. */
export const recordTexts = {
  /** "product, search, ... or best_sellers". */
  records: choices.format(records.map(({ name }) => name)),
  /** Kinds of the items of a batch: "market.product, ...". */
  endpoints: `${choices.format(BATCH_ENDPOINTS)}. Default: ${endpointOf(DEFAULT_RECORD.name)}`,
  /** Schemas of records and of their rows: "product, search, card (a row of search), ...". */
  schemas: `${choices.format(
    records.flatMap(({ name, rows }) => (rows === null ? [name] : [name, `${rows.name} (a row of ${name})`])),
  )}. Default: ${DEFAULT_RECORD.name}`,
  sorts: choices.format(SEARCH_SORTS),
}
