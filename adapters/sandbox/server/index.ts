/**
 * The simulated marketplace as a server: requests in, answers out, with faults on
 * demand. `startSandbox` listens on a port; `Sandbox` answers without a network.
 *
 * @module shelfmark/sandbox/server
 */
export type { Delivery, SandboxAnswer, SandboxRequest } from './answer.ts'
export type { PageToPrint } from '../record/simulated-record.ts'
export * from '../records/requests.ts'
export { describeSandbox } from './describe-sandbox.ts'
export { builtInPages, type PagePrinter } from './records.ts'
export { Sandbox, type SandboxOptions } from './sandbox.ts'
export type { ShopTime } from '../truth/shop-time.ts'
export { startSandbox, type RunningSandbox, type StartSandboxOptions } from './start-sandbox.ts'
