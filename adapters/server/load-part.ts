import { loadWithPackages, MissingPackageError } from '../load-packages.ts'
import { StoreError } from '../store/store-error.ts'

/** Packages that `npm install shelfmark` does not install, because a library has no use for them, by what needs them. */
const PACKAGES = {
  'The embedded store': ['@photostructure/sqlite'],
  'A Redis': ['bullmq', 'ioredis', 'bottleneck'],
} as const

/**
 * Imports a part that needs such packages.
 *
 * Rejects: with a `StoreError` that says what to install, when one is missing.
 */
export async function loadPart<Part>(what: keyof typeof PACKAGES, part: () => Promise<Part>): Promise<Part> {
  try {
    return await loadWithPackages(what, PACKAGES[what], part)
  } catch (error) {
    if (!(error instanceof MissingPackageError)) throw error
    throw new StoreError('unavailable', error.message, { cause: error })
  }
}
