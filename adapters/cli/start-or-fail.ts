import { availableParallelism } from 'node:os'
import { ConfigError, readConfig, type Config } from '../config/config.ts'
import { StoreError } from '../store/store-error.ts'
import { fail } from './exit-codes.ts'

/** What the environment says; ends the command with all that is wrong with it. */
export function requireConfig(): Config {
  try {
    return readConfig(process.env, availableParallelism())
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message)
    throw error
  }
}

/** Starts something; ends the command when its store or its port can't be had. */
export async function startOrFail<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const isPlain = error instanceof StoreError || (error as NodeJS.ErrnoException).code !== undefined
    if (isPlain) return fail((error as Error).message)
    throw error
  }
}
