import * as v from 'valibot'

const major = v.pipe(v.number(), v.integer(), v.minValue(1))

/** A `Date` takes February 30 for March 2. */
function isInCalendar(day: string): boolean {
  const timeMs = Date.parse(day)
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day)
}

const versionsSchema = v.pipe(
  v.strictObject({
    date: v.pipe(v.string(), v.isoDate(), v.check(isInCalendar, 'must be a day of the calendar')),
    chromium: v.optional(major),
    firefox: v.optional(major),
    safari: v.optional(v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)*$/))),
  }),
  v.check(({ chromium, firefox, safari }) => (chromium ?? firefox ?? safari) !== undefined, 'names no browser'),
)

/**
 * Versions of the browsers whose headers are sent. Those that are absent are not used.
 *
 * `date`: day on which they were current. Form: `2026-11-23`.
 * `chromium`: major version of Chrome and Edge. `safari`: whole version, such as `26.1`.
 */
export type BrowserVersions = Readonly<v.InferOutput<typeof versionsSchema>>

/** Source: Debian 12, of that day: the packages chromium and firefox-esr. */
export const BROWSER_VERSIONS: BrowserVersions = { date: '2026-11-23', chromium: 156, firefox: 153 }

/** Reads versions from JSON. Gives a text that says what is wrong with them. */
export function parseBrowserVersions(json: string): BrowserVersions | string {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`
  }
  const { success, output, issues } = v.safeParse(versionsSchema, value)
  if (success) return output
  const [{ message }] = issues
  const path = v.getDotPath(issues[0])
  return path === null ? message : `${path}: ${message}`
}

/** Browsers that people use are rarely older. Unit: ms. */
const OLD_AFTER_MS = 183 * 86_400_000

/** Whether visitors with these versions stand out by now. */
export function areOldVersions({ date }: BrowserVersions, nowMs: number): boolean {
  return nowMs - Date.parse(date) > OLD_AFTER_MS
}
