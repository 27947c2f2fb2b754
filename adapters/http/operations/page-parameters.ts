import type { Operation } from '../route/route.ts'
import type { Service } from '../route/deps.ts'

interface PageOptions {
  /** What a page has: "batches". */
  readonly what: string
  readonly usualLimit: number
  readonly maxLimit: number
}

/** What a cursor must be, worded to follow the name. */
export const NO_CURSOR = 'must be the `next_cursor` of a page'

/** Parameters `limit` and `cursor` of a list that is answered in pages. */
export function pageParameters({ what, usualLimit, maxLimit }: PageOptions): Operation<Service>['parameters'] {
  return [
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: `Most ${what} to return. Default: ${usualLimit}.`,
      schema: { type: 'integer', minimum: 1, maximum: maxLimit },
    },
    {
      name: 'cursor',
      in: 'query',
      required: false,
      description: '`next_cursor` of the page before. Default: the first page.',
      schema: { type: 'string' },
    },
  ]
}
