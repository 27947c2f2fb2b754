import { StoreError } from '../store/store-error.ts'
import type { Backend, BackendOptions } from './backend.ts'
import type { Config } from './config.ts'

/**
 * Opens the parts that hold or share state, as the settings say. They need packages that
 * `npm install shelfmark` does not install, because a library has no use for them.
 *
 * Rejects: with a `StoreError`, also when a package is missing.
 */
export async function openBackend(config: Config, options: BackendOptions): Promise<Backend> {
  if (config.redisUrl === null) {
    const { openLocal } = await load('The embedded store', ['@photostructure/sqlite'], () => import('./open-local.ts'))
    return await openLocal(config, options)
  }
  const packages = ['bullmq', 'ioredis', 'bottleneck']
  const { openShared } = await load('A Redis', packages, () => import('./open-shared.ts'))
  return await openShared(config, config.redisUrl, options)
}

async function load<Part>(what: string, packages: readonly string[], part: () => Promise<Part>): Promise<Part> {
  try {
    return await part()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && packages.some((name) => message.includes(`'${name}'`))
    if (!isMissing) throw error
    const advice = `needs packages that are not installed. Run: npm install ${packages.join(' ')}`
    throw new StoreError('unavailable', `${what} ${advice}`, { cause: error })
  }
}
