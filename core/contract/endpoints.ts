import { records, type RecordName } from '../records/index.ts'

/** A method of a path. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With the names of its variable parts: `/api/v1/market/batch/:id`. */
  readonly path: string
}

/** Kinds of items that a batch can have, as the interface names them: one for each record. */
export type BatchEndpoint<Name extends RecordName = RecordName> = `market.${Name}`
export const BATCH_ENDPOINTS: readonly BatchEndpoint[] = records.map(({ name }) => endpointOf(name))

/** Endpoint of a record. */
export function endpointOf<Name extends RecordName>(record: Name): BatchEndpoint<Name> {
  return `market.${record}`
}

/** The record of an endpoint. */
export function recordOf<Name extends RecordName>(endpoint: BatchEndpoint<Name>): Name {
  return endpoint.slice(endpoint.indexOf('.') + 1) as Name
}

/** Where a record is asked for. */
export function recordEndpoint(record: RecordName): Endpoint {
  return { method: 'GET', path: `/api/v1/market/${record}` }
}

/** What callers can ask besides records, by the `operationId` of the OpenAPI document. */
export const ENDPOINTS = {
  createBatch: { method: 'POST', path: '/api/v1/market/batch' },
  listBatches: { method: 'GET', path: '/api/v1/market/batch' },
  getBatch: { method: 'GET', path: '/api/v1/market/batch/:id' },
  cancelBatch: { method: 'DELETE', path: '/api/v1/market/batch/:id' },
  redeliverBatch: { method: 'POST', path: '/api/v1/market/batch/:id/redeliver' },
  listDeliveries: { method: 'GET', path: '/api/v1/market/batch/:id/deliveries' },
  createSchedule: { method: 'POST', path: '/api/v1/market/schedule' },
  listSchedules: { method: 'GET', path: '/api/v1/market/schedule' },
  getSchedule: { method: 'GET', path: '/api/v1/market/schedule/:id' },
  changeSchedule: { method: 'PATCH', path: '/api/v1/market/schedule/:id' },
  deleteSchedule: { method: 'DELETE', path: '/api/v1/market/schedule/:id' },
  createWatch: { method: 'POST', path: '/api/v1/market/watch' },
  listWatches: { method: 'GET', path: '/api/v1/market/watch' },
  getWatch: { method: 'GET', path: '/api/v1/market/watch/:id' },
  changeWatch: { method: 'PATCH', path: '/api/v1/market/watch/:id' },
  deleteWatch: { method: 'DELETE', path: '/api/v1/market/watch/:id' },
  addWatchItems: { method: 'POST', path: '/api/v1/market/watch/:id/items' },
  removeWatchItems: { method: 'DELETE', path: '/api/v1/market/watch/:id/items' },
  runWatch: { method: 'POST', path: '/api/v1/market/watch/:id/run' },
  testWatch: { method: 'POST', path: '/api/v1/market/watch/:id/test' },
  replaceWatchSecret: { method: 'POST', path: '/api/v1/market/watch/:id/secret' },
  redeliverWatch: { method: 'POST', path: '/api/v1/market/watch/:id/redeliver' },
  listChanges: { method: 'GET', path: '/api/v1/market/watch/:id/changes' },
  getWatchValues: { method: 'GET', path: '/api/v1/market/watch/:id/values' },
  getRank: { method: 'GET', path: '/api/v1/market/watch/:id/rank' },
  getSeries: { method: 'GET', path: '/api/v1/market/watch/:id/series' },
  getAccount: { method: 'GET', path: '/api/v1/account' },
  getUsage: { method: 'GET', path: '/api/v1/usage' },
  getUsageByReference: { method: 'GET', path: '/api/v1/usage/references' },
  listKeys: { method: 'GET', path: '/api/v1/keys' },
  createKey: { method: 'POST', path: '/api/v1/keys' },
  rotateKey: { method: 'POST', path: '/api/v1/keys/:id/rotate' },
  revokeKey: { method: 'DELETE', path: '/api/v1/keys/:id' },
  getOpenApi: { method: 'GET', path: '/api/v1/openapi.json' },
  getLiveness: { method: 'GET', path: '/livez' },
  getReadiness: { method: 'GET', path: '/readyz' },
} as const satisfies Readonly<Record<string, Endpoint>>

const PARAM = /:(\w+)/g

/** Replaces the variable parts of a path, such as `:id`. */
export function replaceParams(path: string, toText: (name: string) => string): string {
  return path.replace(PARAM, (_, name: string) => toText(name))
}

/** Path of an endpoint with values for its variable parts. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return replaceParams(path, (name) => encodeURIComponent(params[name] ?? ''))
}
