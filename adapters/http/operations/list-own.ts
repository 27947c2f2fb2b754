import type { H3Event, HTTPResponse } from 'h3'
import type { BatchOwner } from '../../store/batches.ts'
import type { Owner } from '../../store/keys.ts'
import { FREE, jsonAnswer, refuseParams, refuseParam } from '../route/answers.ts'
import { readQuery, wholeNumber } from '../route/query.ts'
import { toId } from './find-own.ts'
import { NO_CURSOR, pageParameters } from './page-parameters.ts'

/** Batches, schedules or watches that a page has. */
export const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

/** Parameters of a list of batches, schedules or watches. */
export const listParameters = (what: 'batches' | 'schedules' | 'watches') =>
  pageParameters({ what, usualLimit: DEFAULT_LIMIT, maxLimit: MAX_LIMIT })

/** Rules of these parameters. */
export const LIST_RULES = { limit: wholeNumber(1, MAX_LIMIT), cursor: { parse: toId, message: NO_CURSOR } }

/** Answer to a cursor that is the id of nothing that the caller owns. */
export function refuseCursor(): HTTPResponse {
  return refuseParam('cursor', NO_CURSOR)
}

interface Lists<Entry> {
  list(owner: BatchOwner, page: { after: string | null; limit: number }): Promise<readonly Entry[] | string>
}

/** Answers with a page of schedules or watches of the caller. `print`: the answer. */
export async function answerList<Entry extends { readonly id: string }>(
  event: H3Event,
  { workspace, mode }: Owner,
  lists: Lists<Entry>,
  print: (page: readonly Entry[], next_cursor: string | null) => object | Promise<object>,
): Promise<HTTPResponse> {
  const reading = readQuery<{ limit: number; cursor: string }>(event.url.searchParams, LIST_RULES)
  if (!reading.ok) return refuseParams(reading.details)
  const { limit = DEFAULT_LIMIT, cursor = null } = reading.params
  // One more than asked for shows whether another page follows.
  const found = await lists.list({ workspaceId: workspace.id, mode }, { after: cursor, limit: limit + 1 })
  if (typeof found === 'string') return refuseCursor()
  const page = found.slice(0, limit)
  const next = found.length > limit ? (page.at(-1)?.id ?? null) : null
  return jsonAnswer(200, await print(page, next), FREE)
}
