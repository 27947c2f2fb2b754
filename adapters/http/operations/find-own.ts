import { getRouterParam, type H3Event } from 'h3'
import type { Batch, BatchOwner } from '../../store/batches.ts'
import type { Caller } from '../../store/keys.ts'
import type { ParameterObject } from '../openapi/document.ts'
import type { Service } from '../route/deps.ts'

/** The id of a batch, a schedule or a watch in a path. */
export const idParameter = (what: 'batch' | 'schedule' | 'watch'): ParameterObject => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `Id of the ${what}, in upper or lower case.`,
  schema: { type: 'string', format: 'uuid' },
})

/** Form of the ids that the service gives. Nothing else reaches the store as the name of a record. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An id as the store has it: a UUID means the same in any case. Absent: undefined, the text has another form. */
export function toId(text: string): string | undefined {
  const id = text.toLowerCase()
  return ID.test(id) ? id : undefined
}

/** Finds what the id of a path names. Absent: null, it does not exist, or it belongs to another workspace or to keys of the other mode; callers can't tell which. */
export async function findOwn<Found extends BatchOwner>(
  event: H3Event,
  { workspace, mode }: Caller,
  store: { readonly find: (id: string) => Promise<Found | null> },
): Promise<Found | null> {
  const id = toId(getRouterParam(event, 'id') ?? '')
  const found = id === undefined ? null : await store.find(id)
  return found?.workspaceId === workspace.id && found.mode === mode ? found : null
}

/** Finds the batch of a path. Absent: null, as `findOwn` says, or it is a run of a watch. */
export async function findOwnBatch(event: H3Event, { store }: Service, caller: Caller): Promise<Batch | null> {
  const found = await findOwn(event, caller, store.batches)
  return found?.watchId === null ? found : null
}
