import { getRouterParam, type H3Event } from 'h3'
import type { Caller } from '../../store/keys.ts'
import type { Watch } from '../../store/watches.ts'
import type { ParameterObject } from '../openapi/document.ts'
import type { Service } from '../route/deps.ts'
import { toBatchId } from './find-batch.ts'

/** The id of a watch in a path. */
export const watchIdParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the watch, in upper or lower case.',
  schema: { type: 'string', format: 'uuid' },
}

/** Finds the watch of a path. Absent: null, it does not exist, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
export async function findOwnWatch(
  event: H3Event,
  { store }: Service,
  { workspace, mode }: Caller,
): Promise<Watch | null> {
  const id = toBatchId(getRouterParam(event, 'id') ?? '')
  const found = id === undefined ? null : await store.watches.find(id)
  return found?.workspaceId === workspace.id && found.mode === mode ? found : null
}
