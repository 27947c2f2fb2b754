/**
 * Retrieval: from a request to its record, in as many attempts as it takes.
 *
 * @packageDocumentation
 */
export { countRetrievals } from './count-retrievals.ts'
export { createRetriever, type RetrieverOptions } from './create-retriever.ts'
export { describeAsked, type Asked } from './describe-asked.ts'
export { openPages, type Pages } from './open-pages.ts'
export { parseRetrievalRequest, type RecordRequest, type RetrievalRequest } from './parse-request.ts'
export { retrievePaid, type PaidOutcome, type PaidRetrievalDeps, type Settle } from './paid-retrieval.ts'
export { RetrieverBusyError, waitWhileBusy, type FailedRetrieval, type Retrieval, type Retriever } from './retriever.ts'
