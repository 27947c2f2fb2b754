import { printCookies, type HeaderProfile } from '../source/request-headers.ts'
import type { Step } from './change-address.ts'

/** Headers that a script sends in place of those of a person who enters an address. */
const SCRIPTED: Readonly<Record<string, string>> = {
  Accept: 'text/html,*/*',
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
  'X-Requested-With': 'XMLHttpRequest',
}
/** Headers of a person who enters an address, which a script does not send. In lower case. */
const OF_PERSON: ReadonlySet<string> = new Set([
  'upgrade-insecure-requests',
  'sec-fetch-user',
  'priority',
  ...Object.keys(SCRIPTED).map((name) => name.toLowerCase()),
])

/** Headers of a step: those of the visitor's browser, as it sends them for a person or for a script. */
export function headersOfStep(
  browser: Readonly<Record<string, string>>,
  { isScripted, referer, headers, post }: Step,
  origin: string,
): Record<string, string> {
  if (!isScripted) return { ...browser, ...headers }
  const kept = Object.entries(browser).filter(([name]) => !OF_PERSON.has(name.toLowerCase()))
  return {
    ...Object.fromEntries(kept),
    ...SCRIPTED,
    ...(post === null ? {} : { Origin: origin }),
    ...(referer === null ? {} : { Referer: referer }),
    ...headers,
  }
}

/** Headers without cookies, which a jar has. */
export function withoutCookies(headers: HeaderProfile): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie'))
}

/** A cookie of a jar as an answer would set it, for a browser. */
export function printSetCookie({
  name,
  value,
  ...cookie
}: {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly isOfHost: boolean
  readonly path: string
  readonly isSecure: boolean
}): string {
  const { domain, isOfHost, path, isSecure } = cookie
  const parts = [printCookies([{ name, value }]), `Path=${path}`]
  if (!isOfHost) parts.push(`Domain=${domain}`)
  if (isSecure) parts.push('Secure')
  return parts.join('; ')
}
