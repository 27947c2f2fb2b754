import { existsSync } from 'node:fs'
import { DAY_MS, PLAN_NAMES, RECORDS_KEPT_DAYS, RESULTS_KEPT_DAYS, type PlanName } from '../../core/policy/index.ts'
import { otherDomains, type PageDomain } from '../../selectors/index.ts'
import type { RunnerSettings } from '../work/runner-settings.ts'
// Without the index, which loads all of it.
import { SESSION_SETTINGS, type SessionSettings } from '../fetch/sessions/session-settings.ts'
import type { SourceSettings } from '../fetch/source/source-settings.ts'
import type { TurnSettings } from '../fetch/turns/open-turns.ts'
import type { AlertReceiver } from '../work/webhook/alert-sender.ts'
import { readAlertReceiver } from './alert-settings.ts'
import { readBrowserVersions } from './browser-version-settings.ts'
import { findSimilar } from '../../core/error/similar.ts'
import { readFetchService } from './fetch-service-settings.ts'
import { readShared, type SharedServers } from './shared-settings.ts'
import {
  readAddressRanges,
  readHostNames,
  readBaseUrl,
  readBrowserUrl,
  readChoice,
  readEntries,
  readInteger,
  readList,
  readOrigins,
  readSecret,
  readSource,
  readText,
  readUpstreams,
  type Environment,
  type SettingsInput,
} from './settings.ts'

