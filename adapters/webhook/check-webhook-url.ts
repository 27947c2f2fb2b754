import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { resolveHost, type ResolveHost } from './resolve-host.ts'
import { readWebhookUrl } from './webhook-url.ts'

export interface WebhookUrlOptions {
  /** Default: the machine's own resolver. */
  readonly resolve?: ResolveHost | undefined
  /**
   * Origins such as `http://127.0.0.1:9000`, spelled as `URL` does, that need neither
   * https nor a public address: for development and tests. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /** How long a name may take to resolve. Unit: ms. Default: 3,000. */
  readonly timeLimitMs?: number | undefined
}

const RESOLVE_MS = 3000

/** Codes of a name that has no address. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Whether results can be sent to an address: https, and a host that all of the
 * Internet reaches. A name that nobody can resolve just now is let through,
 * because each attempt at a delivery checks again.
 *
 * Gives what is wrong, to follow the name of the parameter.
 * Absent: null, nothing is.
 */
export async function checkWebhookUrl(text: string, options: WebhookUrlOptions = {}): Promise<string | null> {
  const { resolve = resolveHost, allowedOrigins = [], timeLimitMs = RESOLVE_MS } = options
  const reading = readWebhookUrl(text, allowedOrigins)
  if ('problem' in reading) return reading.problem
  const { host, isExempt } = reading
  if (isExempt || isIP(host) !== 0) return null
  const addresses = await findAddresses(host, resolve, timeLimitMs)
  if (addresses === null) return null
  if (addresses.length === 0) return 'must be publicly reachable: its host has no address'
  return addresses.every(isPublicAddress) ? null : 'must be publicly reachable: its host has a private address'
}

/** Addresses of a name; none when it is known to have none. Absent: null, nobody can tell now. */
async function findAddresses(
  host: string,
  resolve: ResolveHost,
  timeLimitMs: number,
): Promise<readonly string[] | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((settle) => {
    timer = setTimeout(settle, timeLimitMs, null)
  })
  try {
    return await Promise.race([resolve(host), tooLate])
  } catch (error) {
    return NO_ADDRESS.has((error as NodeJS.ErrnoException).code) ? [] : null
  } finally {
    clearTimeout(timer)
  }
}
