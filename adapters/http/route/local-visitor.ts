import type { H3Event } from 'h3'
import { normalizeAddress } from './address-ranges.ts'

const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1)$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a host setting lets only this machine connect. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAME.test(host) || LOOPBACK_ADDRESS.test(host)
}

/**
 * Whether a person on this machine sent the request: directly, to a name of this machine. A proxy on this machine
 * does not count, nor a page of another site whose name leads here.
 */
export function isLocalVisitor({ req, url }: H3Event): boolean {
  const isDirect = !req.headers.has('x-forwarded-for') && !req.headers.has('forwarded') && !req.headers.has('via')
  return isDirect && LOOPBACK_ADDRESS.test(normalizeAddress(req.ip ?? '')) && LOOPBACK_NAME.test(url.hostname)
}
