/**
 * The simulated marketplace as a server: requests in, answers out, with faults on
 * demand. `startSandbox` listens on a port; `Sandbox` answers without a network.
 *
 * @module shelfmark/sandbox/server
 */
export type { Delivery, SandboxAnswer, SandboxRequest } from './answer.ts'
export { describeSandbox } from './magic.ts'
export { builtInPages, type PagePrinter, type ProductPageRequest, type SearchPageRequest } from './page-printer.ts'
export { Sandbox, type SandboxOptions } from './sandbox.ts'
export { startSandbox, type RunningSandbox, type StartSandboxOptions } from './start-sandbox.ts'