/** Settings of a server or a worker. */
export interface Config extends SourceSettings, TurnSettings {
  readonly host: string
  readonly port: number
  /** Where callers reach the service, without a slash at its end. Absent: null, wherever they send a request. */
  readonly publicUrl: string | null
  /** Whether `/` is the playground. */
  readonly hasPlayground: boolean
  /** The page at `/account`, for members of workspaces. Absent: null, it is off. */
  readonly customerDoor: { readonly mayPayAsYouGo: boolean } | null
  /** Whether work is traced, with OpenTelemetry. */
  readonly hasTraces: boolean
  /** Plan of the workspace that the first start creates. */
  readonly firstPlan: PlanName
  /** Origins whose pages can read answers. */
  readonly corsOrigins: readonly string[]
  /** Connections of callers at the same time. Connections of operators do not count. */
  readonly maxConnections: number
  /** Ranges of the proxies whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[]
  readonly adminHost: string
  /** Further names by which operators ask the server, in lower case. */
  readonly adminNames: readonly string[]
  /** Port of administration and metrics. Absent: null, they are off. */
  readonly adminPort: number | null
  /** Absent: null, one is created in the data folder. */
  readonly adminToken: string | null
  /** A session of the dashboard ends after this time without use. Unit: minutes. */
  readonly sessionMinutes: number
  /** Folder of the embedded store, and of the token of the administration. */
  readonly dataDirectory: string
  /** Free space on the disk of the embedded store below which the server is not ready. Unit: bytes. */
  readonly minFreeBytes: number
  /** Servers that many processes share. Absent: null, the store is embedded. */
  readonly shared: SharedServers | null
  /** Whether a server works on batches. If not, it leaves them to workers. */
  readonly runsBatches: boolean
  /** Key of the HMAC of stored keys. Absent: null, they are stored as plain hashes. */
  readonly keyPepper: string | null
  /** Another key with which keys are accepted. null: plain hashes. Absent: undefined, none. */
  readonly oldKeyPepper: string | null | undefined
  /** Seals the secrets of webhooks. Absent: null, they are stored in plain text. */
  readonly masterKey: string | null
  /** Opens the secrets of webhooks too. Absent: null. */
  readonly oldMasterKey: string | null
  /** Marketplaces that the interface does not have, and that are answered for. */
  readonly marketplaces: readonly PageDomain[]
  /** Sessions of visitors at the marketplaces. */
  readonly sessions: SessionSettings
  /** Folder of pages that are kept for a day. Absent: null, no page is kept. */
  readonly samplesDirectory: string | null
  /** Threads that extract pages. */
  readonly workers: number
  readonly batches: RunnerSettings
  /** Origins that a webhook may have, although they are not https or not public. */
  readonly webhookOrigins: readonly string[]
  /** Where alerts to operators are sent. Absent: null, nowhere. */
  readonly alerts: AlertReceiver | null
  /** Free bytes of the disk of the embedded store below which it takes no new batches. */
  readonly diskFloorBytes: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Time from the signal to end, which ends readiness, to the first refused request. Unit: ms. */
  readonly drainWaitMs: number
  /** Time for the requests that are being answered when the server ends. Unit: ms. */
  readonly drainMs: number
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const MAX_PORT = 65_535
const MB = 1_000_000
const HOUR_MS = 3_600_000

/** The mistakes in an environment, each with the name of its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the configuration from the environment.
 *
 * Throws: a `ConfigError` with all mistakes.
 */
export function readConfig(environment: Environment, processors: number): Config {
  const reading: SettingsInput = { environment, problems: [], known: new Set() }
  const hasAdmin = readChoice(reading, 'SHELFMARK_ADMIN', ['on', 'off'], 'on') === 'on'
  const batches = readBatches(reading)
  const config: Config = {
    host: readText(reading, 'SHELFMARK_HOST') ?? '127.0.0.1',
    port: readInteger(reading, 'SHELFMARK_PORT', { from: 0, to: MAX_PORT, otherwise: 8080 }),
    publicUrl: readBaseUrl(reading, 'SHELFMARK_PUBLIC_URL'),
    hasPlayground: readChoice(reading, 'SHELFMARK_PLAYGROUND', ['on', 'off'], 'on') === 'on',
    customerDoor: readCustomerDoor(reading),
    hasTraces: readChoice(reading, 'SHELFMARK_TRACES', ['on', 'off'], 'off') === 'on',
    corsOrigins: readOrigins(reading, 'SHELFMARK_CORS_ORIGINS'),
    maxConnections: readInteger(reading, 'SHELFMARK_CONNECTIONS', { from: 1, to: 1_000_000, otherwise: 5000 }),
    trustedProxies: readAddressRanges(reading, 'SHELFMARK_TRUSTED_PROXIES'),
    adminHost: readText(reading, 'SHELFMARK_ADMIN_HOST') ?? '127.0.0.1',
    adminNames: readHostNames(reading, 'SHELFMARK_ADMIN_NAMES'),
    adminPort: hasAdmin
      ? readInteger(reading, 'SHELFMARK_ADMIN_PORT', { from: 0, to: MAX_PORT, otherwise: 8081 })
      : null,
    adminToken: readSecret(reading, 'SHELFMARK_ADMIN_TOKEN', 16),
    sessionMinutes: readInteger(reading, 'SHELFMARK_SESSION_MINUTES', { from: 1, to: 1440, otherwise: 30 }),
    dataDirectory: readText(reading, 'SHELFMARK_DATA') ?? 'data',
    minFreeBytes: readInteger(reading, 'SHELFMARK_DISK_FLOOR_MB', { from: 0, to: 10_000_000, otherwise: 100 }) * MB,
    shared: readShared(reading),
    firstPlan: readChoice(reading, 'SHELFMARK_FIRST_PLAN', PLAN_NAMES, 'free'),
    runsBatches: readChoice(reading, 'SHELFMARK_BATCHES', ['on', 'off'], 'on') === 'on',
    keyPepper: readSecret(reading, 'SHELFMARK_KEY_PEPPER', 16),
    oldKeyPepper: readOldPepper(reading),
    masterKey: readSecret(reading, 'SHELFMARK_MASTER_KEY', 32),
    oldMasterKey: readSecret(reading, 'SHELFMARK_MASTER_KEY_OLD', 32),
    source: readSource(reading, 'SHELFMARK_SOURCE'),
    pagesDirectory: readText(reading, 'SHELFMARK_PAGES'),
    proxies: readList(reading, 'SHELFMARK_PROXIES'),
    upstreams: readUpstreams(reading, 'SHELFMARK_UPSTREAM'),
    browser: readBrowser(reading),
    browserVersions: readBrowserVersions(reading),
    fetchService: readFetchService(reading),
    pacing: {
      concurrency: {
        requests: readInteger(reading, 'SHELFMARK_FETCHES', { from: 1, to: 1000, otherwise: 16 }),
        batches: batches.fetches,
      },
      minTimeMs: readInteger(reading, 'SHELFMARK_FETCH_INTERVAL_MS', { from: 0, to: 60_000, otherwise: 0 }),
    },
    marketplaces: readMarketplaces(reading),
    sessions: readSessions(reading),
    samplesDirectory: readText(reading, 'SHELFMARK_PAGE_SAMPLES'),
    workers: readInteger(reading, 'SHELFMARK_WORKERS', { from: 1, to: 256, otherwise: processors }),
    batches,
    webhookOrigins: readOrigins(reading, 'SHELFMARK_WEBHOOK_ALLOW'),
    alerts: readAlertReceiver(reading),
    diskFloorBytes:
      readInteger(reading, 'SHELFMARK_BATCH_DISK_FLOOR_MB', { from: 0, to: 1_000_000_000, otherwise: 500 }) * MB,
    logLevel: readChoice(reading, 'SHELFMARK_LOG', LOG_LEVELS, 'info'),
    drainWaitMs: readInteger(reading, 'SHELFMARK_DRAIN_WAIT_MS', { from: 0, to: 600_000, otherwise: 3000 }),
    drainMs: readInteger(reading, 'SHELFMARK_DRAIN_MS', { from: 0, to: 600_000, otherwise: 50_000 }),
  }
  if (config.source === 'directory' && config.pagesDirectory === null) {
    reading.problems.push('SHELFMARK_PAGES: must name the folder of saved pages for SHELFMARK_SOURCE=directory')
  }
  if (config.source === 'browser' && config.browser === null) {
    reading.problems.push(
      'SHELFMARK_BROWSER_PATH: must name a Chromium, or SHELFMARK_BROWSER_URL a running one, for SHELFMARK_SOURCE=browser',
    )
  }
  if (config.source === 'fetch-service' && config.fetchService === null) {
    reading.problems.push('SHELFMARK_FETCH_SERVICE_URL: must be set for SHELFMARK_SOURCE=fetch-service')
  }
  if (config.shared === null && !config.runsBatches) {
    reading.problems.push('SHELFMARK_BATCHES: must be on with the embedded store, because there are no workers')
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith(PREFIX) && !reading.known.has(name) && !FOREIGN.has(name)) {
      reading.problems.push(`${name}: there is no such setting${suggestSetting(name, reading.known)}`)
    }
  }
  if (reading.problems.length > 0) throw new ConfigError(reading.problems)
  return config
}

