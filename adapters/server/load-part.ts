import { loadWithPackages, MissingPackageError, type optionalPackages } from '../load-packages.ts'
import { StoreError } from '../store/store-error.ts'

/**
 * Imports a part of the store that needs packages which are not installed with shelfmark.
 *
 * Rejects: with a `StoreError` that says what to install, when one is missing.
 */
export async function loadPart<Part>(what: keyof typeof optionalPackages, part: () => Promise<Part>): Promise<Part> {
  try {
    return await loadWithPackages(what, part)
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error
    throw new StoreError('unavailable', error.message, { cause: error })
  }
}
