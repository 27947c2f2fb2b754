import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

/** Gives all addresses of a name. Rejects: with a `code` of `node:dns`. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Asks whom the machine asks for all of its connections. */
export const resolveHost: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** `code` of the error when a name has an address that is not public. */
export const REFUSED_ADDRESS = 'ERR_REFUSED_ADDRESS'

/**
 * Lookup of a connection: it gives addresses that were checked, so that the
 * connection goes to one of them, whatever the name resolves to a moment later.
 * One address that is not public refuses them all.
 *
 * Connections to an IP address look nothing up: check those before.
 */
export function publicLookup(resolve: ResolveHost): LookupFunction {
  const find = callbackify((host: string) => resolvePublic(host, resolve))
  return (host, options, callback) => {
    find(host, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const found = addresses.map((address) => ({ address, family: isIP(address) }))
      const [first] = found
      if (options.all === true || first === undefined) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

async function resolvePublic(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  const addresses = await resolve(host)
  if (addresses.length === 0) throw codedError('ENOTFOUND', `${host} has no address.`)
  if (addresses.every(isPublicAddress)) return addresses
  throw codedError(REFUSED_ADDRESS, `${host} has an address that is not public.`)
}

function codedError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code })
}
