/**
 * Retrieval: a product or a search in, its record out, with as many attempts as it takes.
 *
 * @packageDocumentation
 */
export { createRetriever, type RetrieverOptions } from './create-retriever.ts'
export { parsePaidRequest, type PaidRequest } from './paid-request.ts'
export { RetrieverBusyError, type Retrieval, type RetrievalError, type Retriever } from './retriever.ts'
export { whenNotBusy } from './when-not-busy.ts'
