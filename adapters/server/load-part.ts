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
    return await part()
  } catch (error) {
    const packages = PACKAGES[what]
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && packages.some((name) => message.includes(`'${name}'`))
    if (!isMissing) throw error
    const advice = `needs packages that are not installed. Run: npm install ${packages.join(' ')}`
    throw new StoreError('unavailable', `${what} ${advice}`, { cause: error })
  }
}
