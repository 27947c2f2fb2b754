import { toJsonSchemaDefs, type JsonSchema } from '@valibot/to-json-schema'
import {
  accountSchema,
  answerSchemas,
  batchCreatedSchema,
  batchListSchema,
  batchParamsSchema,
  batchSchema,
  deliveriesSchema,
  ERRORS,
  healthSchema,
  itemResultSchema,
  keyCreatedSchema,
  itemValuesSchema,
  keyListSchema,
  keyRevokedSchema,
  keySchema,
  newKeySchema,
  partSchemas,
  problemSchema,
  provenanceSchema,
  rankRowSchema,
  rankSchema,
  readinessSchema,
  redeliverySchema,
  referenceUsageSchema,
  rotationSchema,
  spendingEventSchema,
  scheduleChangeSchema,
  scheduleCreatedSchema,
  scheduleListSchema,
  scheduleParamsSchema,
  scheduleSchema,
  seriesRowSchema,
  seriesSchema,
  usageSchema,
  watchActionSchema,
  watchChangeEntrySchema,
  watchChangeSchema,
  watchItemsSchema,
  watchChangesSchema,
  watchCreatedSchema,
  watchEventSchema,
  watchListSchema,
  watchParamsSchema,
  watchSchema,
  watchValuesSchema,
  type ServiceErrorCode,
} from '../../../core/contract/index.ts'
import { records } from '../../../core/index.ts'
import type { GenericSchema } from 'valibot'
import { conversion, refTo } from './conversion.ts'
import type { Reference } from './document.ts'
import { byEndpoint, itemSchemas, ofAnyEndpoint } from './items.ts'
import { byStatus, resultsByEndpoint } from './results.ts'

/** Schemas that are not made of valibot schemas: any JSON, and the document itself. */
const described: Readonly<Record<'Json' | 'OpenApi', JsonSchema>> = {
  // A schema that refers to itself is an error in generated clients.
  Json: { description: 'Any JSON value.' },
  OpenApi: {
    type: 'object',
    description: 'An OpenAPI 3.1 document.',
    properties: {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
      info: {
        type: 'object',
        properties: { title: { type: 'string' }, version: { type: 'string' } },
        required: ['title', 'version'],
        additionalProperties: true,
      },
      paths: { type: 'object', additionalProperties: true },
    },
    required: ['openapi', 'info', 'paths'],
    additionalProperties: true,
  },
}

/** Name of an error's schema: `asin_mismatch` is `AsinMismatchError`. */
export function errorSchemaName(code: ServiceErrorCode): string {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('').replace(/(?:Error)?$/, 'Error')
}

/** Name of the schema of a record with the fields that a request names: `ProductPart`. */
export function partName(schemaName: string): string {
  return `${schemaName}Part`
}

/** Schemas of all records, whole and in part, and of their rows, by their names. */
const ofRecords = Object.fromEntries([
  ...records.map(({ name, schemaName }) => [schemaName, answerSchemas.get(name) as GenericSchema] as const),
  ...records.map(({ name, schemaName }) => [partName(schemaName), partSchemas.get(name) as GenericSchema] as const),
  ...records.flatMap(({ rows }) => (rows === null ? [] : [[rows.schemaName, rows.schema] as const])),
])

/** Schemas that the document names, because several answers have them. */
const shared = {
  Provenance: provenanceSchema,
  Problem: problemSchema,
  Health: healthSchema,
  Readiness: readinessSchema,
  BatchRequest: batchParamsSchema,
  BatchCreated: batchCreatedSchema,
  BatchList: batchListSchema,
  Batch: batchSchema,
  ItemResult: itemResultSchema,
  Redelivery: redeliverySchema,
  Deliveries: deliveriesSchema,
  ScheduleRequest: scheduleParamsSchema,
  ScheduleCreated: scheduleCreatedSchema,
  ScheduleList: scheduleListSchema,
  Schedule: scheduleSchema,
  ScheduleChange: scheduleChangeSchema,
  WatchRequest: watchParamsSchema,
  WatchCreated: watchCreatedSchema,
  WatchList: watchListSchema,
  Watch: watchSchema,
  WatchChange: watchChangeSchema,
  WatchItems: watchItemsSchema,
  WatchAction: watchActionSchema,
  WatchChanges: watchChangesSchema,
  WatchChangeEntry: watchChangeEntrySchema,
  WatchEvent: watchEventSchema,
  WatchValues: watchValuesSchema,
  ItemValues: itemValuesSchema,
  Rank: rankSchema,
  RankRow: rankRowSchema,
  Series: seriesSchema,
  SeriesRow: seriesRowSchema,
  Account: accountSchema,
  Key: keySchema,
  KeyList: keyListSchema,
  NewKey: newKeySchema,
  KeyCreated: keyCreatedSchema,
  Rotation: rotationSchema,
  KeyRevoked: keyRevokedSchema,
  Usage: usageSchema,
  ReferenceUsage: referenceUsageSchema,
  SpendingEvent: spendingEventSchema,
}

/** The named schemas: the shared ones, and those of the errors that are given. */
export function componentSchemas(codes: readonly ServiceErrorCode[]): Readonly<Record<string, JsonSchema>> {
  const errors = Object.fromEntries(codes.map((code) => [errorSchemaName(code), ERRORS[code].schema]))
  const config = { ...conversion, overrideRef: ({ referenceId }: { referenceId: string }) => refTo(referenceId) }
  const defs = toJsonSchemaDefs({ ...ofRecords, ...shared, ...errors }, config)
  return {
    ...defs,
    ...described,
    ...itemSchemas,
    ItemResult: byStatus(defs.ItemResult),
    ...resultsByEndpoint(defs.Batch, defs.ItemResult, partName),
    ...byEndpoint(defs.BatchRequest, 'batch'),
    ...byEndpoint(defs.WatchRequest, 'watch'),
    WatchItems: ofAnyEndpoint(defs.WatchItems, 'watch'),
  }
}

export function schemaRef(name: string): Reference {
  return { $ref: refTo(name) }
}
