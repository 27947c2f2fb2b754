/**
 * Retrieval: a product or a search in, its record out, with as many attempts as it takes.
 *
 * @packageDocumentation
 */
export { createRetriever, type RetrieverOptions } from './create-retriever.ts'
export type { RetrievalLimits } from './retrieve-page.ts'
export {
  RetrieverBusyError,
  type Retrieval,
  type RetrievalError,
  type RetrievalFacts,
  type RetrievalFailure,
  type RetrievedData,
  type Retriever,
} from './retriever.ts'
