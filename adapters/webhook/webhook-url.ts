import { isIP } from 'node:net'
import { isLocalName, isPublicAddress } from './public-address.ts'

/** The address of a webhook, as far as it can be told without asking anybody. */
export type WebhookUrl =
  | {
      readonly url: URL
      /** Name, or IP address without brackets. */
      readonly host: string
      /** Whether it is one of the origins that may be anywhere. */
      readonly isExempt: boolean
    }
  /** What is wrong, to follow the name of the parameter. */
  | { readonly problem: string }

const MAX_CHARACTERS = 2048

/** `URL` forgives blanks, backslashes and missing slashes; other readers of the same text may see another host. */
const ADDRESS = /^https?:\/\/([^/?#\\\s\p{Cc}]+)(?:[/?#][^\\\s\p{Cc}]*)?$/iu

const NO_ADDRESS = 'must be an https address'
const NOT_PUBLIC = 'must be publicly reachable: its host is a private'

/** Reads the address of a webhook. The hosts of addresses in other spellings are read as a connection would. */
export function readWebhookUrl(text: string, allowedOrigins: readonly string[]): WebhookUrl {
  if (text.length > MAX_CHARACTERS) return { problem: `must have at most ${MAX_CHARACTERS} characters` }
  const authority = ADDRESS.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) return { problem: NO_ADDRESS }
  if (authority.includes('@')) return { problem: 'must not name a user or a password' }
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (allowedOrigins.includes(url.origin)) return { url, host, isExempt: true }
  if (url.protocol !== 'https:') return { problem: NO_ADDRESS }
  const name = host.replace(/\.+$/, '')
  if (isIP(name) !== 0 && !isPublicAddress(name)) return { problem: `${NOT_PUBLIC} address` }
  if (isIP(name) === 0 && isLocalName(name)) return { problem: `${NOT_PUBLIC} name` }
  return { url, host, isExempt: false }
}
