import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

/**
 * The part of IPv6 that is allocated to the public Internet. Tunnels and translations
 * to IPv4 are outside of it, or are ranges that `ipaddr.js` knows by name.
 * Source: https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const INTERNET_V6 = ipaddr.parseCIDR('2000::/3')

/** Public by range, but served by the cloud to its own machines: Azure's wire server. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address belongs to the public Internet. Excluded are private,
 * loopback, link-local, shared, multicast, reserved, documentation and benchmarking
 * ranges, and IPv6 addresses that embed an IPv4 address.
 *
 * A text that is not an IP address in its usual spelling is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone ("%eth0") names a network interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? address.match(INTERNET_V6) : !CLOUD_SERVICES.has(address.toString())
}

/** A name of one label is completed with the search domain of the local network. */
const LOCAL_NAME = /^[^.]*$|\.(?:localhost|localdomain|local|internal|home\.arpa)$/

/** Whether a host name is local by its form. `name`: in lower case, without a dot at its end. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAME.test(name)
}

/** Gives all addresses of a host name. Rejects: with a `code` of `node:dns`. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** Resolves a host name as every other connection of this machine does. */
export const resolveHost: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}

/** `code` of the error for a host name that has an address that is not public. */
export const REFUSED_ADDRESS = 'ERR_REFUSED_ADDRESS'

/**
 * Lookup function for a connection. It resolves and checks in one step, so that the
 * connection goes to an address that was checked, even when the name resolves to
 * another one a moment later. One address that is not public refuses the whole name.
 *
 * Node does not call it for a literal IP address: check that before you connect.
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
