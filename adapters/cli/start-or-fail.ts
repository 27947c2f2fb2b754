import { StoreError } from '../store/store-error.ts'
import { fail } from './exit-codes.ts'

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
