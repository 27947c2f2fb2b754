import type { H3Event, HTTPResponse } from 'h3'
import { endpointOf, type Usage } from '../../../core/contract/index.ts'
import type { RecordName } from '../../../core/index.ts'
import type { Owner } from '../../store/keys.ts'
import type { DayRange } from '../../store/ledger.ts'
import { accountExample, usageExample } from '../openapi/examples/account.ts'
import { FREE, jsonAnswer, refuseParams } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { readAccount } from '../route/read-account.ts'
import { answered, defineOperation } from './define-operation.ts'
import { dayParameters, readDays } from './days.ts'

export const getAccount = defineOperation('getAccount', 'read', {
  tags: ['account'],
  summary: 'Plan, credits, ceilings and keys',
  description:
    'What the workspace of the key has in this calendar month, and what it has used. A sandbox key sees the keys and the quotas of its kind, and no allowance: it is never charged.',
  success: answered(200, {
    description: 'The account.',
    schema: 'Account',
    examples: { account: { summary: 'A workspace on the plan Vibe', value: accountExample } },
  }),
  handler: answerAccount,
})

/** Answers with what a workspace has, as a key of a kind sees it. */
export async function answerAccount(
  _: H3Event,
  { store, epochMs }: Service,
  { workspace, mode }: Owner,
): Promise<HTTPResponse> {
  return jsonAnswer(200, await readAccount(store, workspace, mode, epochMs()), FREE)
}

export const getUsage = defineOperation('getUsage', 'read', {
  tags: ['account'],
  summary: 'Charges by day, key and endpoint',
  description:
    'What the workspace of the key was charged, on days of the last 90, in UTC. Keys that were revoked are included. A sandbox key is never charged, and gets no rows.',
  parameters: dayParameters,
  success: answered(200, {
    description: 'The charges.',
    schema: 'Usage',
    examples: { usage: { summary: 'Two days of one key', value: usageExample } },
  }),
  errors: ['invalid_params'],
  handler: answerUsage,
})

/** Answers with what a workspace was charged. */
export async function answerUsage(event: H3Event, service: Service, owner: Owner): Promise<HTTPResponse> {
  const reading = readDays(event.url.searchParams, {}, service.epochMs())
  if (!reading.ok) return refuseParams(reading.details)
  return jsonAnswer(200, await readUsage(service, owner, reading.params), FREE)
}

/** The ledger has charges of live keys alone. */
async function readUsage({ store }: Service, { workspace, mode }: Owner, days: DayRange): Promise<Usage> {
  const isLive = mode === 'live'
  const [usage, keys] = await Promise.all([
    isLive ? store.ledger.usage(workspace.id, days) : [],
    isLive ? store.keys.list(workspace.id) : [],
  ])
  const prefixes = new Map(keys.map(({ id, prefix }) => [id, prefix]))
  const rows = usage.map(({ day, keyId, record, charges, credits }) => ({
    day,
    key: prefixes.get(keyId) ?? '',
    endpoint: endpointOf(record as RecordName),
    charges,
    credits,
  }))
  const sum = (name: 'charges' | 'credits'): number => rows.reduce((total, row) => total + row[name], 0)
  return { ...days, total: { charges: sum('charges'), credits: sum('credits') }, rows }
}
