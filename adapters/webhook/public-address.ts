import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All of version 6 that was ever given to the Internet; tunnels and translations to version 4 lie elsewhere, or have ranges. */
const INTERNET_V6 = ipaddr.parseCIDR('2000::/3')

/** Ordinary by their numbers, and a cloud's own service from inside of it: Azure's wire server. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address is one of the Internet: not private, loopback,
 * link-local, shared, multicast, reserved, documentation, benchmarking, and no
 * address of version 6 that stands for one of version 4.
 *
 * A text that is no address in its usual spelling is none of the Internet.
 */
export function isPublicAddress(text: string): boolean {
  // A zone ("%eth0") names a link of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? address.match(INTERNET_V6) : !CLOUD_SERVICES.has(address.toString())
}

/** A name of one label is completed by the network that the machine is in. */
const LOCAL_NAME = /^[^.]*$|\.(?:localhost|localdomain|local|internal|home\.arpa)$/

/** Whether a name, in lower case and without a dot at its end, can't be one of the Internet, whatever it resolves to. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAME.test(name)
}
