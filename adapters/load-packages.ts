import { peerDependencies } from './package-version.ts'

/** A package that is not installed with shelfmark, because few users need it, is missing. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
  readonly code = 'missing_package'
}

/** Packages that are not installed with shelfmark, by what needs them: the subject of a sentence. */
export const optionalPackages = {
  'The server': ['h3', 'pino', 'prom-client', 'undici'],
  'A watch with a cron line': ['croner'],
  'Results in a bucket': ['aws4fetch', 'undici'],
  'The embedded store': ['@photostructure/sqlite'],
  'A shared store': ['pg', 'bullmq', 'ioredis', 'bottleneck'],
  'Fetching pages': ['undici'],
  'A browser': ['playwright-core'],
  'The MCP server': ['@modelcontextprotocol/server'],
  'The MCP server over HTTP': ['@modelcontextprotocol/server', 'h3'],
  'OAuth of the MCP server': ['@modelcontextprotocol/server', 'h3', 'jose'],
  MHTML: ['postal-mime'],
  HAR: ['stream-json', 'stream-chain'],
  'A list of JSON': ['stream-json', 'stream-chain'],
  Parquet: ['hyparquet-writer'],
  Tracing: ['@opentelemetry/api'],
} as const

/** The command that installs what something needs, in the versions that shelfmark works with. */
export function installCommand(what: keyof typeof optionalPackages): string {
  // "^7.30.2" is "7", "^0.17.0" is "0.17": a caret means something else to some shells.
  const versions = optionalPackages[what].map(
    (name) => `${name}@${peerDependencies[name]?.replace(/^\^(0\.\d+|\d+).*/, '$1')}`,
  )
  return `npm install ${versions.join(' ')}`
}

/** An error that says what to install, of the error of an import. Absent: null, it is another error. */
export function explainMissing(what: keyof typeof optionalPackages, error: unknown): MissingPackageError | null {
  if (error instanceof MissingPackageError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const isMissing =
    code === 'ERR_MODULE_NOT_FOUND' && optionalPackages[what].some((name) => message.includes(`'${name}'`))
  if (!isMissing) return null
  const advice = `needs packages that are not installed. Run: ${installCommand(what)}`
  return new MissingPackageError(`${what} ${advice}`, { cause: error })
}

/**
 * Imports a part that needs packages which are not installed with shelfmark.
 *
 * Rejects: with a `MissingPackageError` that says what to install, when one is missing.
 */
export async function loadWithPackages<Part>(
  what: keyof typeof optionalPackages,
  part: () => Promise<Part>,
): Promise<Part> {
  try {
    return await part()
  } catch (error) {
    throw explainMissing(what, error) ?? error
  }
}
