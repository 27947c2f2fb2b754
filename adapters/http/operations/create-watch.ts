import type { H3Event, HTTPResponse } from 'h3'
import {
  ENDPOINTS,
  errorBody,
  pathOf,
  toErrorBody,
  type ServiceErrorCode,
  type WatchCreated,
} from '../../../core/contract/index.ts'
import { newControl } from '../../../core/index.ts'
import { maxWatchedItems, monthOf } from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import { watchCreatedExample, watchRequestExample } from '../openapi/examples/watch.ts'
import { success } from '../openapi/responses.ts'
import { schemaRef } from '../openapi/schemas.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuse, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { isJsonType } from '../route/json-type.ts'
import { mountBase } from '../route/mount-base.ts'
import { readJson } from '../route/read-json.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { MAX_BODY_BYTES, refuseStorage } from './create-batch.ts'
import { parseWatch } from './parse-watch-body.ts'
import { printWatchHead } from '../route/print-watch.ts'

const ERRORS: readonly ServiceErrorCode[] = [
  ...ADMITTED_ERRORS,
  'invalid_params',
  'unsupported_media_type',
  'quota_exceeded',
  'not_implemented',
]

export const createWatch: Operation<Service> = {
  ...ENDPOINTS.createWatch,
  operationId: 'createWatch',
  tags: ['watch'],
  summary: 'Look at items again and again',
  description:
    'Takes 1 to 1,000 items, all of them or none, and looks at each at once, and then as `every` or `cron` says. A look costs what its request costs; one that fails is free. What is an alert is posted to `webhook_url`; all changes are in `changes`, all values in `series`.',
  security: anyKey,
  parameters: [],
  requestBody: {
    description:
      'The items, when they are looked at, and what is an alert. At most 8 MiB, 32 levels and 100,000 values.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('WatchRequest'),
        examples: { watch: { summary: 'Two products, and a rule', value: watchRequestExample } },
      },
    },
  },
  answers: {
    success: success(201, {
      description: 'The watch was created. Store the secret: it is not shown again.',
      schema: 'WatchCreated',
      headers: [...ADMITTED_HEADERS, 'Location'],
      examples: { created: { summary: 'A new watch', value: watchCreatedExample } },
    }),
    errors: ERRORS,
  },
  handler: admitted('batch', answerCreation),
}

/** Creates a watch, all of it or nothing. */
async function answerCreation(event: H3Event, service: Service, caller: Caller): Promise<HTTPResponse> {
  if (!isJsonType(event)) return refuse('unsupported_media_type')
  const parsed = await parseWatch(service, caller, await readJson(event, { maxBytes: MAX_BODY_BYTES }))
  if (!parsed.ok) return refuseWith(toErrorBody(parsed))
  const refusal = await refuseStorage(service, caller)
  if (refusal !== null) return refusal
  const { endpoint, items, terms, webhookUrl } = parsed.params
  const { workspace, keyId, mode } = caller
  const secret = service.secrets.create()
  const nowMs = service.epochMs()
  const maxItems = maxWatchedItems(mode)
  const watch = await service.store.watches.create({
    id: service.newId(),
    workspaceId: workspace.id,
    keyId,
    mode,
    endpoint,
    createdAtMs: nowMs,
    terms,
    control: newControl(nowMs, monthOf(nowMs)),
    sealedSecret: service.secrets.seal(secret),
    webhookUrl,
    inputs: items.map((item) => JSON.stringify(item)),
    maxItems,
  })
  if (watch === 'too_many_items') {
    const message = `The sandbox keys of a workspace can watch ${maxItems} items, and would watch more. Delete a watch first.`
    return refuseWith(errorBody('quota_exceeded', { message }), { 'Retry-After': RETRY_SECONDS })
  }
  const created: WatchCreated = { ...printWatchHead(watch), webhook_signature_secret: secret }
  const location = mountBase(event, ENDPOINTS.createWatch.path) + pathOf(ENDPOINTS.getWatch, { id: watch.id })
  return jsonAnswer(201, created, { ...FREE, Location: location })
}

/** Pause for a caller that watches too many items. Unit: s. */
const RETRY_SECONDS = '3600'
