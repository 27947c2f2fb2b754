import { ACCOUNT, getAccountPage, type CustomerDeps } from './account/customer-door.ts'
import { memberRoutes, switchPayAsYouGo } from './account/member-routes.ts'
import type { Administration } from './admin/administration.ts'
import { DASHBOARD, getDashboard, listSessions } from './admin/dashboard-door.ts'
import { downloadResults } from './admin/download-results.ts'
import { administer, getMetrics } from './admin/routes.ts'
import { getSampleFacts, getSamplePage, getSamplesPlayground } from './admin/sample-routes.ts'
import { getAccount, getUsage } from './operations/account.ts'
import { cancelBatch, getBatch, redeliverBatch } from './operations/batches.ts'
import { addWatchItems, removeWatchItems } from './operations/change-watch-items.ts'
import { changeWatch } from './operations/change-watch.ts'
import { createBatch } from './operations/create-batch.ts'
import { createSchedule } from './operations/create-schedule.ts'
import { createWatch } from './operations/create-watch.ts'
import { getCollection, getDocs, getOpenApi, getSkill, type Describer } from './operations/docs.ts'
import { getRank } from './operations/get-rank.ts'
import { getSeries } from './operations/get-series.ts'
import { getWatchValues } from './operations/get-watch-values.ts'
import { getLiveness, getReadiness } from './operations/health.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './operations/keys.ts'
import { listBatches } from './operations/list-batches.ts'
import { listChanges } from './operations/list-changes.ts'
import { replaceWatchSecret } from './operations/replace-watch-secret.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import {
  getAsset,
  getPlayground,
  getPlaygroundFacts,
  getPlaygroundFrame,
  type PlaygroundDeps,
} from './operations/playground.ts'
import { getUsageByReference } from './operations/reference-usage.ts'
import { changeSchedule, deleteSchedule, getSchedule, listSchedules } from './operations/schedules.ts'
import { redeliverWatch, runWatch, testWatch } from './operations/watch-actions.ts'
import { deleteWatch, getWatch, listWatches } from './operations/watches.ts'
import { retrievals } from './operations/retrievals.ts'
import { changePassword, choosePassword } from './people/password-routes.ts'
import { sessionRoutes } from './people/session-routes.ts'
import type { Operation, Route } from './route/route.ts'
import type { Service } from './route/deps.ts'

/** What callers can ask, in the order of the OpenAPI document. */
export const operations: readonly Operation<Service & Describer>[] = [
  ...retrievals,
  createBatch,
  listBatches,
  getBatch,
  cancelBatch,
  redeliverBatch,
  listDeliveries,
  createSchedule,
  listSchedules,
  getSchedule,
  changeSchedule,
  deleteSchedule,
  createWatch,
  listWatches,
  getWatch,
  changeWatch,
  addWatchItems,
  removeWatchItems,
  deleteWatch,
  runWatch,
  testWatch,
  redeliverWatch,
  replaceWatchSecret,
  listChanges,
  getWatchValues,
  getRank,
  getSeries,
  getAccount,
  getUsage,
  getUsageByReference,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  getOpenApi,
  getLiveness,
  getReadiness,
]

/** Pages and files for people, which the OpenAPI document leaves out. */
export const pages: readonly Route<Service & Describer>[] = [getDocs, getCollection, getSkill, getAsset]

/** The page at `/`, which a setting switches off. */
export const playgroundPages: readonly Route<PlaygroundDeps>[] = [getPlayground, getPlaygroundFacts, getPlaygroundFrame]

/** The customers' door, which a setting switches on. */
export const doorRoutes: readonly Route<CustomerDeps>[] = [
  getAccountPage,
  ...sessionRoutes(ACCOUNT),
  choosePassword(`${ACCOUNT}/password`),
  changePassword(`${ACCOUNT}/password/change`),
  switchPayAsYouGo,
  ...memberRoutes,
]

/** What operators can ask, on a port of their own. */
export const adminRoutes: readonly Route<Administration>[] = [
  getDashboard,
  getAsset,
  listSessions,
  ...sessionRoutes(DASHBOARD.path),
  changePassword(`${DASHBOARD.path}/password`),
  getMetrics,
  getLiveness,
  administer,
  downloadResults,
  getSamplesPlayground,
  getPlaygroundFrame,
  getSampleFacts,
  getSamplePage,
]