function readBatches(reading: SettingsInput): RunnerSettings {
  const days = { from: 1, to: 3650 }
  const resultsDays = readInteger(reading, 'SHELFMARK_RESULTS_DAYS', { ...days, otherwise: RESULTS_KEPT_DAYS })
  const recordsDays = Math.max(RECORDS_KEPT_DAYS, resultsDays)
  return {
    intervalMs: readInteger(reading, 'SHELFMARK_BATCH_INTERVAL_MS', { from: 100, to: 3_600_000, otherwise: 60_000 }),
    itemsPerRun: readInteger(reading, 'SHELFMARK_BATCH_ITEMS', { from: 1, to: 100_000, otherwise: 100 }),
    fetches: readInteger(reading, 'SHELFMARK_BATCH_FETCHES', { from: 1, to: 1000, otherwise: 16 }),
    resultsKeptMs: resultsDays * DAY_MS,
    recordsKeptMs:
      readInteger(reading, 'SHELFMARK_RECORDS_DAYS', { ...days, from: resultsDays, otherwise: recordsDays }) * DAY_MS,
    requestLog: {
      keptMs: readInteger(reading, 'SHELFMARK_REQUEST_LOG_DAYS', { from: 0, to: 90, otherwise: 7 }) * DAY_MS,
      most: readInteger(reading, 'SHELFMARK_REQUEST_LOG_ROWS', { from: 1000, to: 10_000_000, otherwise: 50_000 }),
    },
  }
}

