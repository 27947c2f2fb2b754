import { isIP } from 'node:net'
import type { H3Event } from 'h3'
import { normalizeAddress, type AddressRanges } from './address-ranges.ts'

/** An address in `X-Forwarded-For`, with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]+)?$/

/**
 * IP address of the client that sent a request: the peer of the connection, or the last address in
 * `X-Forwarded-For` that a trusted proxy vouches for. What others wrote into that header counts for nothing.
 *
 * Absent: null, the request did not come over a connection of Node.
 */
export function clientAddress({ req }: H3Event, trusted: AddressRanges): string | null {
  const peer = normalizeAddress(req.ip ?? '')
  if (isIP(peer) === 0) return null
  if (!trusted.has(peer)) return peer
  let address = peer
  const forwarded = (req.headers.get('x-forwarded-for') ?? '').split(',').toReversed()
  for (const entry of forwarded) {
    const next = parseForwarded(entry.trim())
    if (next === null) return address
    address = next
    if (!trusted.has(address)) return address
  }
  return address
}

function parseForwarded(entry: string): string | null {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? []
  const address = normalizeAddress(v6 ?? v4 ?? entry)
  return isIP(address) === 0 ? null : address
}
