/**
 * A typed client of the service, on `fetch`: for Node, Deno, Bun and edge runtimes.
 *
 * @module shelfmark/client
 */
export type { Answer, AnswerMeta } from './answer.ts'
export type {
  Batch,
  Batches,
  BatchId,
  BatchItem,
  BatchRequest,
  FollowOptions,
  GetBatchOptions,
  ListBatchesOptions,
  BatchItemResult as ItemResult,
} from './batches.ts'
export type { SpendingEvent } from '../../core/contract/index.ts'
export type { CallOptions, ChargedCallOptions, ClientOptions } from './caller.ts'
export { ClientError, ConnectionError, isServiceError, ServiceError, type ConnectionErrorCode } from './client-error.ts'
export { createClient, type Client, type RecordMethods } from './create-client.ts'
export type { Keys, RevokeOptions, RotateOptions } from './keys.ts'
export type {
  Explain,
  Explained,
  FieldsQuery,
  RecordQuery,
  RenderQuery,
  SharedQuery,
  WithScreenshot,
} from './queries.ts'
export type { ScheduleRequest, Schedules } from './schedules.ts'
export type {
  ChangesOptions,
  RankOptions,
  SeriesOptions,
  WatchChangeRequest,
  Watches,
  WatchPageOptions,
  WatchRequest,
  WatchRuleInput,
  WatchTermsInput,
} from './watches.ts'
export type { Rank, Series, Watch, WatchChanges, WatchEventBody } from '../../core/contract/index.ts'
