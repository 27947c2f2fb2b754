import type { ChangesSince, Named } from '../store/open/changes-since.ts'
import type { Revocation, WorkingRights } from '../store/sql/rights.ts'

/** What a revocation of a table is, by the columns that differ; `gone`: newer data does not have the row. A test asks for each column. */
export const TOLD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  workspaces: {
    erased_at_ms: 'workspaces that were erased, which are erased again',
    plan: 'workspaces with another plan, which they have again',
    pay_as_you_go: 'workspaces with other terms of payment, which they have again',
    spending_cap: 'workspaces with another spending cap, which they have again',
    overrides: 'workspaces with other terms, which they have again',
    events_url: 'workspaces with another URL of events, which they have again',
    events_secret: 'workspaces with another secret of events, which they have again',
  },
  keys: {
    gone: 'keys that are gone, which are revoked',
    revoked_at_ms: 'revoked keys, which are revoked again',
    expires_at_ms: 'keys with another end, which they have again',
    allowed_addresses: 'keys with other addresses, which they have again',
    scopes: 'keys with other scopes, which they have again',
  },
  people: {
    gone: 'people who were removed, who are removed again',
    role: 'people with another role, which they have again',
    password_hash: 'people with another password or none, which counts again',
    link_hash: 'people with another link or none, which counts again',
    link_expires_at_ms: 'people with another end of a link, which counts again',
  },
  watches: {
    gone: 'watches that were removed, which are removed again',
    control: 'watches that were paused, which are paused again',
    next_run_ms: 'watches that were paused, which are paused again',
    terms: 'watches with other terms, which they have again',
    sealed_secret: 'watches with another secret, which they have again',
    webhook_url: 'watches with another URL, which they have again',
  },
  schedules: {
    gone: 'schedules that were removed, which are removed again',
    paused: 'schedules that were paused, which are paused again',
    next_run_ms: 'schedules that were paused, which are paused again',
    terms: 'schedules with other terms, which they have again',
    sealed_secret: 'schedules with another secret, which they have again',
    webhook_url: 'schedules with another URL, which they have again',
  },
  bucket_keys: {
    gone: 'keys for buckets that were removed, which are removed again',
    sealed_secret: 'batches with other keys for a bucket, which they have again',
  },
  batches: { status: 'batches that were stopped, which are stopped again' },
}

/** What newer data has, and what was done about it: a line for each kind. `source`: the newer data. */
function describeChanges(changes: ChangesSince, source: string): string {
  const { revocations, newKeys, newPeople, newWorkspaces, newWatches, newSchedules, newBatches } = changes
  const lost = (what: string, all: readonly string[]): readonly string[] =>
    all.length === 0 ? [] : [`- new ${what}, which are unknown now: ${all.join(', ')}`]
  return [
    `What ${source} has since then:`,
    ...describeRevocations(revocations),
    ...lost('keys', newKeys.map(describe)),
    ...lost('people', newPeople.map(describe)),
    ...lost('watches', newWatches),
    ...lost('schedules', newSchedules),
    ...lost('workspaces', newWorkspaces),
    `- ${changes.charges} charges of ${changes.credits} credits and ${newBatches} batches, which are lost`,
  ].join('\n')
}

function describeRevocations(revocations: readonly Revocation[]): readonly string[] {
  const lines = new Map<string, Set<string>>()
  for (const { table, columns, ...row } of revocations) {
    for (const column of columns.length === 0 ? ['gone'] : columns) {
      const told = TOLD[table]?.[column] ?? `${table} with another ${column}, which they have again`
      lines.set(told, (lines.get(told) ?? new Set()).add(describe(row)))
    }
  }
  return [...lines].map(([told, rows]) => `- ${told}: ${[...rows].join(', ')}`)
}

function describe({ id, name }: Named): string {
  return name === '' ? id : `${id} (${name})`
}

/** What works, in one sentence. */
export function describeWorking({ keys, passwords, links, watches, schedules }: WorkingRights): string {
  return `Keys that work: ${keys}; passwords: ${passwords}; links to choose one: ${links}; watches that run: ${watches}; schedules: ${schedules}.`
}

const ALL_ENDED =
  'All keys, passwords and links have ended, and all watches and schedules are paused. Create keys with "shelfmark keys create", and links with "shelfmark members" and "shelfmark operators".'
const WORK_AGAIN =
  'keys, passwords, links, watches and schedules that were revoked, removed or paused since work again, '

interface Compared {
  /** Absent: null, nothing was compared. */
  readonly changes: ChangesSince | null
  /** The newer data. */
  readonly source: string
  readonly revokesAll: boolean
}

/** What was ended in restored data, and what newer data has or can have. */
export function describeLater({ changes, source, revokesAll }: Compared): string {
  const notCompared = `What happened later is not in it: ${revokesAll ? '' : WORK_AGAIN}erased workspaces and removed people are back, stopped batches go on, and terms and secrets are those of before. What was created since is unknown.`
  const later = changes === null ? notCompared : describeChanges(changes, source)
  return revokesAll ? `${ALL_ENDED}\n${later}` : later
}
