import type { Backend, BackendOptions } from './backend.ts'
import type { Config } from './config.ts'
import { loadPart } from './load-part.ts'

/**
 * Opens the parts that hold or share state, as the settings say.
 *
 * Rejects: with a `StoreError`, also when a package that they need is not installed.
 */
export async function openBackend(config: Config, options: BackendOptions): Promise<Backend> {
  if (config.shared === null) {
    const { openLocalBackend } = await loadPart('The embedded store', () => import('./open-local-backend.ts'))
    return await openLocalBackend(config, options)
  }
  const { openSharedBackend } = await loadPart('A shared store', () => import('./open-shared-backend.ts'))
  return await openSharedBackend(config, config.shared, options)
}
