import { isIP } from 'node:net'
import { jsonAnswer } from '../route/answers.ts'
import { isLoopbackHost } from '../route/local-visitor.ts'
import type { Route } from '../route/route.ts'
import type { Administration } from './administration.ts'

/** Status of an answer of a server that a request was not meant for. Source: RFC 9110, 15.5.20. */
const MISDIRECTED = 421

/**
 * A route for requests to a known name of this server. A site can make its own name lead to this machine (DNS
 * rebinding): its pages then read what is answered here, such as metrics. No site can do that with an IP address.
 */
export function forKnownHost(route: Route<Administration>): Route<Administration> {
  const handler: Route<Administration>['handler'] = (event, administration) => {
    const { hostname } = event.url
    if (isKnown(hostname, administration.hosts)) return route.handler(event, administration)
    const message = `This server is not asked as "${hostname}". Ask it by its IP address, or add the name to SHELFMARK_ADMIN_NAMES.`
    return jsonAnswer(MISDIRECTED, { error: 'unknown_host', message })
  }
  return { ...route, handler }
}

function isKnown(hostname: string, hosts: ReadonlySet<string>): boolean {
  return isLoopbackHost(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || hosts.has(hostname)
}
