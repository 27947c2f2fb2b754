/** A package that is not installed with shelfmark, because few users need it, is missing. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
  readonly code = 'missing_package'
}

/**
 * Imports a part that needs packages which are not installed with shelfmark.
 *
 * @param what What needs them, as the subject of a sentence: "A Redis".
 * Rejects: with a `MissingPackageError` that says what to install, when one is missing.
 */
export async function loadWithPackages<Part>(
  what: string,
  packages: readonly string[],
  part: () => Promise<Part>,
): Promise<Part> {
  try {
    return await part()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && packages.some((name) => message.includes(`'${name}'`))
    if (!isMissing) throw error
    const advice = `needs packages that are not installed. Run: npm install ${packages.join(' ')}`
    throw new MissingPackageError(`${what} ${advice}`, { cause: error })
  }
}