function readMarketplaces(reading: SettingsInput): readonly PageDomain[] {
  const given = readEntries(reading, 'SHELFMARK_MARKETPLACES')
  const chosen = otherDomains.filter((domain) => given.includes(domain))
  if (chosen.length < new Set(given).size) {
    reading.problems.push(`SHELFMARK_MARKETPLACES: must be one or more of ${otherDomains.join(', ')}`)
  }
  return chosen
}

function readSessions(reading: SettingsInput): SessionSettings {
  const { maxPages, maxAgeMs } = SESSION_SETTINGS
  const hours = { from: 1, to: 168, otherwise: maxAgeMs / HOUR_MS }
  return {
    isAlwaysOn: readChoice(reading, 'SHELFMARK_SESSIONS', ['on', 'off'], 'off') === 'on',
    maxPages: readInteger(reading, 'SHELFMARK_SESSIONS_PAGES', { from: 1, to: 100_000, otherwise: maxPages }),
    maxAgeMs: readInteger(reading, 'SHELFMARK_SESSIONS_HOURS', hours) * HOUR_MS,
  }
}

function readCustomerDoor(reading: SettingsInput): Config['customerDoor'] {
  const isOn = readChoice(reading, 'SHELFMARK_CUSTOMER_DOOR', ['on', 'off'], 'off') === 'on'
  const mayPayAsYouGo = readChoice(reading, 'SHELFMARK_CUSTOMER_PAY_AS_YOU_GO', ['on', 'off'], 'off') === 'on'
  return isOn ? { mayPayAsYouGo } : null
}

/** `none`: keys were hashed without a pepper. */
function readOldPepper(reading: SettingsInput): Config['oldKeyPepper'] {
  const name = 'SHELFMARK_KEY_PEPPER_OLD'
  if (readText(reading, name) === 'none') return null
  return readSecret(reading, name, 16) ?? undefined
}

/** The browser that renders pages. Absent: null, neither an address nor a program is given. */
function readBrowser(reading: SettingsInput): SourceSettings['browser'] {
  const url = readBrowserUrl(reading, 'SHELFMARK_BROWSER_URL')
  const path = readText(reading, 'SHELFMARK_BROWSER_PATH')
  const hasSandbox = readChoice(reading, 'SHELFMARK_BROWSER_SANDBOX', ['on', 'off'], 'on') === 'on'
  const pages = readInteger(reading, 'SHELFMARK_BROWSER_PAGES', { from: 1, to: 64, otherwise: 4 })
  const recycleAfter = readInteger(reading, 'SHELFMARK_BROWSER_RECYCLE', { from: 1, to: 100_000, otherwise: 500 })
  if (url !== null && path !== null) {
    reading.problems.push('SHELFMARK_BROWSER_URL: give it or SHELFMARK_BROWSER_PATH, not both')
  }
  if (path !== null && !existsSync(path)) reading.problems.push(`SHELFMARK_BROWSER_PATH: "${path}" does not exist`)
  if (url !== null) return { at: { url }, pages, recycleAfter }
  return path === null ? null : { at: { path, hasSandbox }, pages, recycleAfter }
}

/** Of the names of all settings. */
const PREFIX = 'SHELFMARK_'

/** The setting that is probably meant, to follow a sentence. Absent: "", none is similar. */
function suggestSetting(name: string, known: ReadonlySet<string>): string {
  const ends = [...known].map((setting) => setting.slice(PREFIX.length))
  const similar = findSimilar(name.slice(PREFIX.length), ends)
  return similar === undefined ? '' : `. Did you mean ${PREFIX}${similar}?`
}

/** Variables of the tests, the benchmarks and the commands that call a server. The server ignores them. */
const FOREIGN: ReadonlySet<string> = new Set([
  'SHELFMARK_KEY',
  'SHELFMARK_SHARED',
  'SHELFMARK_RUNS',
  'SHELFMARK_SEED',
  'SHELFMARK_BENCH_PAGES',
])
