import { getRouterParam, type H3Event } from 'h3'
import type { Batch } from '../../store/batches.ts'
import type { Caller } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import type { Service } from '../route/deps.ts'

/** The id of a batch in a path. */
export const idParameter: ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the batch, in upper or lower case.',
  schema: { type: 'string', format: 'uuid' },
}

/** Form of the ids that the service gives. Nothing else reaches the store as the name of a record. */
const BATCH_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id of a batch as the store has it: a UUID means the same in any case. Absent: undefined, the text has another form. */
export function toBatchId(text: string): string | undefined {
  const id = text.toLowerCase()
  return BATCH_ID.test(id) ? id : undefined
}

/** Finds the batch of a path. Absent: null, it does not exist, or it is a run of a watch, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
export async function findOwn(event: H3Event, { store }: Service, { workspace, mode }: Caller): Promise<Batch | null> {
  const batchId = toBatchId(getRouterParam(event, 'id') ?? '')
  const found = batchId === undefined ? null : await store.batches.find(batchId)
  const isOwn = found?.workspaceId === workspace.id && found.mode === mode && found.watchId === null
  return isOwn ? found : null
}
