import type { H3Event, HTTPResponse } from 'h3'
import { ENDPOINTS, type ServiceErrorCode } from '../../../core/contract/index.ts'
import { isActive, type Owner } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { keyCreatedExample, keyListExample, keyRevokedExample, newKeyExample } from '../openapi/examples/keys.ts'
import { success } from '../openapi/responses.ts'
import { schemaRef } from '../openapi/schemas.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printKey } from '../route/print-key.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'
import { answerCreation, answerRevocation, answerRotation } from './change-keys.ts'

const OWN = 'Those of the same kind, live or sandbox, in the workspace of the key that asks.'
const ONCE =
  'The answer is the only one that has the whole key: a request whose answer is lost has created it all the same.'

const idParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the key, as `listKeys` gives it.',
  schema: { type: 'string' },
}

const BODY_ERRORS: readonly ServiceErrorCode[] = ['invalid_params', 'payload_too_large', 'unsupported_media_type']

export const listKeys: Operation<Service> = {
  ...ENDPOINTS.listKeys,
  operationId: 'listKeys',
  tags: ['account'],
  summary: 'The keys of the workspace',
  description: `${OWN} Without those that were revoked or have expired.`,
  security: anyKey,
  parameters: [],
  answers: {
    success: success(200, {
      description: 'The keys.',
      schema: 'KeyList',
      headers: ADMITTED_HEADERS,
      examples: { keys: { summary: 'One key', value: keyListExample } },
    }),
    errors: ADMITTED_ERRORS,
  },
  handler: admitted('keys', answerKeys),
}

/** Answers with the active keys of a workspace that are of a kind. */
export async function answerKeys(
  _: H3Event,
  { store, epochMs }: Service,
  { workspace, mode }: Owner,
): Promise<HTTPResponse> {
  const nowMs = epochMs()
  const keys = await store.keys.list(workspace.id)
  return jsonAnswer(200, { keys: keys.filter((key) => key.mode === mode && isActive(key, nowMs)).map(printKey) }, FREE)
}

export const createKey: Operation<Service> = {
  ...ENDPOINTS.createKey,
  operationId: 'createKey',
  tags: ['account'],
  summary: 'Create a key',
  description: `Of the same kind and workspace. Its scopes are independent of those of the key that asks, but only operators grant the scope \`keys\`. Members that are not known are refused. ${ONCE}`,
  security: anyKey,
  parameters: [],
  requestBody: {
    description: 'Name and terms of the key.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('NewKey'),
        examples: { key: { summary: 'A key that reads', value: newKeyExample } },
      },
    },
  },
  answers: {
    success: success(201, {
      description: 'The key was created. Store it: it is shown only here.',
      schema: 'KeyCreated',
      headers: ADMITTED_HEADERS,
      examples: { created: { summary: 'A new key', value: keyCreatedExample } },
    }),
    errors: [...ADMITTED_ERRORS, ...BODY_ERRORS, 'too_many_keys'],
  },
  handler: admitted('keys', answerCreation),
}

export const rotateKey: Operation<Service> = {
  ...ENDPOINTS.rotateKey,
  operationId: 'rotateKey',
  tags: ['account'],
  summary: 'Replace a key',
  description: `Creates its successor, of the same name, scopes, addresses and expiry, and revokes it, now or after a grace period. Its watches go on with the successor. A key can rotate itself; one with the scope \`keys\` is rotated by itself or by operators. ${ONCE}`,
  security: anyKey,
  parameters: [idParameter],
  requestBody: {
    description: 'How long the old key still works. May be `{}`.',
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('Rotation'),
        examples: { day: { summary: 'It works for another day', value: { grace_seconds: 86_400 } } },
      },
    },
  },
  answers: {
    success: success(201, {
      description: 'The successor was created. Store it: it is shown only here.',
      schema: 'KeyCreated',
      headers: ADMITTED_HEADERS,
      examples: { created: { summary: 'The successor', value: keyCreatedExample } },
    }),
    errors: [...ADMITTED_ERRORS, ...BODY_ERRORS, 'not_found', 'too_many_keys'],
  },
  handler: admitted('keys', answerRotation),
}

export const revokeKey: Operation<Service> = {
  ...ENDPOINTS.revokeKey,
  operationId: 'revokeKey',
  tags: ['account'],
  summary: 'Revoke a key',
  description:
    'Requests with it are refused from now on, in other processes within 30 seconds. Its watches are paused, and a look that has not begun is not made; its batches go on and are charged, unless `cancel_batches` is true. A key can revoke itself. One that was revoked before stays as it is.',
  security: anyKey,
  parameters: [
    idParameter,
    {
      name: 'cancel_batches',
      in: 'query',
      required: false,
      description: 'Whether to cancel its batches that have not ended. Default: false.',
      schema: { type: 'boolean' },
    },
  ],
  answers: {
    success: success(200, {
      description: 'The key, and what became of its batches and watches.',
      schema: 'KeyRevoked',
      headers: ADMITTED_HEADERS,
      examples: { revoked: { summary: 'Two batches were canceled', value: keyRevokedExample } },
    }),
    errors: [...ADMITTED_ERRORS, 'invalid_params', 'not_found'],
  },
  handler: admitted('keys', answerRevocation),
}
