import * as v from 'valibot'
import { SPENDING_THRESHOLDS } from '../policy/index.ts'
import { described } from '../record/schema-parts.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What the service sends to the events URL of a workspace that has reached a threshold of its spending cap. */
export const spendingEventSchema = v.object({
  id: described(v.string(), 'Id of the event: the same in all attempts.'),
  event: v.literal('spending.threshold'),
  created_at: described(v.pipe(v.string(), v.isoTimestamp()), 'When it was noticed, within a minute.'),
  workspace: described(v.string(), 'Id of the workspace.'),
  month: described(v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)), 'Calendar month, in UTC.'),
  percent: described(v.picklist(SPENDING_THRESHOLDS), '100: no further request can be charged.'),
  spending_cap: described(count, 'Credits of the month above which requests get 402.'),
  used: described(count, 'Credits charged in the month.'),
})

/** Body of a webhook of a workspace that has reached a threshold of its spending cap. */
export type SpendingEvent = v.InferOutput<typeof spendingEventSchema>
