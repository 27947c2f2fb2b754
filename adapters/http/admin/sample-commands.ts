import * as v from 'valibot'
import type { PageSample } from '../../fetch/samples/page-samples.ts'
import { define, READS } from './define-command.ts'

/** A page that was kept, as far as one field of it is asked for. */
export interface FieldSample extends Pick<PageSample, 'id' | 'url'> {
  /** ISO 8601. */
  readonly at: string
  /** What gave the field its value: of a field of rows, each source once. Empty: it had no value. */
  readonly sources: readonly string[]
}

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

export const SAMPLE_COMMANDS = {
  'samples.list': define(
    'List pages of a record that were kept for a day, newest first, with what gave a field its value. null: no page is kept.',
    v.strictObject({
      record: name,
      domain: name,
      field: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    }),
    async (_, { record, domain, field }, { samples }): Promise<readonly FieldSample[] | null> => {
      if (samples === null) return null
      const found = await samples.list(record, domain)
      return found.map(({ id, url, atMs, sources }) => ({
        id,
        url,
        at: new Date(atMs).toISOString(),
        sources: Object.hasOwn(sources, field) ? (sources[field] ?? []) : [],
      }))
    },
    READS,
  ),
} as const
