import type { H3Event } from 'h3'
import { normalizeAddress } from './address-ranges.ts'

const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1)$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a host setting lets only this machine connect. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_NAME.test(host) || LOOPBACK_ADDRESS.test(host)
}

/** Headers that proxies add. */
const OF_PROXY =
  /^(?:x-forwarded(?:-.*)?|x-original-.*|forwarded|via|x-real-ip|(?:x|true)-client-ip|x-cluster-client-ip|cf-.*)$/

/**
 * Whether a person on this machine sent the request: directly, to a name of this machine. A proxy on this machine
 * does not count, nor a page of another site whose name leads here. A proxy that sends none of its headers, a local
 * name as `Host`, and keeps its connections open can't be recognized.
 */
export function isLocalVisitor(event: H3Event): boolean {
  const { req, url } = event
  return (
    LOOPBACK_ADDRESS.test(normalizeAddress(req.ip ?? '')) &&
    LOOPBACK_NAME.test(url.hostname) &&
    [...req.headers.keys()].every((name) => !OF_PROXY.test(name)) &&
    isOfBrowser(event)
  )
}

/**
 * Whether the connection is as browsers have it. Without further settings, nginx asks in HTTP/1.0, one request a
 * connection, and sends the address of the server as `Host`.
 */
function isOfBrowser({ req, runtime }: H3Event): boolean {
  const isOld = runtime?.node?.req?.httpVersion === '1.0'
  return !isOld && req.headers.get('connection')?.toLowerCase() !== 'close'
}
