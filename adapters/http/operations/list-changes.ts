import { REFERENCE, type WatchChanges, type WatchEntry } from '../../../core/contract/index.ts'
import { watchChangesExample } from '../openapi/examples/watch.ts'
import { choosesType } from '../route/accept.ts'
import {
  FREE,
  jsonAnswer,
  LINES_TYPE,
  refuseWatch,
  textAnswer,
  refuseParams,
  type HeaderValues,
} from '../route/answers.ts'
import type { WatchEvent, Watches } from '../../store/watches.ts'
import { printChange } from '../route/print-watch.ts'
import { choice, readQuery, wholeNumber } from '../route/query.ts'
import { varyBy } from '../route/vary.ts'
import { answered, defineOperation } from './define-operation.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'
import { findOwnWatch, refuseItemIndex } from './watch-facts.ts'
import { idParameter } from './find-own.ts'

/** Changes that a page has, unless they are long. */
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

interface Query {
  readonly limit: number
  readonly cursor: number
  readonly item: number
  readonly reference: string
  readonly format: 'json' | 'jsonl'
}

const RULES = {
  limit: wholeNumber(1, MAX_LIMIT),
  cursor: { ...wholeNumber(0), message: NO_CURSOR },
  item: wholeNumber(0, 999),
  reference: { parse: (text: string) => text, message: '' },
  format: choice(['json', 'jsonl']),
}

export const listChanges = defineOperation('listChanges', 'read', {
  tags: ['watch'],
  summary: 'What has changed',
  description:
    'Every change that looks have confirmed, whether a rule waited for it or not, and what happened to the watch itself. Oldest first: a program that reads on gives `next_cursor` of the last page as `cursor`. A page of long changes, or of few that were asked for, has fewer than `limit`: `has_more` says whether others follow.',
  parameters: [
    idParameter('watch'),
    ...pageParameters({ what: 'changes', usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT }),
    {
      name: 'item',
      in: 'query',
      required: false,
      description: 'Index of an item: only its changes. Default: all.',
      schema: { type: 'integer', minimum: 0, maximum: 999 },
    },
    {
      name: 'reference',
      in: 'query',
      required: false,
      description: 'Only changes of items with this `reference`. Default: all.',
      schema: { type: 'string' },
    },
    {
      name: 'format',
      in: 'query',
      required: false,
      description: 'Wins over `Accept`, which can ask for the same: JSON, or a line of JSON for each change.',
      schema: { type: 'string', enum: ['json', 'jsonl'] },
    },
  ],
  success: answered(200, {
    description: 'A page of changes.',
    schema: 'WatchChanges',
    rareHeaders: ['Svc-Next-Cursor'],
    examples: { page: { summary: 'A price that fell', value: watchChangesExample } },
    lines: {
      schema: 'WatchChangeEntry',
      examples: { line: { summary: 'A change', value: watchChangesExample.changes[0] } },
    },
  }),
  errors: ['invalid_params', 'not_found'],
  handler: async (event, service, caller) => {
    const reading = readQuery<Query>(event.url.searchParams, RULES)
    if (!reading.ok) return refuseParams(reading.details)
    const watch = await findOwnWatch(event, service, caller)
    if (watch === null) return refuseWatch()
    const { limit = DEFAULT_LIMIT, cursor = 0, item, reference, format } = reading.params
    const { watches } = service.store
    const known = item === undefined ? null : await watches.findItem(watch.id, item)
    if (item !== undefined && known === null) {
      return refuseItemIndex('item')
    }
    const isMeant = toFilter(known?.input ?? null, reference)
    const { page, last, hasMore } = await readChanges(watches, watch.id, { cursor, limit, isMeant })
    const printed = page.map(printChange)
    const headers: HeaderValues = last === 0 ? FREE : { ...FREE, 'Svc-Next-Cursor': String(last) }
    varyBy(event, 'Accept')
    const asLines = choosesType(event.req.headers.get('accept'), 'application/x-ndjson', 'application/json')
    if ((format ?? (asLines ? 'jsonl' : 'json')) === 'jsonl') {
      return textAnswer(200, printed.map((one) => `${JSON.stringify(one)}\n`).join(''), LINES_TYPE, headers)
    }
    const changes: WatchChanges = {
      changes: printed,
      next_cursor: last === 0 ? null : String(last),
      has_more: hasMore,
    }
    return jsonAnswer(200, changes, headers)
  },
})

/** Changes that are read at once. */
const READ_AT_ONCE = 20
/** A page ends after so much: one change of a list can have all of its entries. Unit: characters. */
const MAX_CHARACTERS = 4 * 1024 * 1024
/** A page ends after so many changes that were not asked for: they are read, too. */
const MAX_PASSED = 2000

interface Asked {
  readonly cursor: number
  readonly limit: number
  readonly isMeant: (entry: WatchEntry) => boolean
}

/** A page of changes. It may have fewer than the limit, although others follow. `last`: the last one that was read. */
async function readChanges(watches: Pick<Watches, 'listEvents'>, watchId: string, { cursor, limit, isMeant }: Asked) {
  const page: WatchEvent[] = []
  let [last, passed] = [cursor, 0]
  for (let characters = 0; ;) {
    const found = await watches.listEvents(watchId, last, READ_AT_ONCE)
    for (const one of found) {
      if (page.length === limit || characters > MAX_CHARACTERS || passed === MAX_PASSED) {
        return { page, last, hasMore: true }
      }
      last = one.sequence
      if (isMeant(JSON.parse(one.entry) as WatchEntry)) {
        page.push(one)
        characters += one.entry.length
      } else passed++
    }
    if (found.length < READ_AT_ONCE) return { page, last, hasMore: false }
  }
}

/** Says which changes are about an item, and have a reference. `item`: as it was submitted; null, any. */
function toFilter(item: string | null, reference: string | undefined): Asked['isMeant'] {
  const wanted = item === null ? null : nameItem(JSON.parse(item) as Input, null)
  return (entry) => {
    if (reference !== undefined && entry.reference !== reference) return false
    return wanted === null || (entry.item !== null && nameItem(entry.item, entry.reference) === wanted)
  }
}

type Input = Readonly<Record<string, unknown>>

/** An item as a text: its parameters and its reference. */
function nameItem({ [REFERENCE]: own = null, ...input }: Input, reference: string | null): string {
  return JSON.stringify([input, own ?? reference])
}
