import * as v from 'valibot'
import { endpointOf, MAX_REFERENCE, referenceSchema, type ReferenceUsage } from '../../../core/contract/index.ts'
import type { RecordName } from '../../../core/index.ts'
import { MAX_REFERENCES_PER_DAY } from '../../../core/policy/index.ts'
import type { Caller } from '../../store/keys.ts'
import type { DayRange } from '../../store/ledger.ts'
import type { Store } from '../../store/store.ts'
import { referenceUsageExample } from '../openapi/examples/account.ts'
import { FREE, jsonAnswer, refuseParams } from '../route/answers.ts'
import { wholeNumber, type Rule } from '../route/query.ts'
import { answered, defineOperation } from './define-operation.ts'
import { dayParameters, readDays } from './days.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'

/** References that a page has. */
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

interface Page {
  readonly reference: string
  readonly limit: number
  /** Last reference of the page before. */
  readonly cursor: string | null
}

const RULES = {
  reference: {
    parse: (text) => (text !== '' && v.is(referenceSchema, text) ? text : undefined),
    message: `must be 1 to ${MAX_REFERENCE} characters long`,
  } satisfies Rule<string>,
  limit: wholeNumber(1, MAX_LIMIT),
  cursor: { parse: readCursor, message: NO_CURSOR } satisfies Rule<string | null>,
}

export const getUsageByReference = defineOperation('getUsageByReference', 'read', {
  tags: ['account'],
  summary: 'Charges by the references of items',
  description: `What the workspace of the key was charged, on days of the last 90, in UTC, by the \`reference\` of the items of its batches. Of a day, ${MAX_REFERENCES_PER_DAY} references are kept apart, those that came first; what others cost is in the rows without a reference, as are requests, and items without one. So the rows of all pages are all charges of the days. A sandbox key is never charged, and gets no rows.`,
  parameters: [
    ...dayParameters,
    {
      name: 'reference',
      in: 'query',
      required: false,
      description: 'Only what items with this reference cost.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_REFERENCE },
    },
    ...pageParameters({ what: 'references', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
  ],
  success: answered(200, {
    description: 'The charges.',
    schema: 'ReferenceUsage',
    examples: { usage: { summary: 'Two customers of a workspace', value: referenceUsageExample } },
  }),
  errors: ['invalid_params'],
  handler: async (event, { store, epochMs }, caller) => {
    const reading = readDays<Page>(event.url.searchParams, RULES, epochMs())
    if (!reading.ok) return refuseParams(reading.details)
    const { from, to, reference, ...page } = reading.params
    const all = await readRows(store, caller, { from, to })
    const rows = reference === undefined ? all : all.filter((row) => row.reference === reference)
    return jsonAnswer(200, { from, to, total: sumOf(rows), ...pageOf(rows, page) } satisfies ReferenceUsage, FREE)
  },
})

type Row = ReferenceUsage['rows'][number]

/** Rows of all pages. The ledger has charges of live keys alone. */
async function readRows({ ledger }: Store, { workspace, mode }: Caller, days: DayRange): Promise<readonly Row[]> {
  if (mode !== 'live') return []
  // First: what is charged meanwhile has no reference, and does not lower what others cost.
  const known = await ledger.usageByReference(workspace.id, days)
  const rest = new Map<string, Row>()
  for (const { record, charges, credits } of await ledger.usage(workspace.id, days)) {
    const endpoint = endpointOf(record as RecordName)
    const row = rest.get(endpoint) ?? { reference: null, endpoint, charges: 0, credits: 0 }
    rest.set(endpoint, { ...row, charges: row.charges + charges, credits: row.credits + credits })
  }
  const rows = known.map(({ reference, record, charges, credits }) => {
    return { reference, endpoint: endpointOf(record as RecordName), charges, credits }
  })
  for (const { endpoint, charges, credits } of rows) {
    const row = rest.get(endpoint)
    if (row !== undefined)
      rest.set(endpoint, { ...row, charges: row.charges - charges, credits: row.credits - credits })
  }
  const others = [...rest.values()].filter(({ charges }) => charges > 0)
  return [...others.toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1)), ...rows]
}

function sumOf(rows: readonly Row[]): ReferenceUsage['total'] {
  const sum = (name: 'charges' | 'credits'): number => rows.reduce((total, row) => total + row[name], 0)
  return { charges: sum('charges'), credits: sum('credits') }
}

/** References a page. All rows of a reference are in one page. */
function pageOf(
  rows: readonly Row[],
  { limit = DEFAULT_LIMIT, cursor }: Partial<Omit<Page, 'reference'>>,
): Pick<ReferenceUsage, 'rows' | 'next_cursor'> {
  const isAfter = ({ reference }: Row): boolean =>
    cursor === undefined || (reference !== null && (cursor === null || reference > cursor))
  const left = rows.filter(isAfter)
  const references = [...new Set(left.map(({ reference }) => reference))]
  const own = new Set(references.slice(0, limit))
  const last = references.length > limit ? references[limit - 1] : undefined
  return {
    rows: left.filter(({ reference }) => own.has(reference)),
    next_cursor: last === undefined ? null : printCursor(last),
  }
}

/** A reference as a cursor: it can have any characters, and can be none. */
function printCursor(reference: string | null): string {
  return Buffer.from(JSON.stringify(reference)).toString('base64url')
}

/** Absent: undefined, no page has given it. */
function readCursor(text: string): string | null | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return value === null || typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
