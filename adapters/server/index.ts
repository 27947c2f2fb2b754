/**
 * The service as an h3 app, to be mounted in another app or to listen on a port.
 *
 * @module shelfmark/server
 */
export { createApp } from '../http/create-app.ts'
export type { Service } from '../http/route/deps.ts'
export { SpelledResponse } from '../http/spelled-response.ts'
export { ConfigError, readConfig, type Config } from './config.ts'
export { openService, type OpenService } from './open-service.ts'
export { startService, type RunningService } from './start-service.ts'
