import * as v from 'valibot'
import { described } from '../../../core/contract/index.ts'
import { answered } from './define-operation.ts'

/** Description of the answer to a deletion. `id`: of an example. */
export function deletedAnswer(what: 'schedule' | 'watch', id: string): ReturnType<typeof answered> {
  return answered(200, {
    description: 'It is gone.',
    schema: v.object({
      id: described(v.pipe(v.string(), v.uuid()), `UUID of the ${what}.`),
      deleted_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was deleted.'),
    }),
    examples: { deleted: { summary: 'It is gone', value: { id, deleted_at: '2026-03-19T08:00:00.000Z' } } },
  })
}
