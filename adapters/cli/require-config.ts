import { availableParallelism } from 'node:os'
import { ConfigError, readConfig, type Config } from '../config/config.ts'
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
