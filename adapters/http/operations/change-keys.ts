import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import {
  newKeySchema,
  parseKeyBody,
  rotationSchema,
  toTimestamp,
  type ErrorBody,
  type NewKey,
} from '../../../core/contract/index.ts'
import { ADDRESS_LIST_PLANS } from '../../../core/policy/index.ts'
import { isActive, type CreatedKey, type Key, type Owner } from '../../store/keys.ts'
import { StoreError, type StoreErrorCode } from '../../store/store-error.ts'
import { isAddressRange } from '../route/address-ranges.ts'
import { FREE, jsonAnswer, refuse, refuseKey, refuseParams, refuseParam } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { stateOf } from '../route/hooks.ts'
import { isJsonType } from '../route/json-type.ts'
import { printKey } from '../route/print-key.ts'
import { readQuery } from '../route/query.ts'
import { readJson } from '../route/read-json.ts'
import { recordCommand } from '../route/record-command.ts'
import { revokeKey } from '../route/revoke-key.ts'

type Details = ErrorBody<'invalid_params'>['details']

/** Who changes keys. */
interface KeyOwner extends Owner {
  /** The key that asks. Absent: null, a person asks. */
  readonly keyId: string | null
  /** Who asks, in the audit log. Default: the key. */
  readonly actor?: string
}

/** Creates a key of the kind and workspace of the one that asks. */
export async function answerCreation(event: H3Event, service: Service, caller: KeyOwner): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const body = await readJson(event)
  if (!body.ok) return refuseParam('body', body.problem)
  const parsed = parseKeyBody(newKeySchema, body.value)
  const details = parsed.ok ? findMistakes(parsed.value, caller, service.epochMs()) : parsed.details
  if (!parsed.ok || details.length > 0) return refuseParams(details)
  const { name, scopes, expires_at, allowed_addresses: allowedAddresses } = parsed.value
  const terms = {
    name,
    ...(scopes === undefined ? {} : { scopes: [...new Set(scopes)] }),
    ...(expires_at === undefined ? {} : { expiresAt: Date.parse(expires_at) }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses }),
  }
  const create = (): Promise<CreatedKey> => {
    const { expiresAt: expiresAtMs, ...rest } = terms
    return service.store.keys.create(caller.workspace.id, { ...rest, mode: caller.mode, expiresAtMs })
  }
  return answerCreated('keys.create', { kind: caller.mode, ...terms }, create, { event, service, caller })
}

/** What is wrong with values that are right one by one. */
function findMistakes({ expires_at, allowed_addresses = [] }: NewKey, { workspace }: Owner, nowMs: number): Details {
  const details: Details = []
  if (expires_at !== undefined && Date.parse(expires_at) <= nowMs) {
    details.push({ param: 'expires_at', message: `must be after ${toTimestamp(nowMs)}` })
  }
  const wrong = allowed_addresses.findIndex((text) => !isAddressRange(text))
  if (wrong !== -1) {
    const message = 'must be an IP address or a range, as 203.0.113.0/24'
    details.push({ param: `allowed_addresses[${wrong}]`, message })
  } else if (allowed_addresses.length > 0 && !ADDRESS_LIST_PLANS.has(workspace.plan)) {
    details.push({
      param: 'allowed_addresses',
      message: `needs one of the plans: ${[...ADDRESS_LIST_PLANS].join(', ')}`,
    })
  }
  return details
}

export async function answerRotation(event: H3Event, service: Service, caller: KeyOwner): Promise<HTTPResponse> {
  const found = await findOwn(event, service, caller)
  if (found === null || !isActive(found, service.epochMs())) return refuseKey()
  // Its successor would be a way around the end, or the addresses, of the key that asks.
  if (caller.keyId !== null && found.scopes.includes('keys') && found.id !== caller.keyId)
    return refuse('forbidden_scope')
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const body = await readJson(event)
  if (!body.ok) return refuseParam('body', body.problem)
  const parsed = parseKeyBody(rotationSchema, body.value)
  if (!parsed.ok) return refuseParams(parsed.details)
  const graceSeconds = parsed.value.grace_seconds ?? 0
  const rotate = (): Promise<CreatedKey> =>
    service.store.keys.rotate(found.id, { graceMs: graceSeconds * 1000, keepsExpiry: true })
  return answerCreated('keys.rotate', { key: found.id, graceSeconds }, rotate, { event, service, caller })
}

export async function answerRevocation(event: H3Event, service: Service, caller: KeyOwner): Promise<HTTPResponse> {
  const found = await findOwn(event, service, caller)
  if (found === null) return refuseKey()
  const reading = readQuery<{ cancel_batches: boolean }>(event.url.searchParams, { cancel_batches: BOOLEAN })
  if (!reading.ok) return refuseParams(reading.details)
  const { cancel_batches: cancelBatches = false } = reading.params
  const { key, runningBatches, cancelledBatches, pausedWatches, pausedSchedules } = await recordCommand(
    service.store.audit,
    toRecord('keys.revoke', { key: found.id, cancelBatches }, { event, service, caller }),
    () => revokeKey(service.store, found.id, cancelBatches, service.epochMs()),
  )
  const revoked_at = toTimestamp(key.revokedAtMs ?? service.epochMs())
  const begun = {
    running_batches: runningBatches,
    canceled_batches: cancelledBatches,
    paused_watches: pausedWatches,
    paused_schedules: pausedSchedules,
  }
  return jsonAnswer(200, { ...printKey(key), revoked_at, ...begun }, FREE)
}

const BOOLEAN = {
  parse: (text: string): boolean | undefined => BOOLEANS.get(text),
  message: 'must be true or false',
}
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Finds the key of a path. Absent: null, it does not exist, or it is another workspace's or of the other kind; callers can't tell which. */
async function findOwn(event: H3Event, { store }: Service, { workspace, mode }: Owner): Promise<Key | null> {
  const id = getRouterParam(event, 'id')
  const keys = await store.keys.list(workspace.id)
  return keys.find((key) => key.id === id && key.mode === mode) ?? null
}

interface Asked {
  readonly event: H3Event
  readonly service: Service
  readonly caller: KeyOwner
}

/** The entry of a command in the audit log, as one of who asks. */
function toRecord(name: string, input: object, { event, service, caller }: Asked) {
  const operator = { actor: caller.actor ?? `key:${caller.keyId}`, address: stateOf(event).address }
  return { name, input: { workspace: caller.workspace.id, ...input }, operator, nowMs: service.epochMs() }
}

const REFUSED: Readonly<Partial<Record<StoreErrorCode, () => HTTPResponse>>> = {
  too_many_keys: () => refuse('too_many_keys'),
  // Another request has revoked it meanwhile.
  key_revoked: refuseKey,
}

/** Creates a key, and answers with all of it. */
async function answerCreated(
  command: string,
  input: object,
  create: () => Promise<CreatedKey>,
  asked: Asked,
): Promise<HTTPResponse> {
  try {
    const { key, fullKey } = await recordCommand(asked.service.store.audit, toRecord(command, input, asked), create)
    return jsonAnswer(201, { ...printKey(key), full_key: fullKey }, FREE)
  } catch (error) {
    const refusal = error instanceof StoreError ? REFUSED[error.code] : undefined
    if (refusal === undefined) throw error
    return refusal()
  }
}
