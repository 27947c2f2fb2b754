import { ENDPOINTS, endpointOf, errorBody, type Usage } from '../../../core/contract/index.ts'
import type { RecordName } from '../../../core/index.ts'
import { DAY_MS, dayOf, USAGE_DAYS } from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { DayRange } from '../../store/ledger.ts'
import type { ParameterObject } from '../openapi/document.ts'
import { accountExample, usageExample } from '../openapi/examples/account.ts'
import { success } from '../openapi/responses.ts'
import { anyKey } from '../openapi/security.ts'
import { admitted } from '../route/admit.ts'
import { FREE, jsonAnswer, refuseWith } from '../route/answers.ts'
import type { Service } from '../route/deps.ts'
import { readAccount } from '../route/read-account.ts'
import { calendarDay, readQuery, type QueryReading } from '../route/query.ts'
import type { Operation } from '../route/route.ts'
import { ADMITTED_ERRORS, ADMITTED_HEADERS } from './admitted-answers.ts'

export const getAccount: Operation<Service> = {
  ...ENDPOINTS.getAccount,
  operationId: 'getAccount',
  tags: ['account'],
  summary: 'Plan, credits, ceilings and keys',
  description:
    'What the workspace of the key has in this calendar month, and what it has used. A sandbox key sees the keys and the quotas of its kind, and no allowance: it is never charged.',
  security: anyKey,
  parameters: [],
  answers: {
    success: success(200, {
      description: 'The account.',
      schema: 'Account',
      headers: ADMITTED_HEADERS,
      examples: { account: { summary: 'A workspace on the plan Vibe', value: accountExample } },
    }),
    errors: ADMITTED_ERRORS,
  },
  handler: admitted('read', async (_, { store, epochMs }, { workspace, mode }) =>
    jsonAnswer(200, await readAccount(store, workspace, mode, epochMs()), FREE),
  ),
}

const dayParameter = (name: string, description: string): ParameterObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'string', format: 'date' },
})

export const getUsage: Operation<Service> = {
  ...ENDPOINTS.getUsage,
  operationId: 'getUsage',
  tags: ['account'],
  summary: 'Charges by day, key and endpoint',
  description:
    'What the workspace of the key was charged, on days of the last 90, in UTC. Keys that were revoked are included. A sandbox key is never charged, and gets no rows.',
  security: anyKey,
  parameters: [
    dayParameter('from', `First day, at most ${USAGE_DAYS} days ago. Default: 29 days before \`to\`.`),
    dayParameter('to', 'Last day. Default: today.'),
  ],
  answers: {
    success: success(200, {
      description: 'The charges.',
      schema: 'Usage',
      headers: ADMITTED_HEADERS,
      examples: { usage: { summary: 'Two days of one key', value: usageExample } },
    }),
    errors: [...ADMITTED_ERRORS, 'invalid_params'],
  },
  handler: admitted('read', async (event, service, caller) => {
    const reading = readDays(event.url.searchParams, service.epochMs())
    if (!reading.ok) return refuseWith(errorBody('invalid_params', { details: reading.details }))
    return jsonAnswer(200, await readUsage(service, caller, reading.params as DayRange), FREE)
  }),
}

/** Days that are shown when `from` is not given. */
const DEFAULT_DAYS = 30

function readDays(query: URLSearchParams, nowMs: number): QueryReading<DayRange> {
  const reading = readQuery<DayRange>(query, { from: calendarDay, to: calendarDay })
  if (!reading.ok) return reading
  const oldest = dayOf(nowMs - USAGE_DAYS * DAY_MS)
  const { to = dayOf(nowMs) } = reading.params
  const { from = dayOf(Math.max(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS, Date.parse(oldest))) } = reading.params
  const refuse = (param: string, message: string): QueryReading<DayRange> => ({
    ok: false,
    details: [{ param, message }],
  })
  if (to < oldest) return refuse('to', `must not be more than ${USAGE_DAYS} days ago`)
  if (from < oldest) return refuse('from', `must not be more than ${USAGE_DAYS} days ago`)
  if (from > to) return refuse('to', 'must not be before `from`')
  return { ok: true, params: { from, to } }
}

/** The ledger has charges of live keys alone. */
async function readUsage({ store }: Service, { workspace, mode }: Caller, days: DayRange): Promise<Usage> {
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
