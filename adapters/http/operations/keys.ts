import type { H3Event, HTTPResponse } from 'h3'
import type { ServiceErrorCode } from '../../../core/contract/index.ts'
import { isActive, type Owner } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { keyCreatedExample, keyListExample, keyRevokedExample, newKeyExample } from '../openapi/examples/keys.ts'
import { FREE, jsonAnswer } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { printKey } from '../route/print-key.ts'
import { answered, defineOperation, jsonBody } from './define-operation.ts'
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

export const listKeys = defineOperation('listKeys', 'keys', {
  tags: ['account'],
  summary: 'The keys of the workspace',
  description: `${OWN} Without those that were revoked or have expired.`,
  success: answered(200, {
    description: 'The keys.',
    schema: 'KeyList',
    examples: { keys: { summary: 'One key', value: keyListExample } },
  }),
  handler: answerKeys,
})

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

export const createKey = defineOperation('createKey', 'keys', {
  tags: ['account'],
  summary: 'Create a key',
  description: `Of the same kind and workspace. Its scopes are independent of those of the key that asks, but only operators grant the scope \`keys\`. Members that are not known are refused. ${ONCE}`,
  requestBody: jsonBody('Name and terms of the key.', 'NewKey', {
    key: { summary: 'A key that reads', value: newKeyExample },
  }),
  success: answered(201, {
    description: 'The key was created. Store it: it is shown only here.',
    schema: 'KeyCreated',
    examples: { created: { summary: 'A new key', value: keyCreatedExample } },
  }),
  errors: [...BODY_ERRORS, 'too_many_keys'],
  handler: answerCreation,
})

export const rotateKey = defineOperation('rotateKey', 'keys', {
  tags: ['account'],
  summary: 'Replace a key',
  description: `Creates its successor, of the same name, scopes, addresses and expiry, and revokes it, now or after a grace period. Its watches go on with the successor. A key can rotate itself; one with the scope \`keys\` is rotated by itself or by operators. ${ONCE}`,
  parameters: [idParameter],
  requestBody: jsonBody('How long the old key still works. May be `{}`.', 'Rotation', {
    day: { summary: 'It works for another day', value: { grace_seconds: 86_400 } },
  }),
  success: answered(201, {
    description: 'The successor was created. Store it: it is shown only here.',
    schema: 'KeyCreated',
    examples: { created: { summary: 'The successor', value: keyCreatedExample } },
  }),
  errors: [...BODY_ERRORS, 'not_found', 'too_many_keys'],
  handler: answerRotation,
})

export const revokeKey = defineOperation('revokeKey', 'keys', {
  tags: ['account'],
  summary: 'Revoke a key',
  description:
    'Requests with it are refused from now on, in other processes within 30 seconds. Its watches and schedules are paused, and a look that has not begun is not made; its batches go on and are charged, unless `cancel_batches` is true. A key can revoke itself. One that was revoked before stays as it is.',
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
  success: answered(200, {
    description: 'The key, and what became of its batches and watches.',
    schema: 'KeyRevoked',
    examples: { revoked: { summary: 'Two batches were canceled', value: keyRevokedExample } },
  }),
  errors: ['invalid_params', 'not_found'],
  handler: answerRevocation,
})
