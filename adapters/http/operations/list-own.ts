import type { H3Event, HTTPResponse } from 'h3'
import type { Owner } from '../../store/keys.ts'
import type { OwnedList } from '../../store/owned.ts'
import { FREE, jsonAnswer, refuseParams, refuseParam } from '../route/answers.ts'
import { pageOf } from '../route/page-of-batches.ts'
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

/** Answers with a page of schedules or watches of the caller. `print`: the answer. */
export async function answerList<Entry extends { readonly id: string }>(
  event: H3Event,
  { workspace, mode }: Owner,
  store: OwnedList<Entry>,
  print: (page: readonly Entry[], next_cursor: string | null) => object | Promise<object>,
): Promise<HTTPResponse> {
  const reading = readQuery<{ limit: number; cursor: string }>(event.url.searchParams, LIST_RULES)
  if (!reading.ok) return refuseParams(reading.details)
  const { limit = DEFAULT_LIMIT, cursor } = reading.params
  const found = await pageOf((page) => store.list({ workspaceId: workspace.id, mode }, page), { after: cursor, limit })
  return found === null ? refuseCursor() : jsonAnswer(200, await print(found.entries, found.next), FREE)
}
